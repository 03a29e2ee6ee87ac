import { type Client, ScheduleAlreadyRunning, ScheduleOverlapPolicy } from '@temporalio/client';
import { ORDERS_QUEUE, RECONCILIATION_WORKFLOW } from '../../workflows/messages';

export const RECONCILIATION_SCHEDULE = 'reconciliation';

/** Has orders reconciled every ten minutes, each for a day and a bit after its last change. Staff may pause or change the schedule; it is made only once. */
export async function ensureReconciliationSchedule(client: Client): Promise<void> {
  try {
    await client.schedule.create({
      scheduleId: RECONCILIATION_SCHEDULE,
      spec: { intervals: [{ every: '10m' }] },
      action: {
        type: 'startWorkflow',
        workflowType: RECONCILIATION_WORKFLOW,
        taskQueue: ORDERS_QUEUE,
        args: [{ hours: 26, deep: false }],
        workflowId: RECONCILIATION_WORKFLOW,
      },
      policies: { overlap: ScheduleOverlapPolicy.SKIP },
    });
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
  }
}

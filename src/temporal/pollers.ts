import type { Client } from '@temporalio/client';
import { temporal } from '@temporalio/proto';

const FRESH_MS = 90_000;

/** How many workers have asked a queue for work lately. */
export const freshPollers = ({ pollers }: temporal.api.workflowservice.v1.IDescribeTaskQueueResponse): number =>
  (pollers ?? []).filter((p) => Date.now() - Number(p.lastAccessTime?.seconds ?? 0) * 1000 < FRESH_MS).length;

/** Whether Temporal answers, and whether a worker has asked for work on this queue lately. */
export async function pollersOf(client: Client, taskQueue: string): Promise<{ temporal: boolean; worker: boolean }> {
  const taskQueueType = temporal.api.enums.v1.TaskQueueType.TASK_QUEUE_TYPE_WORKFLOW;
  const { namespace } = client.options;
  try {
    const queue = await client.withDeadline(Date.now() + 2_000, () =>
      client.workflowService.describeTaskQueue({ namespace, taskQueue: { name: taskQueue }, taskQueueType }),
    );
    return { temporal: true, worker: freshPollers(queue) > 0 };
  } catch {
    return { temporal: false, worker: false };
  }
}

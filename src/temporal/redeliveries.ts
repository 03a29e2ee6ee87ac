import type { Client } from '@temporalio/client';
import { ORDERS_QUEUE, REDELIVERY_WORKFLOW } from '../../workflows/messages';
import { Refusal } from '../domain/refusal';
import { isTemporalAway } from './away';

const TIMEOUT_MS = 10_000;

/** Starts the way of a dead letter; one that is on its way already is left alone. */
export class Redeliveries {
  constructor(private readonly client: Client) {}

  async start(eventId: string): Promise<void> {
    const options = {
      workflowId: `redelivery-${eventId}`,
      taskQueue: ORDERS_QUEUE,
      args: [eventId],
      workflowIdConflictPolicy: 'USE_EXISTING',
      workflowIdReusePolicy: 'ALLOW_DUPLICATE',
      staticSummary: 'A dead letter, sent again',
    } as const;
    try {
      await this.client.withDeadline(Date.now() + TIMEOUT_MS, () => this.client.workflow.start(REDELIVERY_WORKFLOW, options));
    } catch (error) {
      throw isTemporalAway(error) ? new Refusal('SERVICE_UNAVAILABLE', 'The replay could not be started; try again.') : error;
    }
  }
}

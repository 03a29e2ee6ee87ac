import type { Client } from '@temporalio/client';
import { ORDERS_QUEUE, REDELIVERY_WORKFLOW } from '../../workflows/messages';
import { startBounded } from './start';

/** Starts the way of a dead letter; one that is on its way already is left alone. */
export class Redeliveries {
  constructor(private readonly client: Client) {}

  /** @throws Refusal SERVICE_UNAVAILABLE */
  start(eventId: string): Promise<void> {
    const options = {
      workflowId: `redelivery-${eventId}`,
      taskQueue: ORDERS_QUEUE,
      args: [eventId],
      workflowIdConflictPolicy: 'USE_EXISTING',
      workflowIdReusePolicy: 'ALLOW_DUPLICATE',
      staticSummary: 'A dead letter, sent again',
    } as const;
    return startBounded(this.client, REDELIVERY_WORKFLOW, options, 'The replay could not be started; try again.');
  }
}

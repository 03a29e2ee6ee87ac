import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../activities/types';

const patient = proxyActivities<Activities>({ startToCloseTimeout: '10s', retry: { initialInterval: '1s', maximumInterval: '1m' } });
const attempts = proxyActivities<Activities>({
  startToCloseTimeout: '15s',
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumAttempts: 5 },
  summary: 'Webhook: five more attempts',
});

/** A dead letter sent again, as often as the first time; its attempt numbers go on counting. The workflow's id is `redelivery-` and the event's id. */
export async function redelivery(eventId: string): Promise<void> {
  await patient.reopen(eventId);
  try {
    await attempts.redeliver(eventId);
  } catch {
    await patient.deadLetter(eventId);
  }
}

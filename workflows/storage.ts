import { proxyActivities, proxyLocalActivities } from '@temporalio/workflow';
import type { Activities } from '../activities/types';
import { MONEY_QUEUE } from './messages';

/** Activities that need nothing but the database, in the workflow task itself. */
export const atOnce = proxyLocalActivities<Activities>({
  startToCloseTimeout: '3s',
  scheduleToCloseTimeout: '6s',
  retry: { initialInterval: '200ms', maximumAttempts: 3 },
});

/** The same, when the database is away longer: asked for from Temporal for as long as it takes, which keeps the history short. */
export const patiently = (summary: string): typeof atOnce =>
  proxyActivities<Activities>({
    startToCloseTimeout: '10s',
    retry: { initialInterval: '1s', maximumInterval: '30s' },
    summary: `${summary} (the database did not answer at once)`,
  });

/**
 * Once the history has what asked for it. An Update is in Temporal's memory only until its workflow task completes: lost there, after the task itself had
 * written, it would leave a payment that is acknowledged and never taken. On the queue where nothing waits behind receivers.
 */
export const fromHistory = proxyActivities<Activities>({
  taskQueue: MONEY_QUEUE,
  startToCloseTimeout: '10s',
  retry: { initialInterval: '200ms', maximumInterval: '30s' },
  summary: 'Write the read copy',
});

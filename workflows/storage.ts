import { proxyActivities, proxyLocalActivities } from '@temporalio/workflow';
import type { Activities, Commit } from '../activities/types';
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

/** The first copy of an order: a task that is lost makes it again, and nobody has been told of it. And every copy of an order that began before 1.1.0. */
export const inTask = (commit: Commit): Promise<void> => atOnce.project(commit).catch(() => patiently('Write the read copy').project(commit));

/**
 * Once the history has what happened: in the workflow task itself it would be written before the task has completed. A task that is lost then leaves a copy
 * that is ahead of its order, which refuses what the copy allows; and an Update, in Temporal's memory only until that task completes, would leave a payment
 * that is acknowledged and never taken. On the queue where nothing waits behind receivers.
 */
export const fromHistory = proxyActivities<Activities>({
  taskQueue: MONEY_QUEUE,
  startToCloseTimeout: '10s',
  retry: { initialInterval: '200ms', maximumInterval: '30s' },
  summary: 'Write the read copy',
});

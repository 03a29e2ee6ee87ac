import { proxyActivities, proxyLocalActivities } from '@temporalio/workflow';
import type { Activities } from '../activities/types';

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

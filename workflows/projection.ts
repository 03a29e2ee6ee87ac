import { proxyActivities, proxyLocalActivities } from '@temporalio/workflow';
import type { Activities } from '../activities/types';

/**
 * Two ways to write a commit: at once, in the workflow task itself; and, when the database is away longer, asked for from Temporal, which keeps the
 * history short.
 */
export const projection = {
  local: proxyLocalActivities<Activities>({
    startToCloseTimeout: '3s',
    scheduleToCloseTimeout: '6s',
    retry: { initialInterval: '200ms', maximumAttempts: 3 },
  }),
  patient: proxyActivities<Activities>({
    startToCloseTimeout: '10s',
    retry: { initialInterval: '1s', maximumInterval: '30s' },
    summary: 'Write the read copy (the database did not answer at once)',
  }),
};

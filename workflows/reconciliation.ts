import { proxyActivities } from '@temporalio/workflow';
import type { Activities, Reconciled, ReconciliationScope } from '../activities/types';

const { reconcile } = proxyActivities<Activities>({
  startToCloseTimeout: '1h',
  heartbeatTimeout: '2m',
  retry: { initialInterval: '10s', maximumInterval: '2m', maximumAttempts: 20 },
});

/** Started by a schedule, or by staff. What it did is its result. */
export const reconciliation = (scope: ReconciliationScope): Promise<Reconciled> => reconcile(scope);

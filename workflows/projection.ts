import { CancellationScope, proxyActivities, proxyLocalActivities } from '@temporalio/workflow';
import type { Activities, Commit } from '../activities/types';

const local = proxyLocalActivities<Activities>({
  startToCloseTimeout: '3s',
  scheduleToCloseTimeout: '6s',
  retry: { initialInterval: '200ms', maximumAttempts: 3 },
});

const patient = proxyActivities<Activities>({
  startToCloseTimeout: '10s',
  retry: { initialInterval: '1s', maximumInterval: '30s' },
  summary: 'Write the read copy (the database did not answer at once)',
});

/** Writes a commit before the command that made it answers. A database that is away longer is asked from Temporal, which keeps the history short. */
export async function project(commit: Commit): Promise<void> {
  await CancellationScope.nonCancellable(async () => {
    try {
      await local.project(commit);
    } catch {
      await patient.project(commit);
    }
  });
}

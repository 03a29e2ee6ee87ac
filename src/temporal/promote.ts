import type { Client } from '@temporalio/client';
import { DEPLOYMENT } from './workers';

/** Has new orders begin on this build; those that are open stay with theirs. @throws when no worker of the build has polled yet */
export async function promote(client: Client, buildId: string): Promise<void> {
  const { namespace } = client.options;
  await client.workflowService.setWorkerDeploymentCurrentVersion({ namespace, deploymentName: DEPLOYMENT, buildId, identity: 'promote' });
}

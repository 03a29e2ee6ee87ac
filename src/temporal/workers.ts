import { type NativeConnection, Worker } from '@temporalio/worker';
import type { Activities } from '../../activities/types';
import { MONEY_QUEUE, ORDERS_QUEUE } from '../../workflows/messages';

interface Needs {
  connection: NativeConnection;
  namespace: string;
  activities: Activities;
  bundle: { code: string };
  /** Activities of orders at a time: deliveries, above all. */
  slots?: number;
  /** With one, orders stay with the workers of the build that they began on. */
  buildId?: string;
}

/** Name of this service among Temporal's worker deployments. */
export const DEPLOYMENT = 'payment-agent';

export interface RunningWorkers {
  /** Stops polling, lets what is in flight finish, resolves when all is done. */
  stop(): Promise<void>;
  /** Rejects when a worker dies; resolves after `stop`. */
  ended: Promise<void>;
  isPolling(): boolean;
}

/** Above the longest attempt, so that a shutdown cuts none off. */
const SHUTDOWN_GRACE_S = 35;
/** When a worker stops waiting for what does not end. */
export const SHUTDOWN_FORCE_S = 40;

const versioned = (buildId: string) =>
  ({ useWorkerVersioning: true, version: { deploymentName: DEPLOYMENT, buildId }, defaultVersioningBehavior: 'PINNED' }) as const;

/**
 * Two workers: orders with their projections and deliveries, and money. A receiver that hangs holds a slot of the first, never one of the second; so
 * deliveries stay on the workflows' own queue, where the server hands out their first attempt without a trip through matching.
 */
export async function startWorkers({ connection, namespace, activities, bundle, slots = 500, buildId }: Needs): Promise<RunningWorkers> {
  const shared = {
    connection,
    namespace,
    shutdownGraceTime: `${SHUTDOWN_GRACE_S}s`,
    shutdownForceTime: `${SHUTDOWN_FORCE_S}s`,
    ...(buildId === undefined ? {} : { workerDeploymentOptions: versioned(buildId) }),
  } as const;
  const orders = await Worker.create({
    ...shared,
    taskQueue: ORDERS_QUEUE,
    workflowBundle: bundle,
    activities,
    maxConcurrentActivityTaskExecutions: slots,
    maxConcurrentLocalActivityExecutions: 200,
    maxCachedWorkflows: 2000,
  });
  const money = await Worker.create({ ...shared, taskQueue: MONEY_QUEUE, activities, maxConcurrentActivityTaskExecutions: 200 });
  const workers = [orders, money];
  const ended = Promise.all(workers.map((w) => w.run())).then(() => undefined);
  ended.catch(() => undefined);
  return {
    ended,
    isPolling: () => workers.every((w) => w.getState() === 'RUNNING'),
    async stop() {
      for (const w of workers) if (w.getState() === 'RUNNING') w.shutdown();
      await ended;
    },
  };
}

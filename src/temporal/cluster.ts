import type { Client } from '@temporalio/client';
import { temporal } from '@temporalio/proto';
import { MONEY_QUEUE, ORDERS_QUEUE } from '../../workflows/messages';
import { freshPollers } from './pollers';

const { TASK_QUEUE_TYPE_WORKFLOW, TASK_QUEUE_TYPE_ACTIVITY } = temporal.api.enums.v1.TaskQueueType;
const TIMEOUT_MS = 2_000;

const QUEUES = [
  { name: ORDERS_QUEUE, kind: 'workflow', taskQueueType: TASK_QUEUE_TYPE_WORKFLOW },
  { name: ORDERS_QUEUE, kind: 'activity', taskQueueType: TASK_QUEUE_TYPE_ACTIVITY },
  { name: MONEY_QUEUE, kind: 'activity', taskQueueType: TASK_QUEUE_TYPE_ACTIVITY },
] as const;

export interface QueueState {
  name: string;
  kind: 'workflow' | 'activity';
  /** Workers that have asked for work lately. */
  pollers: number;
  /** Tasks that wait for one, about. */
  backlog: number;
}

export interface ClusterState {
  version: string;
  queues: QueueState[];
}

/** Temporal's own account of its server and our queues. @throws when it does not answer within two seconds */
export function clusterState(client: Client): Promise<ClusterState> {
  const { workflowService, options } = client;
  return client.withDeadline(Date.now() + TIMEOUT_MS, async () => {
    const queue = async ({ name, kind, taskQueueType }: (typeof QUEUES)[number]): Promise<QueueState> => {
      const described = await workflowService.describeTaskQueue({
        namespace: options.namespace,
        taskQueue: { name },
        taskQueueType,
        reportStats: true,
      });
      return { name, kind, pollers: freshPollers(described), backlog: Number(described.stats?.approximateBacklogCount ?? 0) };
    };
    const [info, ...queues] = await Promise.all([workflowService.getSystemInfo({}), ...QUEUES.map(queue)]);
    return { version: info.serverVersion ?? '', queues };
  });
}

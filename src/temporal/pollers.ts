import type { Client } from '@temporalio/client';
import { temporal } from '@temporalio/proto';

const FRESH_MS = 90_000;

/** Whether Temporal answers, and whether a worker has asked for work on this queue lately. */
export async function pollersOf(client: Client, taskQueue: string): Promise<{ temporal: boolean; worker: boolean }> {
  const taskQueueType = temporal.api.enums.v1.TaskQueueType.TASK_QUEUE_TYPE_WORKFLOW;
  const { namespace } = client.options;
  try {
    const { pollers } = await client.withDeadline(Date.now() + 2_000, () =>
      client.workflowService.describeTaskQueue({ namespace, taskQueue: { name: taskQueue }, taskQueueType }),
    );
    const isFresh = (seconds: unknown): boolean => Date.now() - Number(seconds ?? 0) * 1000 < FRESH_MS;
    return { temporal: true, worker: (pollers ?? []).some((p) => isFresh(p.lastAccessTime?.seconds)) };
  } catch {
    return { temporal: false, worker: false };
  }
}

import type { Client } from '@temporalio/client';
import type { order } from '../workflows/order';

/** Well above what five attempts at a webhook take. */
const LIMIT_MS = 60_000;

/** Waits for an order's workflow to close, as the anchors' driver does. @throws Error when it fails, closes as anything but COMPLETED, or takes too long */
export async function closedAsCompleted(client: Client, id: string): Promise<void> {
  const status = await within(LIMIT_MS, `${id} is closed`, client.workflow.getHandle<typeof order>(id).result());
  if (status !== 'COMPLETED') throw new Error(`${id} closed as ${status}`);
}

async function within<T>(ms: number, what: string, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what}: not within ${ms / 1000} s`)), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

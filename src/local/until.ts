import { setTimeout as wait } from 'node:timers/promises';

/** Waits for a condition, asked every 50 ms. @throws Error that names what did not come */
export async function until(what: string, timeoutMs: number, holds: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + timeoutMs;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`${what}: not within ${timeoutMs / 1000} s`);
    await wait(50);
  }
}

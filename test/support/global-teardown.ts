import { rmSync } from 'node:fs';
import type { Keeper } from '../../src/local/keep';

export default async function teardown(): Promise<void> {
  await (globalThis as unknown as { keeper?: Keeper }).keeper?.stop();
  if (process.env.TEST_DATA_DIR) rmSync(process.env.TEST_DATA_DIR, { recursive: true, force: true });
}

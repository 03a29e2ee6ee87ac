import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A new folder for data that goes again; PostgreSQL's user may enter it, whoever starts it. */
export function scratchDir(purpose: string): string {
  const dir = mkdtempSync(join(tmpdir(), `payment-agent-${purpose}-`));
  chmodSync(dir, 0o755);
  return dir;
}

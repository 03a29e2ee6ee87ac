import { parseKeyRing, SealedBox } from '../security/sealed-box';
import type { Settings } from '../settings';
import { openDatabase } from './database';
import { migrate } from './migrate';
import { seedSandbox } from './seed';

/** Brings a database up to date, and a sandbox's to what it begins with. Several processes may do so at once. */
export async function prepareDatabase(s: Pick<Settings, 'ENVIRONMENT' | 'PII_KEYS'>, databaseUrl: string): Promise<void> {
  await migrate(databaseUrl);
  if (s.ENVIRONMENT !== 'sandbox') return;
  const db = openDatabase(databaseUrl, 1);
  try {
    await seedSandbox(db, new SealedBox(parseKeyRing(s.PII_KEYS)));
  } finally {
    await db.$disconnect();
  }
}

import { parseKeyRing, SealedBox } from '../security/sealed-box';
import type { Settings } from '../settings';
import { openDatabase } from './database';
import { migrate } from './migrate';
import { SANDBOX_STAFF, seedSandbox } from './seed';
import { ensureStaff } from './staff';

/** Brings a database up to date, lets the administrator of the settings in, and gives a sandbox what it begins with. Several processes may do so at once. */
export async function prepareDatabase(
  s: Pick<Settings, 'ENVIRONMENT' | 'PII_KEYS' | 'ADMIN_USERNAME' | 'ADMIN_PASSWORD'>,
  databaseUrl: string,
): Promise<void> {
  await migrate(databaseUrl);
  const db = openDatabase(databaseUrl, 1);
  try {
    await ensureStaff(db, { username: s.ADMIN_USERNAME, role: 'admin' }, s.ADMIN_PASSWORD);
    if (s.ENVIRONMENT !== 'sandbox') return;
    await seedSandbox(db, new SealedBox(parseKeyRing(s.PII_KEYS)));
    for (const { password, ...member } of SANDBOX_STAFF) await ensureStaff(db, member, password);
  } finally {
    await db.$disconnect();
  }
}

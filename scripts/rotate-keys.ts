/**
 * Seals names, phones and webhook secrets with the first key of PII_KEYS: `npm run rotate-keys`. Put the new key first and keep the old ones until this
 * has said that it is done. Works on DATABASE_URL, or on the embedded database while the service is stopped.
 */
import { keep } from '../src/local/keep';
import { parseKeyRing, SealedBox } from '../src/security/sealed-box';
import { loadEnvFile, readSettings } from '../src/settings';
import { openDatabase } from '../src/store/database';
import { resealAll } from '../src/store/reseal';

async function main(): Promise<void> {
  loadEnvFile();
  const settings = readSettings();
  const keeper = settings.DATABASE_URL ? undefined : await keep({ dataDir: settings.DATA_DIR, postgresPort: 0 }, console.log);
  const db = openDatabase(settings.DATABASE_URL ?? keeper?.databaseUrl ?? '', 1);
  try {
    const changed = await resealAll(db, new SealedBox(parseKeyRing(settings.PII_KEYS)), (rows) => console.log(`${rows} rows sealed again …`));
    console.log(`Done: ${changed} rows sealed again. Keys after the first one are no longer needed.`);
  } finally {
    await db.$disconnect();
    await keeper?.stop();
  }
}

main().then(
  () => process.exit(0),
  (error: Error) => {
    console.error(error.message);
    process.exit(1);
  },
);

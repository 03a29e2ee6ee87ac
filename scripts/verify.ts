/** Checks every promise about money and records on a running installation: `npm run verify`. Ends with 1 when one does not hold. */
import { connectInstallation } from '../src/installation';
import { providersFor } from '../src/providers';
import { verify } from '../src/reconciliation/verify';
import { parseKeyRing, SealedBox } from '../src/security/sealed-box';
import { loadEnvFile, readSettings } from '../src/settings';
import { fail } from './fail';

const GRACE_S = 120;
const SHOWN = 20;
/** Nobody waits for these, and they go over everything there is. */
const STATEMENT_S = 1_800;

async function main(): Promise<void> {
  loadEnvFile();
  const { settings, db, client, close } = await connectInstallation(readSettings(), STATEMENT_S);
  try {
    const box = new SealedBox(parseKeyRing(settings.PII_KEYS));
    const result = await verify({ db, client, providers: providersFor(settings, db), box }, GRACE_S);
    for (const [promise, violations] of result) {
      console.log(`${violations.length === 0 ? 'holds  ' : 'BROKEN '} ${promise}`);
      for (const { subject, detail } of violations.slice(0, SHOWN)) console.log(`          ${subject}: ${detail}`);
      if (violations.length > SHOWN) console.log(`          and ${violations.length - SHOWN} more`);
    }
    const [orders, broken] = [await db.order.count(), [...result.values()].flat().length];
    console.log(`\n${orders} orders, ${result.size} promises, ${broken} violations`);
    process.exitCode = broken > 0 ? 1 : 0;
  } finally {
    await close();
  }
}

main().catch(fail);

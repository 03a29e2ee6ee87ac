/** What staff do about rubles that no order took: `npm run suspense -- list`, `match <statement> <order>`, `return <statement>`, `note <statement> <text>`. */
import { userInfo } from 'node:os';
import { isSuspense } from '../src/domain/statement';
import { connectInstallation, type Installation } from '../src/installation';
import { Suspense } from '../src/payments/suspense';
import { loadEnvFile } from '../src/settings';
import { readStatement } from '../src/store/statements';
import { listSuspense, suspenseByOutcome } from '../src/store/suspense';
import { OrderCommands } from '../src/temporal/order-commands';
import { fail } from './fail';

const USAGE = `npm run suspense -- list
npm run suspense -- match <statement id> <pa_order_id> [why]
npm run suspense -- return <statement id> [why]
npm run suspense -- note <statement id> <text>`;

async function main([action, id = '', ...rest]: string[]): Promise<void> {
  loadEnvFile();
  const needsId = action !== 'list';
  if (!action || !['list', 'match', 'return', 'note'].includes(action) || (needsId && !id) || (action === 'match' && !rest[0]))
    throw new Error(USAGE);
  if (needsId && !/^[0-9a-f-]{36}$/.test(id)) throw new Error(`${id} is not the id of a statement; list shows them.`);
  const installation = await connectInstallation();
  try {
    await act(installation, action, id, rest);
  } finally {
    await installation.close();
  }
}

async function act({ db, client, settings }: Installation, action: string, id: string, [first = '', ...more]: string[]): Promise<void> {
  const commands = new OrderCommands(client, db, settings.PAYMENT_WAIT_SECONDS * 1000);
  const suspense = new Suspense({ db, client, offerPayment: commands.offerPayment });
  const actor = `admin:${userInfo().username}`;
  if (action === 'match') {
    const { pa_order_id, status } = await suspense.match({ id, actor, note: more.join(' ') }, first);
    const { outcome } = await readStatement(db, id);
    const standing = isSuspense(outcome) ? `did not take it: it stands in suspense as ${outcome}` : `took it: ${outcome}`;
    console.log(`Order ${pa_order_id}, which is ${status}, ${standing}.`);
  } else if (action === 'return') {
    await suspense.return({ id, actor, note: [first, ...more].join(' ') });
    console.log(`It is on its way back: workflow return-${id}.`);
  } else if (action === 'note') {
    await suspense.note({ id, actor, note: [first, ...more].join(' ') });
    console.log('Noted.');
  } else {
    for (const item of await listSuspense(db, 500)) {
      console.log(
        `${item.id}  ${item.outcome.padEnd(11)} ${item.amountRub} RUB  ${item.receivedAt.toISOString()}  UIN ${item.uin || '-'}  ref ${item.statementRef ?? '-'}  order ${item.paOrderId ?? '-'}`,
      );
      for (const { action: what, actor: who, note, at } of item.notes) console.log(`    ${at} ${who} ${what} ${note ?? ''}`);
    }
    for (const { outcome, statements, rubles } of await suspenseByOutcome(db)) console.log(`${outcome}: ${statements} statements, ${rubles} RUB`);
  }
}

main(process.argv.slice(2)).catch(fail);

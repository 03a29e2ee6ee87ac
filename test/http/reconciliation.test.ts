import { randomUUID } from 'node:crypto';
import { invoiceOrder } from '../../scripts/sample-orders';
import { until } from '../../src/local/until';
import { sandboxProviders } from '../../src/providers/sandbox';
import { PERSONAL_DATA_STAYS } from '../../src/reconciliation/personal-data';
import { verify } from '../../src/reconciliation/verify';
import { parseKeyRing, SealedBox } from '../../src/security/sealed-box';
import { openFindings } from '../../src/store/findings';
import { storeStatement } from '../../src/store/statements';
import { ORDERS_QUEUE, RECONCILIATION_WORKFLOW } from '../../workflows/messages';
import { useService } from '../support/service';

const s = useService();
type Reconciled = { statements_settled: number; copies_repaired: number; events_redelivered: number; findings: number };

const reconcile = (deep = false): Promise<Reconciled> =>
  s.client.workflow.execute(RECONCILIATION_WORKFLOW, {
    workflowId: `reconcile-${randomUUID()}`,
    taskQueue: ORDERS_QUEUE,
    args: [{ hours: 26, deep }],
  });

const TABLES = ['orders', 'journal', 'ledger', 'webhook_events'];
/** What is kept of an order, apart from how its events were delivered, and until when the links in them open. */
const kept = async (id: string): Promise<unknown> => {
  const rows = await Promise.all(
    TABLES.map((table) =>
      s.db.$queryRawUnsafe(
        `SELECT to_jsonb(t) - '{status,attempts,response_status,last_error,settled_at}'::text[] AS row FROM ${table} t WHERE pa_order_id = $1 ORDER BY 1`,
        id,
      ),
    ),
  );
  return JSON.parse(JSON.stringify(rows).replace(/\?expires=\d+&signature=\w+/g, ''));
};

/** As an old backup would have it: what the triggers refuse, a restore does. */
const asRestored = (...sql: string[]) =>
  s.db.$transaction([s.db.$executeRawUnsafe('SET LOCAL session_replication_role = replica'), ...sql.map((one) => s.db.$executeRawUnsafe(one))]);

const verified = () => {
  const box = new SealedBox(parseKeyRing(s.settings.PII_KEYS));
  return verify({ db: s.db, client: s.client, providers: sandboxProviders(s.db), box }, 0);
};
const broken = async () => [...(await verified()).values()].flat();

async function paidOut() {
  const { pa_order_id: id } = await s.operator.create(invoiceOrder(s.receiver.url));
  await s.operator.assign(id);
  const { payment_details, amount_rub = 0 } = await s.operator.paymentDetails(id);
  await s.operator.statement({ uin: payment_details?.uin ?? '', amount_rub, statement_ref: randomUUID() });
  return { id, uin: payment_details?.uin ?? '', amount_rub };
}
const settled = (id: string) =>
  until('all events are settled', 20_000, async () => (await s.db.webhookEvent.count({ where: { paOrderId: id, status: 'PENDING' } })) === 0);

it('a database restored from an old backup catches up: copies, journal, ledger and events, of open and closed orders', async () => {
  const open = (await paidOut()).id;
  const closed = (await paidOut()).id;
  await s.operator.confirm(closed);
  await s.client.workflow.getHandle(closed).result();
  await settled(open);
  const before = [await kept(open), await kept(closed)];
  expect(await broken()).toEqual([]);

  await asRestored(
    `DELETE FROM orders WHERE pa_order_id = '${open}'`,
    `DELETE FROM journal WHERE pa_order_id = '${open}'`,
    `DELETE FROM ledger WHERE pa_order_id = '${open}'`,
    `DELETE FROM webhook_events WHERE pa_order_id = '${open}'`,
    `UPDATE orders SET version = 3, status = 'IN_PROGRESS' WHERE pa_order_id = '${closed}'`,
    `DELETE FROM journal WHERE pa_order_id = '${closed}' AND seq > 3`,
    `DELETE FROM ledger WHERE pa_order_id = '${closed}'`,
    `DELETE FROM webhook_events WHERE pa_order_id = '${closed}' AND event_type <> 'order.partner_paid'`,
  );
  expect((await broken()).map((v) => v.subject)).toEqual(expect.arrayContaining([open, closed]));

  expect(await reconcile()).toMatchObject({ copies_repaired: 2, findings: 0 });
  expect([await kept(open), await kept(closed)]).toEqual(before);
  await settled(open);
  await settled(closed);
  expect(await broken()).toEqual([]);
  expect(await reconcile(true)).toMatchObject({ copies_repaired: 0, findings: 0 });
  await s.operator.confirm(open);
});

it('a lost journal record is found when every workflow is asked, though the status agrees', async () => {
  const { id } = await paidOut();
  const before = await kept(id);
  await asRestored(
    `DELETE FROM journal WHERE pa_order_id = '${id}' AND seq = 2`,
    `DELETE FROM ledger WHERE pa_order_id = '${id}' AND from_account = 'fx_desk'`,
  );
  expect(await reconcile(true)).toMatchObject({ copies_repaired: 1 });
  expect(await kept(id)).toEqual(before);
  await s.operator.confirm(id);
});

it('a statement whose receiver went away moves its order', async () => {
  const { pa_order_id: id } = await s.operator.create(invoiceOrder(s.receiver.url));
  await s.operator.assign(id);
  const { payment_details, amount_rub } = await s.operator.paymentDetails(id);
  const statement = await storeStatement(s.db, { uin: payment_details?.uin ?? '', amountRub: String(amount_rub), source: 'bank:statement' });
  await s.db.bankStatement.update({ where: { id: statement }, data: { createdAt: new Date(Date.now() - 120_000) } });
  expect(await reconcile()).toMatchObject({ statements_settled: 1, findings: 0 });
  expect(await s.operator.get(id)).toMatchObject({ status: 'PARTNER_PAID' });
  expect(await s.db.bankStatement.findUnique({ where: { id: statement } })).toMatchObject({ outcome: 'MATCHED', paOrderId: id });
  await s.operator.confirm(id);
});

it('an event that nobody carries any more is sent again', async () => {
  const { id } = await paidOut();
  await s.operator.confirm(id);
  await s.client.workflow.getHandle(id).result();
  const [event] = await s.db.webhookEvent.findMany({ where: { paOrderId: id } });
  const eventId = event?.eventId ?? '';
  await s.db.webhookEvent.update({ where: { eventId }, data: { status: 'PENDING', createdAt: new Date(Date.now() - 3_600_000) } });
  const times = () => s.receiver.received.filter((r) => r.headers['x-pa-event-id'] === eventId).length;
  const sent = times();
  expect(await reconcile()).toMatchObject({ events_redelivered: 1 });
  await until('it is delivered', 10_000, async () => (await s.db.webhookEvent.findUnique({ where: { eventId } }))?.status === 'DELIVERED');
  expect(times()).toBe(sent + 1);
});

const findings = async () => (await openFindings(s.db, { limit: 100, offset: 0 })).items;

it('what has no one right answer is raised, and resolved when it is over', async () => {
  const { id } = await paidOut();
  const orphan = `pa_${randomUUID().replace(/-/g, '').slice(0, 24)}`;
  const { state, ...copy } = await s.db.order.findUniqueOrThrow({ where: { paOrderId: id } });
  await s.db.order.create({ data: { ...copy, paOrderId: orphan, state: state ?? {} } });
  const operation = { kind: 'payout', request: {}, createdAt: new Date(Date.now() - 600_000) };
  await s.db.sandboxOperation.create({ data: { ...operation, key: `${id}:payout:2`, result: { reference: 'PA-TWICE' } } });
  await s.db.sandboxOperation.create({ data: { ...operation, key: `${orphan}:payout:1`, result: { reference: 'PA-NOBODY' } } });

  expect((await reconcile()).findings).toBeGreaterThanOrEqual(3);
  const found = (await findings()).map(({ subject, detail }) => `${subject} ${detail}`).join('\n');
  expect(found).toMatch(new RegExp(`${id} payout was done 2 times: .*PA-TWICE`));
  expect(found).toMatch(new RegExp(`${orphan} payout was done \\(PA-NOBODY\\), and the order does not know`));
  expect(found).toMatch(new RegExp(`${orphan} the copy says PARTNER_PAID, Temporal has no workflow`));

  await s.db.order.delete({ where: { paOrderId: orphan } });
  await s.db.sandboxOperation.deleteMany({ where: { key: { in: [`${id}:payout:2`, `${orphan}:payout:1`] } } });
  expect(await reconcile()).toMatchObject({ findings: 0 });
  expect(await findings()).toEqual([]);
  await s.operator.confirm(id);
});

it.each([
  [
    'a second payout in the journal',
    "UPDATE journal SET status_to = 'PARTNER_PAID' WHERE pa_order_id = '?' AND status_to = 'FX_EXECUTED'",
    'money moves once',
  ],
  [
    'a transition outside the table',
    "UPDATE journal SET status_from = 'DRAFT' WHERE pa_order_id = '?' AND status_to = 'CLIENT_PAID'",
    'the journal explains the status',
  ],
  ['a copy that says something else', "UPDATE orders SET status = 'COMPLETED' WHERE pa_order_id = '?'", 'the journal explains the status'],
  ['a movement that is not entered', "DELETE FROM ledger WHERE pa_order_id = '?' AND to_account = 'fx_desk'", 'the ledger follows the journal'],
  ['an amount that differs', "UPDATE ledger SET amount = amount + 1 WHERE pa_order_id = '?' AND to_account = 'fx_desk'", 'rubles add up'],
  ['a statement of nobody', "UPDATE bank_statements SET outcome = 'REPEAT' WHERE pa_order_id = '?'", 'statements have one place'],
  ['a suspense without its entry', "UPDATE bank_statements SET outcome = 'LATE' WHERE pa_order_id = '?'", 'suspense adds up'],
  ['an event that is not owed', "DELETE FROM webhook_events WHERE pa_order_id = '?' AND event_type = 'order.status_changed'", 'events are settled'],
  ['a copy behind its workflow', "UPDATE orders SET version = 2 WHERE pa_order_id = '?'", 'the read copy equals the workflow'],
  ['a name in the journal', `UPDATE journal SET payload = '{"reason":"NAME"}' WHERE pa_order_id = '?' AND seq = 2`, PERSONAL_DATA_STAYS],
])('the program that verifies finds %s', async (_what, sql, promise) => {
  const { id } = await paidOut();
  await settled(id);
  expect(await broken()).toEqual([]);
  const { nameSealed } = await s.db.orderIntake.findUniqueOrThrow({ where: { paOrderId: id } });
  const name = new SealedBox(parseKeyRing(s.settings.PII_KEYS)).open(nameSealed ?? '');
  const spoil = (text: string) => asRestored(text.replace('?', id).replace('NAME', name));
  const tables = ['orders', 'journal', 'ledger', 'webhook_events', 'bank_statements'];
  const backup = `backup_${randomUUID().slice(0, 8)}`;
  await asRestored(...tables.map((t) => `CREATE TABLE ${backup}_${t} AS SELECT * FROM ${t} WHERE pa_order_id = '${id}'`));
  await spoil(sql);
  expect((await verified()).get(promise)?.map((v) => v.invariant)).toContain(promise);
  await asRestored(
    ...tables.flatMap((t) => [
      `DELETE FROM ${t} WHERE pa_order_id = '${id}'`,
      `INSERT INTO ${t} SELECT * FROM ${backup}_${t}`,
      `DROP TABLE ${backup}_${t}`,
    ]),
  );
  await s.operator.confirm(id);
});

import { randomUUID } from 'node:crypto';
import { sandboxOperator } from '../../scripts/operator';
import { invoiceOrder } from '../../scripts/sample-orders';
import { usablePort } from '../../src/local/ports';
import { until } from '../../src/local/until';
import { importStatements } from '../../src/payments/import';
import { PERSONAL_DATA_STAYS } from '../../src/reconciliation/personal-data';
import { parseKeyRing, SealedBox } from '../../src/security/sealed-box';
import { startService } from '../../src/service';
import { readStatementFile } from '../../src/statements/read';
import { readConfig, writeConfig } from '../../src/store/config';
import { openFindings } from '../../src/store/findings';
import { storeStatement } from '../../src/store/statements';
import { OrderCommands } from '../../src/temporal/order-commands';
import { environment } from '../support/database';
import { reconciling } from '../support/reconciling';
import { testBundle, useService } from '../support/service';
import { WRITERS } from '../support/statement-files';

const s = useService();
const { reconcile, verified, broken, asRestored, settled, paidOut } = reconciling(s);

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

const OF_AN_ORDER = ['orders', 'journal', 'ledger', 'webhook_events', 'bank_statements', 'made_documents'];
/** All that a backup from before the order does not have, apart from its registration. */
const lose = (id: string): string[] => [
  `DELETE FROM webhook_attempts WHERE event_id IN (SELECT event_id FROM webhook_events WHERE pa_order_id = '${id}')`,
  `DELETE FROM money_orders WHERE key LIKE '${id}:%'`,
  `DELETE FROM idempotency_keys WHERE response::text LIKE '%${id}%'`,
  ...OF_AN_ORDER.map((table) => `DELETE FROM ${table} WHERE pa_order_id = '${id}'`),
];

/** A gateway that remembers nothing, as after a restart. */
async function restartedGateway() {
  const [{ name } = { name: '' }] = await s.db.$queryRaw<{ name: string }[]>`SELECT current_database() AS name`;
  const database = new URL(environment('TEST_DATABASE_URL'));
  database.pathname = `/${name}`;
  const port = await usablePort('PORT', 0);
  const baseUrl = `http://127.0.0.1:${port}`;
  const on = { databaseUrl: database.href, temporalAddress: environment('TEST_TEMPORAL_ADDRESS'), baseUrl, port, bundle: testBundle() };
  const service = await startService({ settings: s.settings, role: 'gateway', ...on });
  return { operator: sandboxOperator(baseUrl, s.settings), stop: () => service.stop() };
}

it('a database restored from an old backup catches up with open and closed orders: copies, journal, ledger, statements, events', async () => {
  const unregistered = invoiceOrder(s.receiver.url);
  const [lost, open, closed] = [await paidOut(unregistered), await paidOut(), await paidOut()];
  const orders = [lost, open, closed];
  await s.operator.confirm(closed.id);
  await s.client.workflow.getHandle(closed.id).result();
  for (const { id } of orders) await settled(id);
  const before = await Promise.all(orders.map(({ id }) => kept(id)));
  expect(await broken()).toEqual([]);

  await asRestored(
    ...lose(lost.id),
    `DELETE FROM order_intake WHERE pa_order_id = '${lost.id}'`,
    ...lose(open.id),
    `UPDATE orders SET version = 3, status = 'IN_PROGRESS' WHERE pa_order_id = '${closed.id}'`,
    `DELETE FROM journal WHERE pa_order_id = '${closed.id}' AND seq > 3`,
    `DELETE FROM ledger WHERE pa_order_id = '${closed.id}'`,
    `DELETE FROM bank_statements WHERE pa_order_id = '${closed.id}'`,
    `DELETE FROM webhook_events WHERE pa_order_id = '${closed.id}' AND event_type <> 'order.partner_paid'`,
  );
  expect((await broken()).map((v) => v.subject)).toEqual(expect.arrayContaining(orders.map(({ id }) => id)));

  expect(await reconcile(true)).toMatchObject({ copies_repaired: 2 });
  expect((await openFindings(s.db, { limit: 100, offset: 0 })).items.map(({ detail }) => detail)).toContainEqual(
    expect.stringContaining('have the operator send the creation'),
  );
  const restarted = await restartedGateway();
  expect(await restarted.operator.create(unregistered)).toMatchObject({ pa_order_id: lost.id });
  await restarted.stop();
  expect(await reconcile(true)).toMatchObject({ copies_repaired: 1, findings: 0 });

  expect(await Promise.all(orders.map(({ id }) => kept(id)))).toEqual(before);
  for (const { id } of orders) await settled(id);
  expect(await broken()).toEqual([]);
  expect(await reconcile(true)).toMatchObject({ copies_repaired: 0, findings: 0 });

  const file = WRITERS['camt.053'](
    orders.map(({ uin, amount_rub, statement_ref: statementRef }) => ({ uin, amountRub: String(amount_rub), statementRef })),
  );
  const { offerPayment } = new OrderCommands(s.client, s.db, 10_000);
  expect(await importStatements({ db: s.db, offerPayment }, readStatementFile(file))).toEqual({ REPEAT: 3 });
  for (const { id } of [lost, open]) await s.operator.confirm(id);
});

it('a payment on record without a statement stays a finding: no statement is made up for it', async () => {
  const { id } = await paidOut();
  const statements = await s.db.bankStatement.findMany({ where: { paOrderId: id } });
  await s.db.bankStatement.deleteMany({ where: { paOrderId: id } });
  await asRestored(`DELETE FROM journal WHERE pa_order_id = '${id}' AND seq = 2`);
  expect(await reconcile(true)).toMatchObject({ copies_repaired: 1 });
  expect((await verified()).get('statements have one place')).toEqual([expect.objectContaining({ subject: id })]);
  await s.db.bankStatement.createMany({ data: statements });
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

it.each([
  ['all events', { webhooks_enabled: false }, []],
  ["this operator's events", {}, ['cso-demo']],
] as const)('while staff hold %s back they are owed and not stranded; afterwards they are', async (_what, flags, paused_operators) => {
  const { id } = await paidOut();
  await s.operator.confirm(id);
  await s.client.workflow.getHandle(id).result();
  const hold = async (isOn: boolean): Promise<void> => {
    const [now, ops] = [await readConfig(s.db, 'flags'), await readConfig(s.db, 'webhook_ops')];
    await writeConfig(s.db, 'flags', { ...now, webhooks_enabled: true, ...(isOn ? flags : {}) });
    await writeConfig(s.db, 'webhook_ops', { ...ops, paused_operators: isOn ? [...paused_operators] : [] });
  };
  const { eventId } = await s.db.webhookEvent.findFirstOrThrow({ where: { paOrderId: id } });
  await hold(true);
  await s.db.webhookEvent.update({ where: { eventId }, data: { status: 'PENDING', createdAt: new Date(Date.now() - 3_600_000) } });
  expect(await reconcile()).toMatchObject({ events_redelivered: 0, findings: 0 });
  expect((await verified()).get('events are settled')).toEqual([]);
  await hold(false);
  expect(await reconcile()).toMatchObject({ events_redelivered: 1 });
  await settled(id);
});

it('has the time that a long history takes', async () => {
  const slow = (seconds: number) =>
    s.db.$executeRawUnsafe(`CREATE OR REPLACE VIEW ledger_postings AS
    SELECT id, pa_order_id, from_account AS account, currency, -amount AS amount, created_at FROM ledger UNION ALL
    SELECT id, pa_order_id, to_account, currency, amount, created_at FROM ledger CROSS JOIN (SELECT pg_sleep(${seconds})) s`);
  await slow(5.2);
  expect(await reconcile()).toMatchObject({ findings: 0 });
  await slow(0);
}, 90_000);

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

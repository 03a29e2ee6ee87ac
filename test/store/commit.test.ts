import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { JournalEntry, OrderState } from '../../src/domain/order';
import { type CommitRows, writeCommit } from '../../src/store/commit';
import { type Database, openDatabase } from '../../src/store/database';
import { testDatabase } from '../support/database';

let db: Database;
let url: string;

beforeAll(async () => {
  url = await testDatabase();
  db = openDatabase(url);
});
afterAll(() => db.$disconnect());

const at = '2026-11-20T00:00:00.000Z';
const state = (id: string, version: number, status: OrderState['status']): OrderState => ({
  pa_order_id: id,
  operator_id: 'cso-demo',
  cso_order_id: id,
  scenario: 'INVOICE',
  status,
  version,
  service: { type: 'villa', country: 'IT', partner_id: 'PARTNER-777' },
  amount_local: '1',
  currency_local: 'EUR',
  uin: '18810177190218155028',
  documents: [],
  deadline: at,
  expires_at: at,
  created_at: at,
  updated_at: at,
});
const entry = (seq: number): JournalEntry => ({ event_id: randomUUID(), seq, event_type: 'order.assigned', actor: 'cso:cso-demo', created_at: at });
const commit = (id: string, version: number, status: OrderState['status'], journal = [entry(version)]): CommitRows => ({
  order: state(id, version, status),
  journal,
  events: [],
});
const copyOf = (id: string) => db.order.findUnique({ where: { paOrderId: id } });

it('a copy is replaced only by a higher version; what a late commit journals is kept all the same', async () => {
  const id = randomUUID();
  await writeCommit(db, commit(id, 1, 'DRAFT'));
  await writeCommit(db, commit(id, 3, 'AWAITING_PAYMENT'));
  await writeCommit(db, commit(id, 2, 'IN_PROGRESS'));
  expect(await copyOf(id)).toMatchObject({ version: 3, status: 'AWAITING_PAYMENT' });
  expect(await db.journalRecord.count({ where: { paOrderId: id } })).toBe(3);
});

it('a mending commit is written over a copy of its own version, and never over a newer one', async () => {
  const id = randomUUID();
  await writeCommit(db, commit(id, 2, 'COMPLETED'));
  await writeCommit(db, commit(id, 2, 'IN_PROGRESS', []));
  expect(await copyOf(id)).toMatchObject({ status: 'COMPLETED' });
  await writeCommit(db, commit(id, 2, 'IN_PROGRESS', []), true);
  expect(await copyOf(id)).toMatchObject({ version: 2, status: 'IN_PROGRESS', state: { status: 'IN_PROGRESS' } });
  await writeCommit(db, commit(id, 1, 'DRAFT', []), true);
  expect(await copyOf(id)).toMatchObject({ version: 2, status: 'IN_PROGRESS' });
});

it('a commit that is written twice changes nothing', async () => {
  const id = randomUUID();
  const once = commit(id, 1, 'DRAFT');
  await writeCommit(db, once);
  await writeCommit(db, once);
  expect(await db.journalRecord.count({ where: { paOrderId: id } })).toBe(1);
});

it('copy, journal and events are one transaction: none without the others', async () => {
  const id = randomUUID();
  await expect(writeCommit(db, commit(id, 1, 'DRAFT', [entry(1), entry(1)]))).rejects.toThrow();
  expect(await copyOf(id)).toBeNull();
  expect(await db.journalRecord.count({ where: { paOrderId: id } })).toBe(0);
});

it.each(
  ['journal', 'ledger', 'statement_actions'].flatMap((table) => [
    `UPDATE ${table} SET created_at = created_at`,
    `DELETE FROM ${table}`,
    `TRUNCATE ${table}`,
  ]),
)('%s is refused', async (sql) => {
  await expect(db.$executeRawUnsafe(sql)).rejects.toThrow(/append-only/);
});

it('what a transition moves is entered with it, once', async () => {
  const id = randomUUID();
  const paid: CommitRows = commit(id, 5, 'CLIENT_PAID', [{ ...entry(5), status_from: 'AWAITING_PAYMENT', status_to: 'CLIENT_PAID' }]);
  paid.order.payment_details = { amount_received_rub: '97.35' } as OrderState['payment_details'];
  await writeCommit(db, paid);
  await writeCommit(db, paid);
  const sums = await db.$queryRaw`SELECT account, amount::text FROM ledger_postings WHERE pa_order_id = ${id} ORDER BY amount`;
  expect(sums).toEqual([
    { account: 'customers', amount: '-97.350000' },
    { account: 'orders', amount: '97.350000' },
  ]);
});

it.each([
  ["'customers', 'orders', 'RUB', 0", /ledger_amount_positive/],
  ["'customers', 'orders', 'RUB', -1", /ledger_amount_positive/],
  ["'orders', 'orders', 'RUB', 1", /ledger_two_accounts/],
  ["'customers', NULL, 'RUB', 1", /null value/i],
])('the database refuses a transfer of %s', async (values, why) => {
  const sql = `INSERT INTO ledger (id, from_account, to_account, currency, amount, created_at) VALUES ('x', ${values}, now())`;
  await expect(db.$executeRawUnsafe(sql)).rejects.toThrow(why);
});

it('the migrations lead to the schema: every column of every model can be read', async () => {
  const models = [
    'apiClient',
    'accessToken',
    'partner',
    'fxRate',
    'config',
    'orderIntake',
    'order',
    'journalRecord',
    'webhookEvent',
    'webhookAttempt',
  ] as const;
  const more = [
    'ledgerTransfer',
    'statementAction',
    'bankStatement',
    'idempotencyKey',
    'madeDocument',
    'moneyOrder',
    'sandboxOperation',
    'sandboxWebhook',
  ] as const;
  for (const model of [...models, ...more]) await (db[model] as unknown as { findFirst(): Promise<unknown> }).findFirst();
});

it('migrations are applied once', () => {
  const script = `require('./src/store/migrate').migrate(${JSON.stringify(url)}).then((applied) => console.log(JSON.stringify(applied)))`;
  expect(execFileSync(process.execPath, ['--import', 'tsx', '-e', script], { cwd: join(__dirname, '../..'), encoding: 'utf8' }).trim()).toBe('[]');
});

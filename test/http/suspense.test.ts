import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { invoiceOrder } from '../../scripts/sample-orders';
import { until } from '../../src/local/until';
import { settle } from '../../src/payments/receive';
import { NotInSuspense, Suspense } from '../../src/payments/suspense';
import { moneyOrder } from '../../src/store/money-orders';
import { storeStatement, unsettledStatements } from '../../src/store/statements';
import { listSuspense, suspenseByOutcome } from '../../src/store/suspense';
import { OrderCommands } from '../../src/temporal/order-commands';
import { BreakableProviders } from '../support/breakable-providers';
import { environment } from '../support/database';
import { awaitingPayment } from '../support/orders';
import { refusal } from '../support/refusal';
import { useService } from '../support/service';

let providers: BreakableProviders;
const s = useService({ providers: (db) => (providers = new BreakableProviders(db)) });
const actor = 'admin:clerk';
let suspense: Suspense;
let offerPayment: OrderCommands['offerPayment'];

afterEach(() => {
  delete providers.trouble.refund;
});

beforeAll(() => {
  offerPayment = new OrderCommands(s.client, s.db, 10_000).offerPayment;
  suspense = new Suspense({ db: s.db, client: s.client, offerPayment });
});

const outcomes = async (uin: string) =>
  (await s.db.bankStatement.findMany({ where: { uin }, orderBy: { createdAt: 'asc' } })).map(({ outcome }) => outcome);
const inSuspense = async (uin: string) => (await listSuspense(s.db, 1000)).filter((item) => item.uin === uin);
const balance = async (account: string, uin: string) => {
  const [row] = await s.db.$queryRaw<{ sum: number }[]>`
    SELECT COALESCE(sum(p.amount), 0)::float AS sum FROM ledger_postings p
    WHERE p.account = ${account}::ledger_account AND p.currency = 'RUB'
      AND (p.pa_order_id IN (SELECT pa_order_id FROM order_intake WHERE uin = ${uin})
           OR EXISTS (SELECT 1 FROM bank_statements b WHERE b.uin = ${uin} AND p.id LIKE 'statement:' || b.id || '%'))`;
  return row?.sum;
};

it('another payment of the same amount is kept apart from a repeated statement of the first', async () => {
  const { id, uin, amount_rub } = await awaitingPayment(s);
  await s.operator.statement({ uin, amount_rub, statement_ref: 'A' });
  for (const statement_ref of ['A', undefined, 'B', 'B']) {
    expect(await s.operator.statement({ uin, amount_rub, statement_ref })).toMatchObject({ pa_order_id: id, status: 'PARTNER_PAID' });
  }
  // what has no reference where the others have one may be another payment: in doubt, it stands in suspense
  expect(await outcomes(uin)).toEqual(['MATCHED', 'REPEAT', 'PAID_TWICE', 'PAID_TWICE', 'REPEAT']);
  expect(await balance('suspense', uin)).toBe(2 * amount_rub);
  expect(await balance('customers', uin)).toBe(-3 * amount_rub);
  expect((await s.db.journalRecord.findMany({ where: { paOrderId: id, statusTo: 'CLIENT_PAID' } })).length).toBe(1);
});

it('without references, the same message again is one payment, and one of another moment another', async () => {
  const { uin, amount_rub } = await awaitingPayment(s);
  const send = (received_at?: string) => s.operator.callback('bank', '/v1/callbacks/bank/statement', { uin, amount_rub, received_at });
  for (const received_at of [undefined, undefined, '2026-11-20T10:00:00.000Z', '2026-11-20T10:00:00.000Z']) await send(received_at);
  expect(await outcomes(uin)).toEqual(['MATCHED', 'REPEAT', 'PAID_TWICE', 'REPEAT']);
});

it('rubles under a UIN that nobody has are listed, and matched to an order by hand', async () => {
  const { id, uin, amount_rub } = await awaitingPayment(s);
  const wrong = `no-${randomUUID().slice(0, 12)}`;
  await refusal(s.operator.statement({ uin: wrong, amount_rub, statement_ref: 'C' }));
  const [item] = await inSuspense(wrong);
  expect(item).toMatchObject({ outcome: 'UNKNOWN_UIN', statementRef: 'C', notes: [] });
  const act = { id: item?.id ?? '', actor, note: 'the customer wrote another number' };

  await suspense.note({ ...act, note: 'asked the customer' });
  expect(await suspense.match(act, id)).toMatchObject({ status: 'PARTNER_PAID' });
  expect(await inSuspense(wrong)).toEqual([]);
  expect([await balance('suspense', wrong), await balance('customers', uin)]).toEqual([0, -amount_rub]);
  const actions = await s.db.statementAction.findMany({ where: { statementId: act.id }, orderBy: { id: 'asc' } });
  expect(actions.map((a) => [a.action, a.actor, a.note])).toEqual([
    ['NOTE', actor, 'asked the customer'],
    ['MATCH', actor, act.note],
  ]);
  await expect(suspense.match(act, id)).rejects.toThrow(NotInSuspense);
});

it('rubles that the order refuses stand in suspense again, and then go back once', async () => {
  const { id, uin, amount_rub } = await awaitingPayment(s);
  await refusal(s.operator.statement({ uin, amount_rub: amount_rub + 1, statement_ref: 'D' }));
  const [item] = await inSuspense(uin);
  const act = { id: item?.id ?? '', actor };
  await expect(suspense.match(act, id)).rejects.toMatchObject({ code: 'PAYMENT_AMOUNT_MISMATCH' });
  expect(await balance('suspense', uin)).toBe(amount_rub + 1);

  await suspense.return(act);
  await s.client.workflow.getHandle(`return-${act.id}`).result();
  expect(await outcomes(uin)).toEqual(['RETURNED']);
  expect([await balance('suspense', uin), await balance('refunds', uin), await balance('customers', uin)]).toEqual([0, 0, 0]);
  await expect(suspense.return(act)).rejects.toThrow(NotInSuspense);
  expect(await s.db.sandboxOperation.count({ where: { key: `statement:${act.id}:return` } })).toBe(1);
});

it('rubles that the bank would not send back stand in suspense again, and may be sent once more', async () => {
  const uin = `no-${randomUUID().slice(0, 12)}`;
  await refusal(s.operator.statement({ uin, amount_rub: 700, statement_ref: 'H' }));
  const [item] = await inSuspense(uin);
  const act = { id: item?.id ?? '', actor };
  providers.trouble.refund = 'refused';
  await suspense.return(act);
  await s.client.workflow.getHandle(`return-${act.id}`).result();
  const [again] = await inSuspense(uin);
  expect(again).toMatchObject({ outcome: 'RETURN_REFUSED', notes: [{ action: 'RETURN' }, { action: 'RETURN_REFUSED', note: 'made to be refused' }] });
  expect([await balance('suspense', uin), await balance('refunds', uin)]).toEqual([700, 0]);

  delete providers.trouble.refund;
  await suspense.return(act);
  await s.client.workflow.getHandle(`return-${act.id}-2`).result();
  expect(await outcomes(uin)).toEqual(['RETURNED']);
  expect([await balance('suspense', uin), await balance('refunds', uin), await balance('customers', uin)]).toEqual([0, 0, 0]);
  expect(providers.calls.filter((call) => call.includes(act.id) && !call.includes('find'))).toEqual([
    `refund.send statement:${act.id}:return`,
    `refund.withdraw statement:${act.id}:return`,
    `refund.send statement:${act.id}:return:2`,
  ]);
  expect(await moneyOrder(s.db, `statement:${act.id}:return:2`)).toEqual({ uin, amount_rub: '700', payment_ref: 'H' });
});

it('a statement that is sent again is taken when its order has come to await it, and leaves suspense', async () => {
  const { pa_order_id: id } = await s.operator.create(invoiceOrder(s.receiver.url));
  const { uin } = await s.db.orderIntake.findUniqueOrThrow({ where: { paOrderId: id } });
  await s.operator.assign(id);
  const amount_rub = 148945.5;
  const statement = { uin, amount_rub, statement_ref: 'E' };
  expect(await refusal(s.operator.statement(statement))).toMatchObject({ code: 'FX_RATE_NOT_FIXED' });
  expect(await s.operator.paymentDetails(id)).toMatchObject({ amount_rub });
  await s.operator.statement(statement);
  expect(await outcomes(uin)).toEqual(['REPEAT', 'MATCHED']);
  expect([await balance('suspense', uin), await balance('customers', uin)]).toEqual([0, -amount_rub]);
});

it('a statement that has been sent back is not taken by its order any more', async () => {
  const { pa_order_id: id } = await s.operator.create(invoiceOrder(s.receiver.url));
  const { uin } = await s.db.orderIntake.findUniqueOrThrow({ where: { paOrderId: id } });
  await s.operator.assign(id);
  const statement = { uin, amount_rub: 148945.5, statement_ref: 'F' };
  await refusal(s.operator.statement(statement));
  const [item] = await inSuspense(uin);
  await suspense.return({ id: item?.id ?? '', actor });
  await s.operator.paymentDetails(id);
  expect(await refusal(s.operator.statement(statement))).toMatchObject({ status: 422 });
  expect(await s.operator.get(id)).toMatchObject({ status: 'AWAITING_PAYMENT' });
  await until('it is entered as sent back', 10_000, async () => (await outcomes(uin)).includes('RETURNED'));
  expect(await outcomes(uin)).toEqual(['RETURNED', 'REPEAT']);
});

it('a statement whose receiver went away is carried on', async () => {
  const { uin, amount_rub } = await awaitingPayment(s);
  const id = await storeStatement(s.db, { uin, amountRub: String(amount_rub), source: 'bank:statement' });
  expect(await unsettledStatements(s.db, 60)).not.toContain(id);
  expect(await unsettledStatements(s.db, -1)).toContain(id);
  expect(await settle({ db: s.db, offerPayment }, id)).toMatchObject({ status: 'PARTNER_PAID' });
  expect(await outcomes(uin)).toEqual(['MATCHED']);
});

it('staff who match a second payment to a paid order are told that it stands in suspense still', async () => {
  const { id, uin, amount_rub } = await awaitingPayment(s);
  await s.operator.statement({ uin, amount_rub, statement_ref: 'I' });
  const wrong = `no-${randomUUID().slice(0, 12)}`;
  await refusal(s.operator.statement({ uin: wrong, amount_rub, statement_ref: 'J' }));
  const [item] = await inSuspense(wrong);
  const [{ name } = { name: '' }] = await s.db.$queryRaw<{ name: string }[]>`SELECT current_database() AS name`;
  const database = new URL(environment('TEST_DATABASE_URL'));
  database.pathname = `/${name}`;
  const env = {
    ...process.env,
    DATABASE_URL: database.href,
    TEMPORAL_ADDRESS: environment('TEST_TEMPORAL_ADDRESS'),
    TEMPORAL_NAMESPACE: s.settings.TEMPORAL_NAMESPACE,
  };
  const args = ['--import', 'tsx', 'scripts/suspense.ts', 'match', item?.id ?? '', id];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: join(__dirname, '../..'), env });
  expect(stdout).toContain(`Order ${id}, which is PARTNER_PAID, did not take it: it stands in suspense as PAID_TWICE.`);
  expect(await inSuspense(wrong)).toHaveLength(1);
});

it('an order that does not answer in time is held to its own rule: other rubles than it has taken are not its payment', async () => {
  const { id, uin, amount_rub } = await awaitingPayment(s);
  await s.operator.statement({ uin, amount_rub, statement_ref: 'H' });
  const { offerPayment: impatiently } = new OrderCommands(s.client, s.db, 1);
  const offer = (amount: number) => impatiently(id, { actor: 'bank:statement', amount_rub: String(amount) }, `payment:${amount}`);
  await expect(offer(amount_rub + 1)).rejects.toMatchObject({ code: 'PAYMENT_AMOUNT_MISMATCH' });
  expect(await offer(amount_rub)).toMatchObject({ status: 'PARTNER_PAID' });
});

it('one payment matched by hand and another by its UIN at once: the order takes one, the other stands in suspense', async () => {
  const { id, uin, amount_rub } = await awaitingPayment(s);
  const wrong = `no-${randomUUID().slice(0, 12)}`;
  await refusal(s.operator.statement({ uin: wrong, amount_rub }));
  const [item] = await inSuspense(wrong);
  await Promise.allSettled([suspense.match({ id: item?.id ?? '', actor }, id), s.operator.statement({ uin, amount_rub, statement_ref: 'G' })]);
  for (const lost of await unsettledStatements(s.db, -1)) await settle({ db: s.db, offerPayment }, lost);
  expect([...(await outcomes(uin)), ...(await outcomes(wrong))].sort()).toEqual(['MATCHED', 'PAID_TWICE']);
  const counted = (await suspenseByOutcome(s.db)).reduce((sum, { statements }) => sum + statements, 0);
  expect(counted).toBe((await listSuspense(s.db, 1000)).length);
  const metrics = await (await fetch(`${s.baseUrl}/metrics`)).text();
  expect(metrics).toContain('payment_agent_suspense_statements{outcome="PAID_TWICE"}');
});

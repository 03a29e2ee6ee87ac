import { randomUUID } from 'node:crypto';
import { invoiceOrder } from '../../scripts/sample-orders';
import { importStatements } from '../../src/payments/import';
import { violationsIn } from '../../src/reconciliation/invariants';
import { readStatementFile } from '../../src/statements/read';
import { listSuspense, noteStatement } from '../../src/store/suspense';
import { OrderCommands } from '../../src/temporal/order-commands';
import { useService } from '../support/service';
import { WRITERS } from '../support/statement-files';

const s = useService();
const imported = (file: Buffer) =>
  importStatements({ db: s.db, offerPayment: new OrderCommands(s.client, s.db, 10_000).offerPayment }, readStatementFile(file));
const awaitingPayment = async () => {
  const { pa_order_id: id } = await s.operator.create(invoiceOrder(s.receiver.url));
  await s.operator.assign(id);
  const { payment_details, amount_rub = 0 } = await s.operator.paymentDetails(id);
  return { id, uin: payment_details?.uin ?? '', amount_rub };
};

it.each([
  'camt.053',
  'MT940',
  '1C',
] as const)('%s: what callbacks brought is recognised, what they missed moves its order, the rest stands in suspense', async (format) => {
  const [told, missed] = [await awaitingPayment(), await awaitingPayment()];
  const refs = Array.from({ length: 4 }, () => randomUUID().slice(0, 8));
  await s.operator.statement({ uin: told.uin, amount_rub: told.amount_rub, statement_ref: refs[0] });
  const line = (uin: string | undefined, amount: number, i: number) => ({ uin, amountRub: amount.toFixed(2), statementRef: refs[i] ?? '' });
  const file = WRITERS[format]([
    line(told.uin, told.amount_rub, 0),
    line(missed.uin, missed.amount_rub, 1),
    line(missed.uin, missed.amount_rub, 2),
    line(undefined, 10, 3),
  ]);
  expect(await imported(file)).toEqual({ REPEAT: 1, MATCHED: 1, PAID_TWICE: 1, UNKNOWN_UIN: 1 });
  expect(await s.operator.get(missed.id)).toMatchObject({ status: 'PARTNER_PAID', payment_details: { received_at: '2026-11-19T21:00:00.000Z' } });
  const before = await s.db.bankStatement.count();
  expect(await imported(file)).toEqual({ KNOWN: 4 });
  expect(await s.db.bankStatement.count()).toBe(before);
  for (const { id } of [told, missed]) await s.operator.confirm(id);
});

const line = (order: { uin: string; amount_rub: number }, statementRef: string) => ({
  uin: order.uin,
  amountRub: order.amount_rub.toFixed(2),
  statementRef,
});
const weak = (file: Buffer): Buffer => Buffer.from(file.toString().replaceAll('AcctSvcrRef', 'NtryRef'));
const ofTheNextDay = (file: Buffer): Buffer => Buffer.from(file.toString().replaceAll('2026-11-20', '2026-11-21'));

it('another reference of the bank is another payment, whichever way it came', async () => {
  const order = await awaitingPayment();
  await s.operator.statement({ uin: order.uin, amount_rub: order.amount_rub, statement_ref: 'A' });
  expect(await imported(WRITERS['camt.053']([line(order, 'B')]))).toEqual({ PAID_TWICE: 1 });
  expect(await imported(WRITERS.MT940([line(order, 'A'), line(order, 'C')]))).toEqual({ REPEAT: 1, PAID_TWICE: 1 });
});

it('where the file has no reference of the bank, payments are counted; a number that comes again another day is another payment', async () => {
  const order = await awaitingPayment();
  await s.operator.statement({ uin: order.uin, amount_rub: order.amount_rub, statement_ref: 'A' });
  const file = weak(WRITERS['camt.053']([line(order, '1')]));
  expect(await imported(file)).toEqual({ REPEAT: 1 });
  expect(await imported(file)).toEqual({ KNOWN: 1 });
  expect(await imported(ofTheNextDay(file))).toEqual({ PAID_TWICE: 1 });
});

it.each([
  ['with', (file: Buffer) => file],
  ['without', weak],
] as const)('two lines %s one reference are two payments', async (_how, written) => {
  const order = await awaitingPayment();
  const file = written(WRITERS['camt.053']([line(order, '1'), line(order, '1')]));
  expect(await imported(file)).toEqual({ MATCHED: 1, PAID_TWICE: 1 });
  expect(await imported(file)).toEqual({ KNOWN: 2 });
});

/** A debit, or a credit, that the bank has undone. */
const undone = (indicator: 'CRDT' | 'DBIT', file: Buffer): Buffer =>
  Buffer.from(
    file
      .toString()
      .replaceAll('>CRDT<', `>${indicator}<`)
      .replaceAll('<n:BookgDt>', '<n:RvslInd>true</n:RvslInd><n:BookgDt>')
      .replace(/<n:TxsSummry>.*<\/n:TxsSummry>/, ''),
  );
const suspenseBalance = async () => {
  const [row] = await s.db.$queryRaw<{ sum: number }[]>`
    SELECT COALESCE(sum(amount), 0)::float AS sum FROM ledger_postings WHERE account = 'suspense'`;
  return row?.sum ?? 0;
};

it('rubles of ours that came back stand in suspense, and are offered to no order, though they name one that awaits as much', async () => {
  const order = await awaitingPayment();
  const before = await suspenseBalance();
  const file = undone('CRDT', WRITERS['camt.053']([line(order, 'B1'), line(order, 'B1')]));
  expect(await imported(file)).toEqual({ BOUNCED: 2 });
  expect(await imported(file)).toEqual({ KNOWN: 2 });
  expect(await s.operator.get(order.id)).toMatchObject({ status: 'AWAITING_PAYMENT' });
  expect(await suspenseBalance()).toBeCloseTo(before + 2 * order.amount_rub, 2);
  const listed = (await listSuspense(s.db, 1000)).filter(({ outcome }) => outcome === 'BOUNCED');
  expect(listed).toMatchObject(Array(2).fill({ uin: '', paOrderId: null, statementRef: `B1, UIN ${order.uin}` }));
  // the order's own payment is none of them, not even under the same reference
  expect(await imported(WRITERS['camt.053']([line(order, 'B1')]))).toEqual({ MATCHED: 1 });
});

it('rubles that the bank takes back are a finding with reference and amount, until staff have noted them', async () => {
  const order = await awaitingPayment();
  expect(await imported(WRITERS['camt.053']([line(order, 'T1')]))).toEqual({ MATCHED: 1 });
  const before = await suspenseBalance();
  const file = undone('DBIT', WRITERS['camt.053']([line(order, 'T1')]));
  expect(await imported(file)).toEqual({ TAKEN_BACK: 1 });
  expect(await imported(file)).toEqual({ KNOWN: 1 });
  expect(await suspenseBalance()).toBe(before);

  const found = async () => (await violationsIn(s.db, { since: new Date(0), graceS: 60 })).get('the bank takes nothing back');
  const [finding, ...others] = (await found()) ?? [];
  expect([finding?.detail, others]).toEqual([expect.stringContaining(`${order.amount_rub.toFixed(2)} RUB back: T1, UIN ${order.uin}`), []]);
  await noteStatement(s.db, { id: finding?.subject ?? '', actor: 'admin:clerk', note: 'agreed with the customer' });
  expect(await found()).toEqual([]);
});

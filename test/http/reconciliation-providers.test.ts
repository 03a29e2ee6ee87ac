import { randomUUID } from 'node:crypto';
import { paymentLinkOrder } from '../../scripts/sample-orders';
import { until } from '../../src/local/until';
import { Suspense } from '../../src/payments/suspense';
import { sandboxProviders } from '../../src/providers/sandbox';
import { providerViolations } from '../../src/reconciliation/providers';
import { OrderCommands } from '../../src/temporal/order-commands';
import { reconciling } from '../support/reconciling';
import { refusal } from '../support/refusal';
import { useService } from '../support/service';

const s = useService();
const { paidOut } = reconciling(s);
const found = async (since = new Date(0)) =>
  (await providerViolations(s.db, sandboxProviders(s.db), since, 0)).map((v) => `${v.subject} ${v.detail}`);

async function sentBack(): Promise<string> {
  const uin = `no-${randomUUID().slice(0, 12)}`;
  await refusal(s.operator.statement({ uin, amount_rub: 1234.5 }));
  const { id } = await s.db.bankStatement.findFirstOrThrow({ where: { uin } });
  const { offerPayment } = new OrderCommands(s.client, s.db, 10_000);
  await new Suspense({ db: s.db, client: s.client, offerPayment }).return({ id, actor: 'admin:clerk' });
  await until('it is back', 10_000, async () => (await s.db.bankStatement.findUniqueOrThrow({ where: { id } })).outcome === 'RETURNED');
  return id;
}

afterEach(async () => {
  expect(await found()).toEqual([]);
});

it('orders by SWIFT and by card, refunds and returned payments agree with the lists', async () => {
  const [{ id: swift }, { id: card }] = [await paidOut(), await paidOut(paymentLinkOrder(s.receiver.url))];
  const statement = await sentBack();
  await s.operator.refund(swift, 'asked for');
  const lists = await Promise.all(Object.values(sandboxProviders(s.db)).map((rail) => rail.list(new Date(0))));
  expect(lists.flat().map(({ key }) => key)).toEqual(
    expect.arrayContaining([`${swift}:payout:1`, `${card}:payout:1`, `${swift}:refund:1`, `statement:${statement}:return`]),
  );
});

it.each(['', 'not-ours', 'pa_unfinished', 'pa_1:fx:1', 'statement:1:return'])('a payout under the key "%s" is raised', async (key) => {
  const entry = { kind: 'payout', request: { amount: '900', currency: 'EUR' }, result: { reference: 'PA-EXTRA' } };
  await s.db.sandboxOperation.create({ data: { key, ...entry } });
  expect(await found(new Date())).toEqual([`${key || 'PA-EXTRA'} payout was done (PA-EXTRA 900 EUR), and is nobody's: its key is no key of ours`]);
  await s.db.sandboxOperation.delete({ where: { key } });
});

it.each([
  ['fx', 'amount', '999'],
  ['fx', 'currency', 'USD'],
  ['payout', 'amount', '999'],
  ['payout', 'reference', 'PA-ELSE'],
  ['refund', 'amount_rub', '1.01'],
  ['refund', 'reference', 'RF-ELSE'],
] as const)("%s: the provider's %s is %s, and the order's is not", async (step, field, value) => {
  const { id } = await paidOut();
  if (step === 'refund') await s.operator.refund(id, 'asked for');
  const key = `${id}:${step}:1`;
  const { request, result } = await s.db.sandboxOperation.findUniqueOrThrow({ where: { key } });
  const column = field === 'reference' ? 'result' : 'request';
  const was = (field === 'reference' ? result : request) as Record<string, string>;
  await s.db.sandboxOperation.update({ where: { key }, data: { [column]: { ...was, [field]: value } } });
  expect(await found(new Date(Date.now() - 60_000))).toEqual([
    expect.stringMatching(new RegExp(`^${id} ${step}: the provider did .*${value}.*, the order says `)),
  ]);
  await s.db.sandboxOperation.update({ where: { key }, data: { [column]: was } });
});

it("a card payment's reference is compared, too", async () => {
  const { id } = await paidOut(paymentLinkOrder(s.receiver.url));
  const key = `${id}:payout:1`;
  const { result } = await s.db.sandboxOperation.findUniqueOrThrow({ where: { key } });
  await s.db.sandboxOperation.update({ where: { key }, data: { result: { ...(result as object), reference: 'CD-ELSE' } } });
  expect(await found()).toEqual([expect.stringContaining(`${id} payout: the provider did CD-ELSE`)]);
  await s.db.sandboxOperation.update({ where: { key }, data: { result: result ?? {} } });
});

it('a payment that is returned in our books only, or at the bank only, is raised', async () => {
  const id = await sentBack();
  const key = `statement:${id}:return`;
  const entry = await s.db.sandboxOperation.findUniqueOrThrow({ where: { key } });
  await s.db.sandboxOperation.delete({ where: { key } });
  expect(await found(new Date(Date.now() - 60_000))).toEqual([`${id} the statement says RETURNED, the provider's list has no refund for it`]);
  const { request, result } = entry;
  await s.db.sandboxOperation.create({ data: { ...entry, request: { ...(request as object), amount_rub: '1' }, result: result ?? {} } });
  expect(await found()).toEqual([expect.stringContaining(`${id} refund: the provider did`)]);
  await s.db.sandboxOperation.update({ where: { key }, data: { request: request ?? {} } });

  const nobody = randomUUID();
  await s.db.sandboxOperation.create({ data: { ...entry, key: `statement:${nobody}:return`, request: request ?? {}, result: result ?? {} } });
  expect(await found()).toEqual([expect.stringMatching(new RegExp(`^${nobody} refund was done \\(.*\\), and the statement does not know$`))]);
  await s.db.sandboxOperation.delete({ where: { key: `statement:${nobody}:return` } });
});

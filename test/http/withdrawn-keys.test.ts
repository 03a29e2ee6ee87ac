import type { Order } from '../../scripts/operator';
import { invoiceOrder } from '../../scripts/sample-orders';
import { until } from '../../src/local/until';
import { ProviderError } from '../../src/providers/ports';
import { updates } from '../../workflows/messages';
import { BreakableProviders } from '../support/breakable-providers';
import { useService } from '../support/service';

let providers: BreakableProviders;
const s = useService({
  env: { PAYMENT_WAIT_SECONDS: '30' },
  providers: (db) => {
    providers = new BreakableProviders(db);
    return providers;
  },
});
const IBAN = 'IT60X0542811101000000123456';
const OTHER_IBAN = 'DE89370400440532013000';
const setIban = (iban: string | null) => s.db.partner.updateMany({ where: { partnerId: 'PARTNER-777' }, data: { iban } });

beforeEach(() => setIban(IBAN));
afterEach(() => {
  for (const rail of ['fx', 'payout', 'refund'] as const) delete providers.trouble[rail];
});

/** An order whose rubles have arrived, on its way with what troubles its providers. */
async function paid(): Promise<string> {
  const { pa_order_id: id } = await s.operator.create(invoiceOrder(s.receiver.url));
  await s.operator.assign(id);
  const due = await s.operator.paymentDetails(id);
  s.operator.statement({ uin: due.payment_details?.uin ?? '', amount_rub: due.amount_rub ?? 0 }).catch(() => undefined);
  return id;
}

const called = (call: string, times = 1): Promise<void> =>
  until(`${call}, ${times} times`, 30_000, () => providers.calls.filter((c) => c === call).length >= times);
const isNow = (id: string, status: Order['status']): Promise<void> =>
  until(`${id} is ${status}`, 30_000, async () => (await s.operator.get(id)).status === status);
const parked = (id: string): Promise<void> =>
  until(`${id} is parked`, 30_000, async () => {
    const { needsAttention } = await s.db.order.findUniqueOrThrow({ where: { paOrderId: id } });
    return needsAttention?.includes('parked') === true;
  });
const done = (id: string, kind: string) => s.db.sandboxOperation.findMany({ where: { kind, key: { startsWith: id } } });

it('refused after an attempt without an answer, a payout goes out under a new key; the old one is never done late', async () => {
  providers.trouble.payout = 'late';
  const id = await paid();
  await called(`payout.send ${id}:payout:1`);
  providers.trouble.payout = 'refused';
  await parked(id);
  delete providers.trouble.payout;
  await s.client.workflow.getHandle(id).executeUpdate(updates.retryStep, { args: [{ actor: 'admin:clerk' }] });
  await isNow(id, 'PARTNER_PAID');
  expect(await providers.doLate()).toBe(0);
  expect((await done(id, 'payout')).map(({ key }) => key)).toEqual([`${id}:payout:2`]);
});

it('refused after it was done, a payout is done', async () => {
  providers.trouble.payout = 'late';
  const id = await paid();
  await called(`payout.send ${id}:payout:1`);
  let refuse: (error: ProviderError) => void = () => undefined;
  providers.trouble.payout = new Promise((_, reject) => {
    refuse = reject;
  });
  await called(`payout.send ${id}:payout:1`, 2);
  expect(await providers.doLate()).toBe(1);
  refuse(new ProviderError('refused', 'the key is being worked on'));
  await isNow(id, 'PARTNER_PAID');
  expect((await done(id, 'payout')).map(({ key }) => key)).toEqual([`${id}:payout:1`]);
});

it('a refund begins when the desk will never do what it has not answered', async () => {
  providers.trouble.fx = 'late';
  const id = await paid();
  await called(`fx.send ${id}:fx:1`);
  expect((await s.operator.refund(id, 'trip called off')).status).toMatch(/^REFUND/);
  await isNow(id, 'REFUNDED');
  expect(await providers.doLate()).toBe(0);
  expect(await done(id, 'fx')).toEqual([]);
});

it('a payout is what its first attempt asked for, whatever the partner’s card says later', async () => {
  providers.trouble.payout = 'lose-answer';
  const id = await paid();
  await called(`payout.send ${id}:payout:1`);
  providers.trouble.payout = 'unavailable';
  await setIban(OTHER_IBAN);
  await called(`payout.find ${id}:payout:1`);
  delete providers.trouble.payout;
  await isNow(id, 'PARTNER_PAID');
  expect((await s.operator.get(id)).payment_out).toMatchObject({ iban_to: IBAN });
  const [{ content } = { content: '' }] = await s.db.madeDocument.findMany({ where: { paOrderId: id } });
  expect(content).toContain(IBAN);
});

it('a parked payout goes out to the corrected account', async () => {
  providers.trouble.payout = 'refused';
  const id = await paid();
  await parked(id);
  delete providers.trouble.payout;
  await setIban(OTHER_IBAN);
  await s.client.workflow.getHandle(id).executeUpdate(updates.retryStep, { args: [{ actor: 'admin:clerk' }] });
  await isNow(id, 'PARTNER_PAID');
  expect((await s.operator.get(id)).payment_out).toMatchObject({ iban_to: OTHER_IBAN });
});

it.each(['goes on', 'is refunded'])('a payout that was done, whose partner has no account any more: the order %s', async (then) => {
  providers.trouble.payout = 'lose-answer';
  const id = await paid();
  await called(`payout.send ${id}:payout:1`);
  providers.trouble.payout = 'unavailable';
  await setIban(null);
  if (then === 'is refunded') {
    s.operator.refund(id, 'trip called off').catch(() => undefined); // unanswered while it is being asked what was done
    await called(`payout.withdraw ${id}:payout:1`);
  }
  delete providers.trouble.payout;
  await isNow(id, then === 'goes on' ? 'PARTNER_PAID' : 'REFUNDED');
  const moves = (await s.operator.events(id)).flatMap((e) => (e.status_to ? [e.status_to] : []));
  expect(moves).toContain('PARTNER_PAID');
  expect(await done(id, 'payout')).toHaveLength(1);
});

it.each([
  '1500.01',
  '0.001',
])('a fee of %s for a transfer of 1500.00 EUR reaches no ledger: staff are told, and it is looked up until it makes sense', async (fee) => {
  providers.receipt.payout = { fee };
  const id = await paid();
  await until('staff are told', 30_000, async () => {
    const { needsAttention } = await s.db.order.findUniqueOrThrow({ where: { paOrderId: id } });
    return needsAttention?.includes(`its outcome is not known`) === true && needsAttention.includes(`fee of ${fee}`);
  });
  expect((await s.operator.get(id)).status).toBe('FX_EXECUTED');
  delete providers.receipt.payout;
  await isNow(id, 'PARTNER_PAID');
  expect(await done(id, 'payout')).toHaveLength(1);
});

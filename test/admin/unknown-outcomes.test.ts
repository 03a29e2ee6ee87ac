import { withdrawOnce } from '../../activities/ask-once';
import type { components } from '../../src/gateway/generated/openapi';
import { until } from '../../src/local/until';
import type { PayoutReceipt, PayoutRequest } from '../../src/providers/ports';
import { fixMoneyOrder } from '../../src/store/money-orders';
import { BreakableProviders } from '../support/breakable-providers';
import { paid } from '../support/orders';
import { refusal } from '../support/refusal';
import { useService } from '../support/service';
import { type Staff, signIn } from '../support/staff';

type AdminOrder = components['schemas']['AdminOrder'];
type Outcome = components['schemas']['StepOutcome'];

let providers: BreakableProviders;
const s = useService({ providers: (db) => (providers = new BreakableProviders(db)) });
let admin: Staff;
beforeAll(async () => {
  admin = await signIn(s.baseUrl);
});
afterEach(() => {
  delete providers.trouble.payout;
});

const note = 'the bank, by phone';
const get = (id: string) => admin.get<AdminOrder>(`/orders/${id}`);
const say = (id: string, outcome: Partial<Outcome>) => admin.post<AdminOrder>(`/orders/${id}/resolve`, { note, ...outcome });
const becomesUnknown = (id: string, key: string) =>
  until(`${key} is unknown`, 30_000, async () => {
    const { attention } = await get(id);
    return attention?.kind === 'unknown' && attention.key === key;
  });
const isPaidOut = (id: string) => until('the partner is paid', 30_000, async () => (await get(id)).status === 'PARTNER_PAID');

/** An order whose payout the bank does not answer for. */
async function unanswered(): Promise<{ id: string; key: string }> {
  providers.trouble.payout = 'silent';
  const id = await paid(s);
  await becomesUnknown(id, `${id}:payout:1`);
  return { id, key: `${id}:payout:1` };
}

it('what the bank says on the phone to have done is not sent again', async () => {
  const { id, key } = await unanswered();
  expect((await get(id)).needs_attention).toMatch(/^payout: its outcome is not known.*Pay 1500 EUR to PARTNER-777 by SWIFT, key /);
  expect(await say(id, { key, outcome: 'done', reference: 'BY-PHONE-1', fee: 12.5, value_date: '2026-11-20' })).toMatchObject({
    status: 'FX_EXECUTED',
  });
  await isPaidOut(id);
  expect(await get(id)).toMatchObject({
    payment_out: { swift_ref: 'BY-PHONE-1', amount_sent: 1500, fee: 12.5, value_date: '2026-11-20', iban_to: expect.any(String) },
  });
  const journal = await admin.get<components['schemas']['OrderEvent'][]>(`/orders/${id}/events`);
  const declared = journal.find(({ event_type }) => event_type === 'order.outcome_declared');
  expect(declared).toMatchObject({ actor: 'admin:admin', payload: { key, outcome: 'done', reference: 'BY-PHONE-1', note } });
  expect(providers.calls.filter((call) => call.startsWith(`payout.withdraw ${id}`))).toEqual(Array(3).fill(`payout.withdraw ${key}`));
  expect(await s.db.sandboxOperation.count({ where: { key: { startsWith: `${id}:payout` } } })).toBe(0);
});

it('what the bank says never to do is asked for anew, under another key', async () => {
  const { id, key } = await unanswered();
  await say(id, { key, outcome: 'not_done' });
  await until('nothing is sent any more', 30_000, async () => /it is withdrawn before/.test((await get(id)).needs_attention ?? ''));
  const sent = () => providers.calls.filter((call) => call === `payout.send ${key}`).length;
  const before = sent();
  await say(id, { key, outcome: 'not_done' });
  await becomesUnknown(id, `${id}:payout:2`);
  expect(sent()).toBe(before);
  delete providers.trouble.payout;
  await isPaidOut(id);
  const done = await s.db.sandboxOperation.findMany({ where: { key: { startsWith: `${id}:payout` } } });
  expect(done.map((operation) => operation.key)).toEqual([`${id}:payout:2`]);
});

it('nothing is decided about another key, without a reference, or where nothing is unknown', async () => {
  const { id, key } = await unanswered();
  expect(await refusal(say(id, { key: `${id}:payout:2`, outcome: 'not_done' }))).toMatchObject({ status: 409, code: 'CONFLICT' });
  expect(await refusal(say(id, { key, outcome: 'done' }))).toMatchObject({ status: 400, code: 'VALIDATION_ERROR' });
  expect(await refusal(say(id, { key, outcome: 'not_done', reference: 'A' }))).toMatchObject({ status: 400, code: 'VALIDATION_ERROR' });
  expect(await refusal(say(id, { key, outcome: 'done', reference: 'A', fee: 1500.01 }))).toMatchObject({
    status: 400,
    message: expect.stringContaining('fee'),
  });
  expect(await refusal(say(id, { key, outcome: 'done', reference: 'A', value_date: '2026-13-45' }))).toMatchObject({ status: 400 });
  delete providers.trouble.payout;
  await isPaidOut(id);
  expect(await refusal(say(id, { key, outcome: 'not_done' }))).toMatchObject({ status: 409, code: 'INVALID_STATUS_TRANSITION' });
});

it('what the bank has not done, whatever staff had heard, is parked and not sent again by itself', async () => {
  providers.trouble.payout = 'unknown'; // it answers what became of it, and nothing did
  const id = await paid(s);
  const key = `${id}:payout:1`;
  await becomesUnknown(id, key);
  await say(id, { key, outcome: 'done', reference: 'BY-PHONE-3' });
  await until('it is parked', 30_000, async () => (await get(id)).attention?.kind === 'parked');
  expect((await get(id)).needs_attention).toContain('the provider has not done it');
  delete providers.trouble.payout;
  await admin.post(`/orders/${id}/retry`);
  await isPaidOut(id);
  expect((await get(id)).payment_out?.swift_ref).not.toBe('BY-PHONE-3');
});

it("the bank's own answer goes before the word of staff", async () => {
  const key = 'pa_answered:payout:1';
  const request = { amount: '10', currency: 'EUR', to: { type: 'card', payment_link: 'https://pay.example/1' } } as const;
  await fixMoneyOrder(s.db, key, 'payout', request);
  const receipt = await providers.payout.send(key, request);
  const rail = { db: s.db, kind: 'payout', rail: providers.payout, declared: () => ({ ...receipt, reference: 'BY-PHONE-2' }) } as const;
  const withdraw = (asked: string, reference?: string) =>
    withdrawOnce<PayoutRequest, PayoutReceipt>(rail, { key: asked, verdict: { key: asked, outcome: reference ? 'done' : 'not_done', reference } });
  expect(await withdraw(key)).toEqual({ request, receipt });
  expect(await withdraw('pa_unasked:payout:1', 'BY-PHONE-2')).toBeNull();
});

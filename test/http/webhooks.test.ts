import { createHmac } from 'node:crypto';
import { invoiceOrder } from '../../scripts/sample-orders';
import { until } from '../../src/local/until';
import { SANDBOX_CLIENTS } from '../../src/store/seed';
import { useService } from '../support/service';

const s = useService();

afterEach(() => {
  s.receiver.behaviour = () => 200;
});

async function draft(): Promise<string> {
  return (await s.operator.create(invoiceOrder(s.receiver.url))).pa_order_id;
}

const attemptsAt = (id: string): { attempt: number; at: number }[] =>
  s.receiver.of(id).map((r) => ({ attempt: Number(r.headers['x-pa-delivery-attempt']), at: r.at }));
const events = (id: string) => s.db.webhookEvent.findMany({ where: { paOrderId: id } });

it('a receiver that fails is tried five times, after at least 1, 2, 4 and 8 seconds; then the event is a dead letter and the order can close', async () => {
  const id = await draft();
  s.receiver.behaviour = ({ body }) => (body.pa_order_id === id ? 500 : 200);
  await s.operator.cancel(id, 'not needed');
  await s.client.workflow.getHandle(id).result();
  const attempts = attemptsAt(id);
  expect(attempts.map((a) => a.attempt)).toEqual([1, 2, 3, 4, 5]);
  const gaps = attempts.slice(1).map((a, i) => a.at - (attempts[i]?.at ?? 0));
  for (const [i, least] of [1000, 2000, 4000, 8000].entries()) expect(gaps[i]).toBeGreaterThanOrEqual(least - 50);
  expect(await events(id)).toMatchObject([{ status: 'DEAD', attempts: 5, responseStatus: 500, lastError: 'the receiver answered 500' }]);
  expect(await s.db.webhookAttempt.count({ where: { eventId: s.receiver.of(id)[0]?.body.event_id } })).toBe(5);
});

it('a receiver that comes back gets the same event, once delivered', async () => {
  const id = await draft();
  s.receiver.behaviour = (r) => (Number(r.headers['x-pa-delivery-attempt']) < 3 ? 503 : 200);
  await s.operator.assign(id);
  await until('the event is delivered', 20_000, async () => (await events(id))[0]?.status === 'DELIVERED');
  expect(new Set(s.receiver.of(id).map((r) => r.body.event_id)).size).toBe(1);
  expect(attemptsAt(id).map((a) => a.attempt)).toEqual([1, 2, 3]);
  await s.operator.cancel(id, 'not needed');
});

it('redirects are not followed', async () => {
  const id = await draft();
  let redirects = 0;
  s.receiver.behaviour = ({ body }) => (body.pa_order_id === id && redirects++ === 0 ? 302 : 200);
  await s.operator.assign(id);
  await until('the second attempt', 10_000, async () => (await events(id))[0]?.status === 'DELIVERED');
  expect(attemptsAt(id).map((a) => a.attempt)).toEqual([1, 2]);
  await s.operator.cancel(id, 'not needed');
});

it('carries the Standard Webhooks headers beside ours', async () => {
  const id = await draft();
  await s.operator.assign(id);
  const { headers, raw, body } = await s.receiver.seen(id, 'order.status_changed', 'IN_PROGRESS');
  const { 'webhook-id': webhookId, 'webhook-timestamp': at, 'webhook-signature': signature } = headers;
  const expected = createHmac('sha256', SANDBOX_CLIENTS[0]?.webhook_secret ?? '')
    .update(`${webhookId}.${at}.${raw}`)
    .digest('base64');
  expect(signature).toBe(`v1,${expected}`);
  expect(webhookId).toBe(body.event_id);
  expect(body).toMatchObject({
    spec_version: '1.0',
    cso_order_id: expect.stringContaining('CSO-'),
    data: { status: 'IN_PROGRESS', status_prev: 'DRAFT' },
  });
  await s.operator.cancel(id, 'not needed');
});

it('tells what the specification lists, and tells the partner at its own address', async () => {
  const partner = {
    legal_name: 'Villa Uno S.p.A.',
    iban: 'IT60X0542811101000000123456',
    swift_bic: 'UNCRITMM',
    webhook_url: `${s.receiver.url}/partner`,
  };
  const order = invoiceOrder(s.receiver.url);
  const { pa_order_id: id } = await s.operator.create({ ...order, partner, service: { ...order.service, partner_id: 'PARTNER-NEW' } });
  await s.operator.assign(id);
  const due = await s.operator.paymentDetails(id);
  await s.operator.statement({ uin: due.payment_details?.uin ?? '', amount_rub: due.amount_rub ?? 0 });
  const { type, account, purpose, uin } = due.payment_details ?? {};
  const awaiting = await s.receiver.seen(id, 'order.status_changed', 'AWAITING_PAYMENT');
  expect(awaiting.body.data).toEqual({
    status: 'AWAITING_PAYMENT',
    status_prev: 'FX_FIXED',
    fx_rate: 97.35,
    amount_rub: due.amount_rub,
    payment_details: { type, account, purpose, uin },
  });
  const paid = await s.receiver.seen(id, 'order.partner_paid');
  expect(paid.body.data).toMatchObject({
    status: 'PARTNER_PAID',
    amount_sent: 1500,
    currency_sent: 'EUR',
    fee_deducted: 7.5,
    partner_receives: 1492.5,
  });
  expect(paid.body.data.documents).toEqual([{ type: 'SWIFT_CONFIRMATION', url: expect.stringContaining('signature=') }]);
  const required = await s.receiver.seen(id, 'payment_required');
  expect(required.body.data).toMatchObject({ amount_local: 1500, currency_local: 'EUR', amount_rub: due.amount_rub });
  const partnerSignature = createHmac('sha256', s.settings.PARTNER_SIGNING_SECRET)
    .update(`${required.headers['x-pa-timestamp']}.${required.raw}`)
    .digest('hex');
  expect(required.headers['x-pa-signature']).toBe(`sha256=${partnerSignature}`);
  await s.receiver.seen(id, 'partner_paid');
  await s.operator.confirm(id);
});

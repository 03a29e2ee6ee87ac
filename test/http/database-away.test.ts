import { invoiceOrder } from '../../scripts/sample-orders';
import { until } from '../../src/local/until';
import { queries, signals, updates } from '../../workflows/messages';
import { Link } from '../support/link';
import { useService } from '../support/service';

let link: Link;
const s = useService({
  databaseThrough: async (url) => {
    link = new Link(url.hostname, Number(url.port));
    url.port = String(await link.start());
    return url;
  },
});

afterAll(() => link.stop());

it('without its database it answers 503 with Retry-After; rubles that arrive meanwhile are not lost, and the copy catches up', async () => {
  const { pa_order_id: id } = await s.operator.create(invoiceOrder(s.receiver.url));
  await s.operator.assign(id);
  const due = await s.operator.paymentDetails(id);
  const handle = s.client.workflow.getHandle(id);

  link.cut();
  await handle.signal(signals.receivePayment, { actor: 'bank:statement', amount_rub: String(due.amount_rub) });
  const headers = { authorization: `Bearer ${await s.operator.token()}`, 'content-type': 'application/json', 'idempotency-key': 'away' };
  const body = JSON.stringify(invoiceOrder(s.receiver.url));
  for (const [method, path, sent] of [
    ['GET', `/v1/orders/${id}`, undefined],
    ['GET', '/v1/orders', undefined],
    ['POST', '/v1/orders', body],
    ['PATCH', `/v1/orders/${id}/cancel`, '{"reason":"called off"}'],
  ] as const) {
    const response = await fetch(s.baseUrl + path, { method, headers, body: sent });
    expect([path, response.status, ((await response.json()) as { error: { code: string } }).error.code]).toEqual([path, 503, 'SERVICE_UNAVAILABLE']);
    expect(response.headers.get('retry-after')).toBe('2');
  }
  expect((await fetch(`${s.baseUrl}/v1/health`)).status).toBe(503);
  expect((await handle.query(queries.live)).status).toBe('CLIENT_PAID');

  link.mend();
  await until('the copy has caught up', 60_000, async () => {
    const order = await s.operator.get(id).catch(() => undefined);
    return order?.status === 'PARTNER_PAID';
  });
  const moves = (await s.operator.events(id)).flatMap((e) => (e.status_to ? [e.status_to] : []));
  expect(moves).toEqual(['DRAFT', 'IN_PROGRESS', 'FX_FIXED', 'AWAITING_PAYMENT', 'CLIENT_PAID', 'FX_EXECUTED', 'PARTNER_PAID']);
  await s.operator.confirm(id);
}, 120_000);

it('payment details that were asked for meanwhile are issued when it is back: an Update keeps its outcome, so it must not fail', async () => {
  const { pa_order_id: id } = await s.operator.create(invoiceOrder(s.receiver.url));
  await s.operator.assign(id);
  const handle = s.client.workflow.getHandle(id);
  link.cut();
  const args: [{ actor: string }] = [{ actor: 'cso:cso-demo' }];
  const update = await handle.startUpdate(updates.issuePaymentDetails, { args, updateId: 'kept', waitForStage: 'ACCEPTED' });
  await until('it is asked for patiently', 30_000, async () => {
    const { pendingActivities } = (await handle.describe()).raw;
    return pendingActivities?.some((a) => a.activityType?.name === 'makeOffer') ?? false;
  });
  link.mend();
  expect(await update.result()).toMatchObject({ status: 'AWAITING_PAYMENT' });
  await s.operator.cancel(id, 'called off');
}, 120_000);

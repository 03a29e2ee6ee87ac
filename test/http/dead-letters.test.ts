import { createHmac } from 'node:crypto';
import { invoiceOrder } from '../../scripts/sample-orders';
import { until } from '../../src/local/until';
import { parseKeyRing, SealedBox } from '../../src/security/sealed-box';
import { SANDBOX_CLIENTS } from '../../src/store/seed';
import { refusal } from '../support/refusal';
import { useService } from '../support/service';

const s = useService();

afterEach(() => {
  s.receiver.behaviour = () => 200;
});

const deadLetters = () => s.operator.call('GET', '/v1/webhooks/dead-letters') as Promise<{ items: { event_id: string }[]; total: number }>;
const deliveries = (id: string) => s.operator.call('GET', `/v1/webhooks/deliveries?pa_order_id=${id}`) as Promise<{ items: { status: string }[] }>;
/** Orders whose only event nobody took. */
async function unheard(count: number): Promise<{ id: string; eventId: string }[]> {
  s.receiver.behaviour = () => 500;
  const ids = await Promise.all(Array.from({ length: count }, async () => (await s.operator.create(invoiceOrder(s.receiver.url))).pa_order_id));
  await Promise.all(ids.map((id) => s.operator.cancel(id, 'not needed')));
  await Promise.all(ids.map((id) => s.client.workflow.getHandle(id).result()));
  s.receiver.behaviour = () => 200;
  return ids.map((id) => ({ id, eventId: s.receiver.of(id)[0]?.body.event_id ?? '' }));
}

it('a dead letter is listed with what went wrong, and replayed as the same event, its attempts counted on', async () => {
  const [{ id, eventId }] = (await unheard(1)) as [{ id: string; eventId: string }];
  expect(await deadLetters()).toMatchObject({
    total: 1,
    items: [
      {
        event_id: eventId,
        pa_order_id: id,
        status: 'DEAD',
        attempts: 5,
        response_status: 500,
        last_error: 'the receiver answered 500',
        url: s.receiver.url,
      },
    ],
  });

  expect(await s.operator.call('POST', `/v1/webhooks/deliveries/${eventId}/replay`)).toEqual({ event_id: eventId, status: 'PENDING' });
  await until('it is delivered', 20_000, async () => (await deliveries(id)).items[0]?.status === 'DELIVERED');
  const attempt = { at: expect.any(String), duration_ms: expect.any(Number) };
  const failed = (n: number) => ({ ...attempt, attempt: n, response_status: 500, error: 'the receiver answered 500' });
  expect((await deliveries(id)).items).toEqual([
    {
      event_id: eventId,
      event_type: 'order.status_changed',
      status: 'DELIVERED',
      attempts: 6,
      response_status: 200,
      created_at: expect.any(String),
      attempt_log: [...[1, 2, 3, 4, 5].map(failed), { ...attempt, attempt: 6, response_status: 200 }],
    },
  ]);
  expect(s.receiver.of(id).map((r) => r.headers['x-pa-delivery-attempt'])).toEqual(['1', '2', '3', '4', '5', '6']);
  expect(await deadLetters()).toMatchObject({ total: 0, items: [] });
  expect((await refusal(s.operator.call('POST', `/v1/webhooks/deliveries/${eventId}/replay`))).code).toBe('WEBHOOK_NOT_FOUND');
});

it('many are replayed at once, named or all; one that fails again is a dead letter again', async () => {
  const letters = await unheard(3);
  const [first, second, third] = letters.map((l) => l.eventId) as [string, string, string];
  const named = await s.operator.call('POST', '/v1/webhooks/dead-letters/replay', { event_ids: [first, 'no-such-event'] });
  expect(named).toEqual({ items: [{ event_id: first, status: 'PENDING' }] });
  await until('the named one is delivered', 20_000, async () => (await deadLetters()).total === 2);

  s.receiver.behaviour = ({ body }) => (body.event_id === second ? 503 : 200);
  const all = (await s.operator.call('POST', '/v1/webhooks/dead-letters/replay', {})) as { items: { event_id: string }[] };
  expect(all.items.map((i) => i.event_id).sort()).toEqual([second, third].sort());
  await s.client.workflow.getHandle(`redelivery-${second}`).result();
  await s.client.workflow.getHandle(`redelivery-${third}`).result();
  expect(await deadLetters()).toMatchObject({ total: 1, items: [{ event_id: second, attempts: 10 }] });
  s.receiver.behaviour = () => 200;
  await s.operator.call('POST', '/v1/webhooks/dead-letters/replay', {});
  await until('all are delivered', 20_000, async () => (await deadLetters()).total === 0);
});

it("another operator meets neither an order's deliveries nor its dead letters, and replays none", async () => {
  const [{ id, eventId }] = (await unheard(1)) as [{ id: string; eventId: string }];
  expect(await s.stranger.call('GET', '/v1/webhooks/dead-letters')).toMatchObject({ items: [], total: 0 });
  expect(await s.stranger.call('POST', '/v1/webhooks/dead-letters/replay', {})).toEqual({ items: [] });
  expect((await refusal(s.stranger.call('GET', `/v1/webhooks/deliveries?pa_order_id=${id}`))).code).toBe('ORDER_NOT_FOUND');
  expect((await refusal(s.stranger.call('POST', `/v1/webhooks/deliveries/${eventId}/replay`))).code).toBe('WEBHOOK_NOT_FOUND');
  expect((await refusal(s.operator.call('GET', '/v1/webhooks/deliveries'))).code).toBe('VALIDATION_ERROR');
  await s.operator.call('POST', `/v1/webhooks/deliveries/${eventId}/replay`);
  await s.client.workflow.getHandle(`redelivery-${eventId}`).result();
});

it('while a secret is rotated, the standard signature holds for both, ours for the newer one', async () => {
  const [client] = SANDBOX_CLIENTS;
  const box = new SealedBox(parseKeyRing(s.settings.PII_KEYS));
  const secrets = ['the-newer-secret', client?.webhook_secret ?? ''];
  await s.db.apiClient.update({ where: { clientId: client?.client_id }, data: { webhookSecrets: secrets.map((secret) => box.seal(secret)) } });
  const sign = (secret: string, text: string, as: 'base64' | 'hex') => createHmac('sha256', secret).update(text).digest(as);
  await until('both sign', 20_000, async () => {
    const { pa_order_id: id } = await s.operator.create(invoiceOrder(s.receiver.url));
    await s.operator.cancel(id, 'not needed');
    const { headers, raw } = await s.receiver.seen(id, 'order.status_changed', 'REJECTED');
    const standard = secrets.map((secret) => `v1,${sign(secret, `${headers['webhook-id']}.${headers['webhook-timestamp']}.${raw}`, 'base64')}`);
    const ours = `sha256=${sign('the-newer-secret', `${headers['x-pa-timestamp']}.${raw}`, 'hex')}`;
    return headers['webhook-signature'] === standard.join(' ') && headers['x-pa-signature'] === ours;
  });
});

import { randomUUID } from 'node:crypto';
import { version } from '../../package.json';
import { invoiceOrder } from '../../scripts/sample-orders';
import type { components } from '../../src/gateway/generated/openapi';
import { until } from '../../src/local/until';
import { standardWebhookHeaders } from '../../src/security/signature';
import { awaitingPayment, paid } from '../support/orders';
import { refusal } from '../support/refusal';
import { useService } from '../support/service';
import { type Staff, signIn } from '../support/staff';

type Schemas = components['schemas'];

const s = useService({ env: { LOG_LEVEL: 'info', TEMPORAL_UI_URL: 'http://temporal.example' } });
let admin: Staff;
beforeAll(async () => {
  admin = await signIn(s.baseUrl);
});

const problem = (call: Promise<unknown>) => refusal(call).then(({ status, code }) => [status, code]);

describe('webhooks', () => {
  it('dead letters of every operator are listed and replayed, one or many', async () => {
    s.receiver.behaviour = () => 500;
    const made = await Promise.all([s.operator, s.stranger, s.operator].map((operator) => operator.create(invoiceOrder(s.receiver.url))));
    await Promise.all(made.map(({ pa_order_id }) => admin.patch(`/orders/${pa_order_id}/assign`, {})));
    const dead = () => admin.get<Schemas['AdminDeliveryList']>('/webhooks/dead-letters');
    await until('three are dead', 40_000, async () => (await dead()).total === 3);
    const { items } = await dead();
    expect(items[0]).toMatchObject({
      status: 'DEAD',
      attempts: 5,
      last_error: 'the receiver answered 500',
      recipient: 'operator',
      failed_at: expect.any(String),
    });
    const theirs = await admin.get<Schemas['AdminDeliveryList']>('/webhooks/dead-letters?operator_id=cso-demo-2');
    expect(theirs.items.map(({ operator_id }) => operator_id)).toEqual(['cso-demo-2']);

    s.receiver.behaviour = () => 200;
    expect(await admin.post('/webhooks/dead-letters/replay', { operator_id: 'cso-nobody', limit: 1000 })).toEqual({ items: [] });
    const [first, ...others] = items.map(({ event_id }) => event_id);
    expect(await admin.post(`/webhooks/deliveries/${first}/replay`)).toEqual({ event_id: first, status: 'PENDING' });
    expect(await problem(admin.post('/webhooks/deliveries/evt-none/replay'))).toEqual([404, 'WEBHOOK_NOT_FOUND']);
    const replayed = await admin.post<Schemas['Replays']>('/webhooks/dead-letters/replay', { event_ids: others });
    expect(replayed.items.map(({ event_id }) => event_id).sort()).toEqual(others.sort());
    await until('none is dead', 20_000, async () => (await dead()).total === 0);
    await until('all have arrived', 20_000, () => made.every(({ pa_order_id }) => s.receiver.of(pa_order_id).length > 0));
  });

  it('the newest deliveries are listed', async () => {
    const { id } = await awaitingPayment(s);
    const { items } = await admin.get<Schemas['AdminDeliveryList']>('/webhooks/recent?limit=2');
    expect(items.map(({ pa_order_id }) => pa_order_id)).toEqual([id, id]);
    await s.operator.cancel(id, 'not needed');
  });
});

describe('API clients', () => {
  const make = () =>
    admin.post<Required<Schemas['IssuedSecrets']>>('/api-clients', { client_id: `cso-${randomUUID().slice(0, 8)}`, name: 'New concierge' });
  const token = async ({ client_id, client_secret }: { client_id: string; client_secret: string }) =>
    fetch(`${s.baseUrl}/v1/oauth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ grant_type: 'client_credentials', client_id, client_secret }),
    });
  const byKey = (key: string) => fetch(`${s.baseUrl}/v1/orders`, { headers: { 'x-api-key': key } }).then(({ status }) => status);

  it('a new one gets in with what it was shown once, and nothing of it can be read again', async () => {
    const issued = await make();
    expect((await token(issued)).status).toBe(200);
    expect(await byKey(issued.api_key)).toBe(200);
    const { items } = await admin.get<{ items: Schemas['ApiClient'][] }>('/api-clients');
    expect(items.find(({ client_id }) => client_id === issued.client_id)).toMatchObject({ name: 'New concierge', webhook_secrets: 1 });
    const { items: audit } = await admin.get<Schemas['AuditList']>('/ops-config/audit?limit=100');
    const rows = JSON.stringify([items, audit, await s.db.apiClient.findMany()]);
    for (const secret of [issued.client_secret, issued.api_key, issued.webhook_secret]) expect(rows).not.toContain(secret);
    expect(await problem(admin.post('/api-clients', { client_id: issued.client_id, name: 'again' }))).toEqual([409, 'CONFLICT']);
    for (const wrong of [{ client_id: 'x y', name: 'n' }, { client_id: 'cso-x' }, { client_id: 'cso-x', name: 'n', scopes: ['everything'] }]) {
      expect(await problem(admin.post('/api-clients', wrong))).toEqual([400, 'VALIDATION_ERROR']);
    }
  });

  it('a rotated secret or key ends the old one', async () => {
    const issued = await make();
    const rotate = (secret: string) => admin.post<Schemas['IssuedSecrets']>(`/api-clients/${issued.client_id}/rotate`, { secret });
    const { client_secret = '' } = await rotate('client_secret');
    expect((await token(issued)).status).toBe(401);
    expect((await token({ ...issued, client_secret })).status).toBe(200);
    expect(await byKey(issued.api_key)).toBe(200);
    const { api_key = '' } = await rotate('api_key');
    expect(await byKey(api_key)).toBe(200);
    await until('the old key is refused', 2_000, async () => (await byKey(issued.api_key)) === 401);
  });

  it('while a webhook secret is rotated, the one before it goes on: a receiver with either verifies', async () => {
    const rotated = await admin.post<Schemas['IssuedSecrets']>('/api-clients/cso-demo-2/rotate', { secret: 'webhook_secret' });
    await until('an event is signed with both', 15_000, async () => {
      const { pa_order_id } = await s.stranger.create(invoiceOrder(s.receiver.url));
      await s.stranger.assign(pa_order_id);
      const { raw, headers } = await s.receiver.seen(pa_order_id, 'order.status_changed');
      const sent = String(headers['webhook-signature']).split(' ');
      const secrets = [rotated.webhook_secret ?? '', 'cso-demo-2-webhook-secret'];
      const at = Number(headers['webhook-timestamp']);
      const expected = standardWebhookHeaders(secrets as [string, string], String(headers['webhook-id']), raw, at)['webhook-signature'].split(' ');
      return expected.length === 2 && expected.every((signature) => sent.includes(signature));
    });
  });

  it('a revoked one is out within a second, token, secret and key', async () => {
    const issued = await make();
    const { access_token } = (await (await token(issued)).json()) as Schemas['TokenResponse'];
    const byToken = () => fetch(`${s.baseUrl}/v1/orders`, { headers: { authorization: `Bearer ${access_token}` } }).then(({ status }) => status);
    expect(await byToken()).toBe(200);
    expect(await admin.call('DELETE', `/api-clients/${issued.client_id}`)).toMatchObject({ revoked_at: expect.any(String) });
    await until('it is out', 2_000, async () => (await byToken()) === 401 && (await byKey(issued.api_key)) === 401);
    expect((await token(issued)).status).toBe(401);
    expect(await problem(admin.post(`/api-clients/${issued.client_id}/rotate`, { secret: 'api_key' }))).toEqual([404, 'NOT_FOUND']);
  });
});

it('logs are found by level, text, order and request, and cleared', async () => {
  const { id } = await awaitingPayment(s);
  const requestId = `look-${randomUUID()}`;
  await fetch(`${s.baseUrl}/v1/orders/pa_nobody`, { headers: { 'x-api-key': 'cso-demo-key', 'x-request-id': requestId } });
  const lines = (query: string) => admin.get<Schemas['LogLines']>(`/logs?${query}`);
  await until('they are kept', 10_000, async () => (await lines(`request_id=${requestId}`)).total === 1);
  expect((await lines(`request_id=${requestId}`)).items[0]).toMatchObject({
    level: 'info',
    message: 'GET /v1/orders/pa_nobody',
    request_id: requestId,
    fields: { status: 404, client: 'cso-demo' },
  });
  const ofOrder = await lines(`pa_order_id=${id}`);
  expect(ofOrder.items.map(({ message }) => message)).toEqual([`POST /v1/orders/${id}/payment-details`, `PATCH /v1/orders/${id}/assign`]);
  expect((await lines(`q=${id}/ASSIGN`)).total).toBe(1);
  expect((await lines(`request_id=${requestId}&level=error`)).total).toBe(0);
  expect((await lines('limit=1')).items).toHaveLength(1);
  expect(await problem(lines('level=loud'))).toEqual([400, 'VALIDATION_ERROR']);
  await admin.call('DELETE', '/logs');
  expect((await lines(`pa_order_id=${id}`)).total).toBe(0);
  await s.operator.cancel(id, 'not needed');
});

it('the system says what it is made of', async () => {
  const system = await admin.get<Schemas['System']>('/system');
  expect(system).toMatchObject({
    environment: 'sandbox',
    sandbox_enabled: true,
    versions: { service: version, node: process.versions.node, postgresql: expect.stringMatching(/^18/), temporal: expect.stringMatching(/^1\./) },
    storage: { status: 'up', size_bytes: expect.any(Number), connections: expect.any(Number) },
    temporal: { status: 'up', namespace: s.settings.TEMPORAL_NAMESPACE },
  });
  expect(system.temporal.queues.map(({ name, kind, pollers }) => [name, kind, pollers > 0])).toEqual([
    ['orders', 'workflow', true],
    ['orders', 'activity', true],
    ['money', 'activity', true],
  ]);
  expect(system.migrations.map(({ name }) => name)).toContain('20261120230000_init');
});

it('the overview adds up', async () => {
  const before = await admin.get<Schemas['Overview']>('/metrics/overview?days=1');
  const id = await paid(s);
  await s.operator.confirm(id);
  const { id: other } = await awaitingPayment(s);
  await s.operator.cancel(other, 'not needed');
  let now = before;
  await until('it counts them', 10_000, async () => {
    now = await admin.get<Schemas['Overview']>('/metrics/overview?days=1');
    return now.conversion.created === before.conversion.created + 2;
  });
  expect(now.conversion.completed).toBe(before.conversion.completed + 1);
  expect(now.conversion.rejected).toBe(before.conversion.rejected + 1);
  expect(now.volume.rub - before.volume.rub).toBeCloseTo(148_945.5, 2);
  expect(Object.values(now.orders_by_status).reduce((sum, count) => sum + count)).toBe(now.conversion.created);
  expect(now.stages.find(({ status }) => status === 'AWAITING_PAYMENT')).toMatchObject({
    orders: expect.any(Number),
    median_seconds: expect.any(Number),
  });
  expect(now.volume_by_day.reduce((sum, { rub }) => sum + rub, 0)).toBeCloseTo(now.volume.rub, 2);
  expect(now.attention).toMatchObject({ stuck_orders: 0, findings: 0 });
  expect(await problem(admin.get('/metrics/overview?days=0'))).toEqual([400, 'VALIDATION_ERROR']);
});

it('the overview counts what staff have to look at', async () => {
  const overview = () => admin.get<Schemas['Overview']>('/metrics/overview?days=1');
  const second = await signIn(s.baseUrl, 'admin-2');
  await admin.patch('/refund-policy', { approval_above_rub: 1 });
  const settled = async () => (await s.db.webhookEvent.count({ where: { status: 'PENDING' } })) === 0;
  await until('everything before is delivered', 20_000, settled);
  const before = await overview();

  const soon = new Date(Date.now() + 3_600_000).toISOString();
  const { id: near } = await awaitingPayment(s, { deadline: soon, service: { currency_local: 'THB', amount_local: 1000 } });
  const late = await paid(s);
  await admin.post(`/orders/${late}/refund`, { reason: 'trip called off' });
  await s.db.order.update({ where: { paOrderId: late }, data: { deadline: new Date(0), needsAttention: 'payout: parked' } });
  await refusal(s.operator.statement({ uin: 'no-overview', amount_rub: 123.45 }));
  await s.db.finding.create({ data: { invariant: 'made up', subject: 'x', detail: 'x' } });
  await until('what is owed is delivered', 20_000, settled);
  const event = {
    paOrderId: near,
    operatorId: 'cso-demo',
    recipient: 'operator',
    url: s.receiver.url,
    eventType: 'x',
    body: '{}',
    createdAt: new Date(),
  };
  const statuses = ['PENDING', 'DEAD', 'DEAD', 'DEAD'];
  await s.db.webhookEvent.createMany({ data: statuses.map((status) => ({ ...event, status, eventId: randomUUID() })) });

  let now = before;
  await until('it counts them', 10_000, async () => {
    now = await overview();
    return now.webhooks.dead === before.webhooks.dead + 3;
  });
  const risen = (name: keyof Schemas['Overview']['attention']) => now.attention[name] - before.attention[name];
  expect({
    stuck_orders: risen('stuck_orders'),
    sla_breached: risen('sla_breached'),
    deadline_near: risen('deadline_near'),
    approvals: risen('approvals'),
    dead_letters: risen('dead_letters'),
    suspense: risen('suspense'),
    suspense_rub: Math.round(risen('suspense_rub') * 100) / 100,
    findings: risen('findings'),
  }).toEqual({ stuck_orders: 1, sla_breached: 1, deadline_near: 1, approvals: 1, dead_letters: 3, suspense: 1, suspense_rub: 123.45, findings: 1 });

  const delivered = await s.db.webhookEvent.count({ where: { status: 'DELIVERED' } });
  const dead = before.webhooks.dead + 3;
  expect(delivered).toBeGreaterThan(before.webhooks.delivered);
  expect(now.webhooks).toEqual({ delivered, pending: 1, dead, success_percent: Math.round((delivered / (delivered + dead)) * 1000) / 10 });
  expect(now.exposure.find(({ currency }) => currency === 'THB')).toEqual({
    currency: 'THB',
    orders: 1,
    paid_orders: 0,
    amount_local: 1000,
    promised_rub: 2590,
    now_rub: 2550,
    result_rub: 40,
  });

  await s.db.$transaction([
    s.db.webhookEvent.deleteMany({ where: { eventType: 'x' } }),
    s.db.finding.deleteMany({ where: { invariant: 'made up' } }),
  ]);
  await s.operator.cancel(near, 'not needed');
  const { items } = await second.get<Schemas['ApprovalList']>('/approvals?status=PENDING');
  await second.post(`/approvals/${items.find(({ pa_order_id }) => pa_order_id === late)?.id}/approve`);
});

describe('suspense', () => {
  const strayRubles = async (amount_rub: number) => {
    const uin = `no-${randomUUID().slice(0, 12)}`;
    await refusal(s.operator.statement({ uin, amount_rub, statement_ref: uin }));
    const { items } = await admin.get<Schemas['StatementList']>('/suspense?limit=100');
    return items.find((item) => item.uin === uin)?.id ?? '';
  };

  it('rubles of nobody are noted, and given to an order', async () => {
    const { id, amount_rub } = await awaitingPayment(s);
    const statement = await strayRubles(amount_rub);
    await admin.post(`/suspense/${statement}/note`, { note: 'asked the customer' });
    expect(await admin.post(`/suspense/${statement}/match`, { pa_order_id: id, note: 'it is theirs' })).toMatchObject({
      outcome: 'MATCHED',
      pa_order_id: id,
      notes: [
        { action: 'NOTE', actor: 'admin:admin', note: 'asked the customer' },
        { action: 'MATCH', actor: 'admin:admin', note: 'it is theirs' },
      ],
    });
    expect((await s.operator.get(id)).status).toBe('PARTNER_PAID');
    expect(await problem(admin.post(`/suspense/${statement}/match`, { pa_order_id: id }))).toEqual([404, 'NOT_FOUND']);
  });

  it('what an order refuses belongs again to the order that it names, and there is no order of another id', async () => {
    const { id, uin, amount_rub } = await awaitingPayment(s);
    await refusal(s.operator.statement({ uin, amount_rub: amount_rub - 2, statement_ref: uin }));
    const { items } = await admin.get<Schemas['StatementList']>('/suspense?limit=100');
    const statement = items.find((item) => item.uin === uin)?.id;
    const { id: other } = await awaitingPayment(s);
    expect(await problem(admin.post(`/suspense/${statement}/match`, { pa_order_id: other }))).toEqual([422, 'PAYMENT_AMOUNT_MISMATCH']);
    expect(await problem(admin.post(`/suspense/${statement}/match`, { pa_order_id: 'pa_nobody' }))).toEqual([404, 'ORDER_NOT_FOUND']);
    const money = await admin.get<Schemas['OrderMoney']>(`/orders/${id}/money`);
    expect(money.statements.map((item) => [item.id, item.outcome])).toEqual([[statement, 'MISMATCH']]);
  });

  it('an order that does not take them leaves them where they are', async () => {
    const { id, amount_rub } = await awaitingPayment(s);
    const statement = await strayRubles(amount_rub - 1);
    expect(await problem(admin.post(`/suspense/${statement}/match`, { pa_order_id: id }))).toEqual([422, 'PAYMENT_AMOUNT_MISMATCH']);
    const { items, total } = await admin.get<Schemas['StatementList']>('/suspense');
    expect(items.find((item) => item.id === statement)).toMatchObject({ outcome: 'MISMATCH' });
    expect(total).toBe(items.length);
  });

  it('they are sent back', async () => {
    const statement = await strayRubles(777);
    expect(await admin.post(`/suspense/${statement}/return`, { note: 'nobody knows them' })).toMatchObject({ id: statement });
    await until(
      'they are back',
      15_000,
      async () => (await s.db.bankStatement.findUniqueOrThrow({ where: { id: statement } })).outcome === 'RETURNED',
    );
  });
});

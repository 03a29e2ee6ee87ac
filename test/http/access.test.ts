import { randomUUID } from 'node:crypto';
import { invoiceOrder } from '../../scripts/sample-orders';
import { digest } from '../../src/security/identity';
import { operations } from '../support/contract';
import { refusal } from '../support/refusal';
import { useService } from '../support/service';

const s = useService();
const guarded = operations.filter(({ isGuarded, role }) => isGuarded && !role);
const READ_ONLY = { clientId: 'cso-reader', key: 'cso-reader-key', secret: 'cso-reader-secret' };

beforeAll(async () => {
  const { clientId, key, secret } = READ_ONLY;
  const hashes = { secretHash: digest(secret), apiKeyHash: digest(key) };
  await s.db.apiClient.create({ data: { clientId, name: 'Reads only', ...hashes, scopes: ['orders:read'], webhookSecrets: [] } });
});

const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  fetch(s.baseUrl + path, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) });
const tokenOf = async (client_id: string, client_secret: string) =>
  (await (await post('/v1/oauth/token', { grant_type: 'client_credentials', client_id, client_secret })).json()) as {
    access_token: string;
    scope: string;
  };

const answerOf = async ({ method, path, body }: Pick<(typeof guarded)[number], 'method' | 'path' | 'body'>, headers: Record<string, string> = {}) => {
  const answer = await fetch(s.baseUrl + path, {
    method,
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID(), ...headers },
    body: method === 'GET' ? undefined : JSON.stringify(body ?? {}),
  });
  return [answer.status, ((await answer.json()) as { error?: { code: string } }).error?.code];
};

it('a token lasts an hour, is kept as a hash only, and is refused afterwards', async () => {
  const { access_token, ...about } = await tokenOf('cso-demo', 'cso-demo-secret');
  expect(about).toEqual({ token_type: 'Bearer', expires_in: 3600, scope: 'orders:read orders:write' });
  const kept = await s.db.accessToken.findUniqueOrThrow({ where: { tokenHash: digest(access_token) } });
  expect(JSON.stringify(kept)).not.toContain(access_token);
  expect(kept.expiresAt.getTime() - Date.now()).toBeGreaterThan(3590_000);
  await s.db.accessToken.update({ where: { tokenHash: kept.tokenHash }, data: { expiresAt: new Date() } });
  const answer = await fetch(`${s.baseUrl}/v1/orders`, { headers: { authorization: `Bearer ${access_token}` } });
  expect(answer.status).toBe(401);
});

it('takes the form encoding that OAuth libraries send', async () => {
  const body = new URLSearchParams({ grant_type: 'client_credentials', client_id: 'cso-demo', client_secret: 'cso-demo-secret' });
  expect((await fetch(`${s.baseUrl}/v1/oauth/token`, { method: 'POST', body })).status).toBe(200);
});

describe.each(['token', 'key'] as const)('who may only read, by %s,', (by) => {
  const headers = async (): Promise<Record<string, string>> =>
    by === 'key' ? { 'x-api-key': READ_ONLY.key } : { authorization: `Bearer ${(await tokenOf(READ_ONLY.clientId, READ_ONLY.secret)).access_token}` };

  it('reads', async () => {
    expect((await fetch(`${s.baseUrl}/v1/orders`, { headers: await headers() })).status).toBe(200);
  });

  it.each(guarded.filter(({ scopes }) => scopes.includes('orders:write')))('may not $operationId', async (operation) => {
    expect(await answerOf(operation, await headers())).toEqual([403, 'FORBIDDEN']);
  });
});

describe('another spelling of a path', () => {
  it.each(guarded)('leads nobody to $operationId', async (operation) => {
    for (const path of [operation.path.toUpperCase(), operation.path.replace('/v1', '/V1'), `/${operation.path}`]) {
      expect([401, 404]).toContain((await answerOf({ ...operation, path }))[0]);
    }
  });
});

describe('whoever does not say who calls', () => {
  it.each(guarded)('may not $operationId', async (operation) => {
    expect(await answerOf(operation)).toEqual([401, 'UNAUTHORIZED']);
  });
});

describe('another operator', () => {
  let id: string;
  let eventId: string;
  beforeAll(async () => {
    ({ pa_order_id: id } = await s.operator.create(invoiceOrder(s.receiver.url)));
    await s.operator.assign(id);
    const { items } = await s.operator.call<{ items: { event_id: string }[] }>('GET', `/v1/webhooks/deliveries?pa_order_id=${id}`);
    eventId = items[0]?.event_id ?? '';
  });

  it.each(guarded.filter(({ path }) => path.includes('{')))("may not $operationId with someone else's", async ({ path, ...operation }) => {
    const concrete = path.replace('{paOrderId}', id).replace('{eventId}', eventId);
    expect(concrete).not.toContain('{');
    const token = { authorization: `Bearer ${await s.stranger.token()}` };
    expect(await answerOf({ ...operation, path: concrete }, token)).toEqual([
      404,
      path.includes('{eventId}') ? 'WEBHOOK_NOT_FOUND' : 'ORDER_NOT_FOUND',
    ]);
  });

  it("does not find it in a list, nor by the order's id in deliveries", async () => {
    expect((await s.operator.list()).items.map((o) => o.pa_order_id)).toContain(id);
    expect((await s.stranger.list()).items.map((o) => o.pa_order_id)).not.toContain(id);
    expect(await refusal(s.stranger.call('GET', `/v1/webhooks/deliveries?pa_order_id=${id}`))).toMatchObject({ code: 'ORDER_NOT_FOUND' });
  });

  it('may use the same order number', async () => {
    const order = invoiceOrder(s.receiver.url);
    const [mine, theirs] = await Promise.all([s.operator.create(order), s.stranger.create(order)]);
    expect(mine.pa_order_id).not.toBe(theirs.pa_order_id);
  });

  it('cannot redirect a payout through a partner block', async () => {
    const order = invoiceOrder(s.receiver.url);
    const partner = { legal_name: 'Mallory Ltd', iban: 'AE070331234567890123456', swift_bic: 'EBILAEAD' };
    await s.stranger.create({ ...order, partner });
    const { pa_order_id: id } = await s.operator.create(invoiceOrder(s.receiver.url));
    await s.operator.assign(id);
    const due = await s.operator.paymentDetails(id);
    const paid = await s.operator.statement({ uin: due.payment_details?.uin ?? '', amount_rub: due.amount_rub ?? 0 });
    expect(paid.payment_out?.iban_to).toBe('IT60X0542811101000000123456');
    await s.operator.confirm(id);
  });
});

it('secrets and keys are kept as hashes or sealed', async () => {
  const rows = JSON.stringify(await s.db.apiClient.findMany());
  for (const secret of ['cso-demo-secret', 'cso-demo-key', 'cso-demo-webhook-secret']) expect(rows).not.toContain(secret);
});

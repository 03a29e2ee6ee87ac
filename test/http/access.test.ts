import { digest } from '../../src/security/identity';
import { useService } from '../support/service';

const s = useService();
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

  it('changes nothing', async () => {
    const answer = await post('/v1/webhooks/dead-letters/replay', {}, await headers());
    expect([answer.status, ((await answer.json()) as { error: { code: string } }).error.code]).toEqual([403, 'FORBIDDEN']);
  });
});

it('secrets and keys are kept as hashes or sealed', async () => {
  const rows = JSON.stringify(await s.db.apiClient.findMany());
  for (const secret of ['cso-demo-secret', 'cso-demo-key', 'cso-demo-webhook-secret']) expect(rows).not.toContain(secret);
});

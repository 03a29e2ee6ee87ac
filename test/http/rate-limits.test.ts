import { invoiceOrder } from '../../scripts/sample-orders';
import { until } from '../../src/local/until';
import { signatureHeaders } from '../../src/security/signature';
import { writeConfig } from '../../src/store/config';
import { useService } from '../support/service';
import { signIn } from '../support/staff';

const s = useService();
const call = (key: string) => fetch(`${s.baseUrl}/v1/orders`, { headers: { 'x-api-key': key } });
const codeOf = async (response: Response) => ((await response.json()) as { error: { code: string } }).error.code;

async function limitTo(operator_per_minute: number, partner_per_minute: number): Promise<void> {
  await s.db.$executeRaw`DELETE FROM rate_limits`;
  await writeConfig(s.db, 'rate_limits', { operator_per_minute, partner_per_minute });
  await until('the gateway has noticed the limit', 10_000, async () => {
    const seen = (await call('cso-demo-2-key')).headers.get('ratelimit-limit');
    return seen === String(operator_per_minute);
  });
  await s.db.$executeRaw`DELETE FROM rate_limits`;
}

it('lets an operator send its limit and not one more; says when to come back; leaves the other operator alone', async () => {
  await limitTo(5, 1000);
  const answers = [];
  for (let i = 0; i < 6; i++) answers.push(await call('cso-demo-key'));
  expect(answers.map((a) => a.status)).toEqual([200, 200, 200, 200, 200, 429]);
  expect(answers.map((a) => a.headers.get('ratelimit-remaining'))).toEqual(['4', '3', '2', '1', '0', '0']);
  const [refused] = answers.slice(-1);
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  expect(Number(refused?.headers.get('retry-after'))).toBeLessThanOrEqual(60);
  expect(refused && (await codeOf(refused))).toBe('RATE_LIMIT_EXCEEDED');
  expect((await call('cso-demo-2-key')).status).toBe(200);
});

it('counts by the database, so that every gateway sees the same count', async () => {
  await limitTo(5, 1000);
  await call('cso-demo-key');
  await s.db.$executeRaw`UPDATE rate_limits SET points = points + 4 WHERE key LIKE '%operator:cso-demo'`;
  expect((await call('cso-demo-key')).status).toBe(429);
});

it('begins anew when the minute is over', async () => {
  await limitTo(1, 1000);
  await call('cso-demo-key');
  expect((await call('cso-demo-key')).status).toBe(429);
  await s.db.$executeRaw`UPDATE rate_limits SET expire = expire - 60000`;
  expect((await call('cso-demo-key')).status).toBe(200);
});

it('limits the callbacks of a partner, never those of the bank', async () => {
  await limitTo(1000, 2);
  const { pa_order_id } = await s.operator.create(invoiceOrder(s.receiver.url));
  const post = (path: string, secret: string, content: object) => {
    const body = JSON.stringify(content);
    return fetch(s.baseUrl + path, { method: 'POST', body, headers: { 'content-type': 'application/json', ...signatureHeaders(secret, body) } });
  };
  const confirm = () => post('/v1/callbacks/partner/service-confirmed', s.settings.PARTNER_SIGNING_SECRET, { pa_order_id });
  const codes = [];
  for (let i = 0; i < 3; i++) codes.push(await codeOf(await confirm()));
  expect(codes).toEqual(['INVALID_STATUS_TRANSITION', 'INVALID_STATUS_TRANSITION', 'RATE_LIMIT_EXCEEDED']);
  const statement = () => post('/v1/callbacks/bank/statement', s.settings.BANK_SIGNING_SECRET, { uin: '1', amount_rub: 1 });
  for (let i = 0; i < 4; i++) expect((await statement()).status).toBe(404);
  await s.operator.cancel(pa_order_id, 'not needed');
});

it('limits each of staff to what staff have set', async () => {
  const [admin, viewer] = [await signIn(s.baseUrl), await signIn(s.baseUrl, 'viewer')];
  const look = () => fetch(`${s.baseUrl}/v1/admin/auth/me`, { headers: { authorization: `Bearer ${viewer.token}` } });
  await admin.patch('/rate-limits', { staff_per_minute: 60 });
  await until('the gateway has noticed the limit', 2_000, async () => (await look()).headers.get('ratelimit-limit') === '60');
  await s.db.$executeRaw`DELETE FROM rate_limits`;
  const answers = [];
  for (let i = 0; i < 61; i++) answers.push(await look());
  expect(answers.map(({ status }) => status)).toEqual([...Array(60).fill(200), 429]);
  expect(answers.map(({ headers }) => Number(headers.get('ratelimit-remaining')))).toEqual([...Array(60).keys()].reverse().concat(0));
  const [refused] = answers.slice(-1);
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  expect(Number(refused?.headers.get('retry-after'))).toBeLessThanOrEqual(60);
  expect(refused && (await codeOf(refused))).toBe('RATE_LIMIT_EXCEEDED');
  expect(await admin.get('/auth/me')).toMatchObject({ username: 'admin' });
});

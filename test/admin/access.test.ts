import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { digest } from '../../src/security/identity';
import { findByPassword, openSession, removeStaff, setStaff } from '../../src/store/staff';
import { operations } from '../support/contract';
import { environment } from '../support/database';
import { refusal } from '../support/refusal';
import { useService } from '../support/service';
import { type Staff, signIn } from '../support/staff';

const s = useService();
const admin = operations.filter(({ path }) => path.startsWith('/v1/admin'));
const guarded = admin.filter(({ role }) => role);

let viewer: Staff;
beforeAll(async () => {
  viewer = await signIn(s.baseUrl, 'viewer');
});

const ids: Record<string, string> = { paOrderId: 'pa_nobody', partnerId: 'PARTNER-777', currency: 'EUR', eventId: 'nothing', clientId: 'cso-nobody' };
const concrete = (path: string): string =>
  path
    .replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '3f0c6f0e-8a34-4f0b-9a51-6b0a4f1f6f52')
    .replace(/preview$/, 'preview?amount=1&currency=EUR');
const answer = async ({ method, path, body }: (typeof admin)[number], headers: Record<string, string>, sent: unknown = body ?? {}) => {
  const response = await fetch(s.baseUrl + concrete(path), {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: method === 'GET' ? undefined : JSON.stringify(sent),
  });
  const text = await response.text();
  return { status: response.status, code: text ? (JSON.parse(text) as { error?: { code: string } }).error?.code : undefined };
};
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

it('covers every admin operation of the specification', () => {
  const spec = readFileSync(`${__dirname}/admin-operations.txt`, 'utf8').trim().split('\n');
  expect(admin.map(({ method, path }) => `${method} ${path}`)).toEqual(expect.arrayContaining(spec));
  expect(admin.filter(({ role }) => !role).map(({ operationId }) => operationId)).toEqual(['login']);
});

describe.each(guarded)('$method $path', (operation) => {
  it('is for nobody without a session, nor for an operator', async () => {
    const others: Record<string, string>[] = [{}, bearer('x'.repeat(43)), bearer(await s.operator.token()), { 'x-api-key': 'cso-demo-key' }];
    for (const headers of others) {
      expect(await answer(operation, headers)).toEqual({ status: 401, code: 'UNAUTHORIZED' });
    }
  });

  const changes = operation.method !== 'GET' && operation.operationId !== 'logout';
  it('asks for the same in another spelling of its path', async () => {
    const { path } = operation;
    for (const spelling of [path.toUpperCase(), path.replace('/v1', '/V1'), path.replace('/admin', '/Admin'), `/${path}`]) {
      expect([401, 404]).toContain((await answer({ ...operation, path: spelling }, {})).status);
      if (changes) expect([403, 404]).toContain((await answer({ ...operation, path: spelling }, bearer(viewer.token))).status);
    }
  });

  it(`asks for the role ${changes ? 'admin' : 'of anybody'}`, () => expect(operation.role).toBe(changes ? 'admin' : 'staff'));

  if (changes) {
    it('is not for a viewer', async () => expect(await answer(operation, bearer(viewer.token))).toEqual({ status: 403, code: 'FORBIDDEN' }));
  } else if (operation.operationId !== 'logout') {
    it('is for a viewer', async () => {
      const { status, code } = await answer(operation, bearer(viewer.token));
      expect(operation.path.includes('{paOrderId}') ? code : status).toBe(operation.path.includes('{paOrderId}') ? 'ORDER_NOT_FOUND' : 200);
    });
  }

  if (changes && operation.takesBody) {
    it('refuses a body of another shape', async () => {
      const { token } = await signIn(s.baseUrl);
      for (const wrong of [
        [],
        'text',
        Object.fromEntries(
          Object.keys(
            (operation.body ?? {
              reason: '',
              assignee: '',
              type: '',
              comment: '',
              note: '',
              approval_above_rub: '',
              inn: '',
              vat_percent: '',
              payouts_enabled: '',
              staff_per_minute: '',
              paused_operators: '',
            }) as object,
          ).map((name) => [name, { no: 'such' }]),
        ),
      ]) {
        expect(await answer(operation, bearer(token), wrong)).toEqual({ status: 400, code: 'VALIDATION_ERROR' });
      }
    });
  }

  if (changes && /\{(paOrderId|eventId|clientId|statementId|approvalId)\}/.test(operation.path)) {
    it('says that it is not there', async () => {
      const { token } = await signIn(s.baseUrl);
      expect((await answer(operation, bearer(token))).status).toBe(404);
    });
  }
});

it("a session is refused on operators' paths", async () => {
  const { token } = await signIn(s.baseUrl);
  expect((await fetch(`${s.baseUrl}/v1/orders`, { headers: bearer(token) })).status).toBe(401);
});

it('a session lasts eight hours, is kept as a hash only, and ends at once by signing out', async () => {
  const staff = await signIn(s.baseUrl);
  expect(await staff.get('/auth/me')).toEqual({ username: 'admin', role: 'admin' });
  const row = await s.db.staffSession.findUniqueOrThrow({ where: { tokenHash: digest(staff.token) } });
  expect(row.expiresAt.getTime() - Date.now()).toBeGreaterThan(7.9 * 3_600_000);
  expect(JSON.stringify(row)).not.toContain(staff.token);
  await staff.post('/auth/logout');
  expect(await refusal(staff.get('/auth/me'))).toMatchObject({ status: 401, code: 'UNAUTHORIZED' });

  const other = await signIn(s.baseUrl);
  await s.db.staffSession.update({ where: { tokenHash: digest(other.token) }, data: { expiresAt: new Date() } });
  expect(await refusal(other.get('/auth/me'))).toMatchObject({ status: 401 });
});

it('a session ends at once when its member has another password, or is removed', async () => {
  const env = {
    ...process.env,
    DATABASE_URL: s.databaseUrl,
    TEMPORAL_ADDRESS: environment('TEST_TEMPORAL_ADDRESS'),
    TEMPORAL_NAMESPACE: s.settings.TEMPORAL_NAMESPACE,
  };
  const staff = async (...args: string[]): Promise<string> => {
    const command = ['--import', 'tsx', 'scripts/staff.ts', ...args];
    const { stdout } = await promisify(execFile)(process.execPath, command, { cwd: join(__dirname, '../..'), env });
    return /password (\S+)/.exec(stdout)?.[1] ?? '';
  };
  const isOut = async (call: Promise<unknown>) => expect(await refusal(call)).toMatchObject({ status: 401, code: 'UNAUTHORIZED' });

  const first = await staff('set', 'anna', 'viewer');
  const before = await signIn(s.baseUrl, 'anna', first);
  expect(await before.get('/auth/me')).toEqual({ username: 'anna', role: 'viewer' });
  const second = await staff('set', 'anna', 'admin');
  await isOut(before.get('/auth/me'));
  await isOut(signIn(s.baseUrl, 'anna', first));

  const after = await signIn(s.baseUrl, 'anna', second);
  expect(await after.get('/auth/me')).toEqual({ username: 'anna', role: 'admin' });
  await staff('remove', 'anna');
  await isOut(after.get('/auth/me'));
  await isOut(signIn(s.baseUrl, 'anna', second));
  expect(await s.db.staffSession.count({ where: { username: 'anna' } })).toBe(0);
});

it('a password that is changed while somebody signs in with it opens no session', async () => {
  await setStaff(s.db, { username: 'berta', role: 'viewer' }, 'berta-demo');
  const known = await findByPassword(s.db, 'berta', 'berta-demo');
  if (!known) throw new Error('berta is not known');
  const inAnHour = new Date(Date.now() + 3_600_000);
  expect(await openSession(s.db, 'one', known, inAnHour)).toBe(true);
  await setStaff(s.db, { username: 'berta', role: 'viewer' }, 'another password');
  expect(await openSession(s.db, 'two', known, inAnHour)).toBe(false);
  await removeStaff(s.db, 'berta');
  expect(await s.db.staffSession.count({ where: { username: 'berta' } })).toBe(0);
});

it('passwords are kept as argon2id', async () => {
  for (const { passwordHash } of await s.db.staff.findMany()) expect(passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

const login = async (username: string, password: string) => {
  const begun = performance.now();
  const response = await fetch(`${s.baseUrl}/v1/admin/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  return { status: response.status, retryAfter: Number(response.headers.get('retry-after')), ms: performance.now() - begun };
};

it('wrong passwords are answered ever more slowly, and lock the name; whoever else signs in is not held up', async () => {
  for (const username of ['viewer', 'nobody']) {
    for (const wait of [200, 400, 800, 1600, 3000]) {
      const { status, ms } = await login(username, 'wrong');
      expect(status).toBe(401);
      expect(ms).toBeGreaterThanOrEqual(wait);
    }
    const locked = await login(username, `${username}-demo`);
    expect(locked.status).toBe(429);
    expect(locked.retryAfter).toBeGreaterThan(800);
  }
  expect((await login('admin', 'admin-demo')).status).toBe(200);
});

it('a right password takes none of the wrong ones back that came from its address', async () => {
  await login('somebody', 'wrong');
  await s.db.$executeRaw`UPDATE rate_limits SET points = 98 WHERE key LIKE '%login:%'`;
  expect((await login('admin', 'admin-demo')).status).toBe(200);
  const others = [];
  for (const name of ['one', 'two', 'three']) others.push((await login(name, 'wrong')).status);
  expect(others).toEqual([401, 401, 429]);
});

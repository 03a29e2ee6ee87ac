import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { httpProviders } from '../../src/providers/http';
import { type PayoutRequest, ProviderError, type Providers } from '../../src/providers/ports';
import { sandboxProviders } from '../../src/providers/sandbox';
import { type Database, openDatabase } from '../../src/store/database';
import { testDatabase } from '../support/database';

let db: Database;
let server: Server;
/** What the bank adapter answers instead of its work; undefined: it works. */
let answer: { status: number; headers?: Record<string, string>; body?: unknown } | 'silence' | 'nothing at all' | undefined;
const made = {} as { sandbox: Providers; http: Providers };

/** A bank adapter as docs/providers.md asks for, on top of the sandbox's book. */
function adapter(book: Providers): Server {
  const rails = { 'fx-deals': book.fx, payouts: book.payout, refunds: book.refund };
  return createServer(async (req, res) => {
    const [, name = '', key] = (req.url ?? '').split('?')[0]?.split('/') ?? [];
    const rail = rails[name as keyof typeof rails];
    let text = '';
    for await (const chunk of req) text += String(chunk);
    const reply = (status: number, body: unknown, headers = {}) => res.writeHead(status, headers).end(JSON.stringify(body));
    if (answer === 'nothing at all') return;
    if (answer === 'silence') return void req.socket.destroy();
    if (answer) return void reply(answer.status, answer.body ?? { message: 'made to fail' }, answer.headers);
    if (req.headers.authorization !== 'Bearer adapter-key') return void reply(401, { message: 'who are you' });
    if (req.method === 'GET' && key === undefined) {
      const since = new URL(req.url ?? '', 'http://adapter').searchParams.get('since') ?? '';
      return void reply(200, { items: await rail.list(new Date(since)) });
    }
    if (req.method === 'GET') {
      const found = await rail.find(decodeURIComponent(key ?? ''));
      return void reply(found ? 200 : 404, found ?? { message: 'nothing under this key' });
    }
    if (req.method === 'DELETE') {
      const done = await rail.withdraw(decodeURIComponent(key ?? ''));
      return void (done ? reply(200, done) : res.writeHead(204).end());
    }
    await rail.send(String(req.headers['idempotency-key']), JSON.parse(text)).then(
      (receipt) => reply(200, receipt),
      (error: Error) => reply(422, { message: error.message }),
    );
  });
}

beforeAll(async () => {
  db = openDatabase(await testDatabase());
  made.sandbox = sandboxProviders(db);
  server = adapter(made.sandbox);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  made.http = httpProviders(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 'adapter-key');
});
afterEach(() => {
  answer = undefined;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await db.$disconnect();
});

const swift: PayoutRequest = { amount: '1500.00', currency: 'EUR', to: { type: 'swift', iban: 'IT60X0542811101000000123456', mt103: '…' } };
const card: PayoutRequest = { amount: '10', currency: 'TRY', to: { type: 'card', payment_link: 'https://pay.example/1' } };

describe.each(['sandbox', 'http'] as const)('the %s providers', (which) => {
  it('do once what is asked under one key, however often', async () => {
    const key = randomUUID();
    const { payout } = made[which];
    const receipts = await Promise.all([payout.send(key, swift), payout.send(key, swift), payout.send(key, swift)]);
    expect(new Set(receipts.map((r) => r.reference)).size).toBe(1);
    expect(await db.sandboxOperation.count({ where: { key } })).toBe(1);
    expect(await payout.find(key)).toEqual(receipts[0]);
  });

  it('do different things under different keys', async () => {
    const { fx } = made[which];
    const request = { currency: 'EUR', amount: '1', rate: '97.35' };
    const [a, b] = [await fx.send(randomUUID(), request), await fx.send(randomUUID(), request)];
    expect(a.reference).not.toBe(b.reference);
  });

  it('list what was done since, oldest first', async () => {
    const { payout } = made[which];
    const since = new Date();
    const keys = [randomUUID(), randomUUID()];
    const receipts: { reference: string }[] = [];
    for (const key of keys) receipts.push(await payout.send(key, swift));
    const done = await payout.list(since);
    expect(done.map(({ key, reference }) => ({ key, reference }))).toEqual(keys.map((key, i) => ({ key, reference: receipts[i]?.reference })));
    expect(done.every(({ done_at }) => new Date(done_at) >= since)).toBe(true);
    expect(await payout.list(new Date(Date.now() + 60_000))).toEqual([]);
  });

  it('find nothing under a key that was never used', async () => {
    const { fx, payout, refund } = made[which];
    expect([await fx.find(randomUUID()), await payout.find(randomUUID()), await refund.find(randomUUID())]).toEqual([null, null, null]);
  });

  it('never do what was withdrawn, and never withdraw what was done', async () => {
    const { payout } = made[which];
    const [unused, used] = [randomUUID(), randomUUID()];
    expect([await payout.withdraw(unused), await payout.withdraw(unused)]).toEqual([null, null]);
    await expect(payout.send(unused, swift)).rejects.toMatchObject({ fault: 'refused' });
    expect(await payout.find(unused)).toBeNull();
    const receipt = await payout.send(used, swift);
    expect([await payout.withdraw(used), await payout.find(used)]).toEqual([receipt, receipt]);
  });

  it('either do or withdraw what is sent and withdrawn at once', async () => {
    const { fx } = made[which];
    for (let i = 0; i < 10; i++) {
      const key = randomUUID();
      const sent = fx.send(key, { currency: 'EUR', amount: '1', rate: '97.35' }).catch(() => null);
      const withdrawn = await fx.withdraw(key);
      expect(await sent).toEqual(withdrawn);
    }
  });

  it('refuse a key that stands for something else', async () => {
    const key = randomUUID();
    await made[which].payout.send(key, swift);
    const error = await made[which].payout.send(key, { ...swift, amount: '1501.00' }).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(ProviderError);
    expect(error).toMatchObject({ fault: 'refused' });
  });

  it('give a card payment its authorisation code, and a transfer its fee and value date', async () => {
    const { payout } = made[which];
    expect(await payout.send(randomUUID(), card)).toMatchObject({ auth_code: expect.stringMatching(/^\d{6}$/), fee: '0.00' });
    expect(await payout.send(randomUUID(), swift)).toMatchObject({ fee: '7.50', value_date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) });
  });

  it('refund under a key of its own', async () => {
    const { refund } = made[which];
    const key = randomUUID();
    const done = await refund.send(key, { uin: '18810177190218155028', amount_rub: '100.00' });
    expect(await refund.find(key)).toEqual(done);
  });
});

describe('the http providers tell failures apart', () => {
  it.each([
    ['refused', 422, {}, undefined],
    ['rate_limited', 429, { 'retry-after': '7' }, 7000],
    ['unknown', 302, {}, undefined],
    ['unknown', 408, {}, undefined],
    ['unknown', 409, {}, undefined],
    ['unknown', 423, {}, undefined],
    ['unknown', 425, {}, undefined],
    ['unknown', 500, {}, undefined],
    ['unknown', 503, {}, undefined],
  ] as const)('%s: %i', async (fault, status, headers, retryAfterMs) => {
    answer = { status, headers };
    await expect(made.http.fx.send('k', { currency: 'EUR', amount: '1', rate: '1' })).rejects.toMatchObject({ fault, retryAfterMs });
  });

  it.each([200, 202, 404, 405, 409, 503])('a withdrawal answered with %i promises nothing, and is asked for again', async (status) => {
    answer = { status };
    const outcome = await made.http.fx.withdraw('k').catch((error: ProviderError) => error.fault);
    expect(['unavailable', 'unknown']).toContain(outcome);
  });

  it.each([
    ['fee', '-1.00'],
    ['fee', 'seven'],
    ['fee', 7.5],
    ['fee', undefined],
    ['reference', ''],
    ['reference', 'a\0b'],
    ['value_date', '2026-02-30'],
  ])('a receipt whose %s is %j leaves the outcome unknown, and says why', async (field, value) => {
    answer = { status: 200, body: { reference: 'PA1', fee: '0.00', value_date: '2026-11-21', [field]: value } };
    for (const call of [made.http.payout.send('k', swift), made.http.payout.find('k'), made.http.payout.withdraw('k')])
      await expect(call).rejects.toMatchObject({ fault: 'unknown', message: expect.stringContaining(`the receipt is not understood: ${field}:`) });
  });

  it('a list that is not understood is none', async () => {
    answer = { status: 200, body: { items: [{ key: 'k', reference: 'R', done_at: 'yesterday' }] } };
    await expect(made.http.fx.list(new Date())).rejects.toMatchObject({ fault: 'unknown', message: expect.stringContaining('done_at') });
  });

  it('a call ends with its attempt', async () => {
    answer = 'nothing at all';
    await expect(made.http.payout.send('k', swift, AbortSignal.timeout(100))).rejects.toMatchObject({ fault: 'unknown' });
  });

  it('a connection that breaks leaves the outcome unknown; one that is refused does not', async () => {
    answer = 'silence';
    await expect(made.http.payout.send('k', swift)).rejects.toMatchObject({ fault: 'unknown' });
    await expect(httpProviders('http://127.0.0.1:1', 'x').payout.send('k', swift)).rejects.toMatchObject({ fault: 'unavailable' });
  });
});

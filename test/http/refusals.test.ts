import { randomUUID } from 'node:crypto';
import canonicalize from 'canonicalize';
import { invoiceOrder, paymentLinkOrder } from '../../scripts/sample-orders';
import { digest } from '../../src/security/identity';
import { signatureHeaders } from '../../src/security/signature';
import { signals } from '../../workflows/messages';
import { refusal } from '../support/refusal';
import { useService } from '../support/service';

const s = useService();
type Sample = ReturnType<typeof invoiceOrder>;

const create = (change: (order: Sample) => object, sample = invoiceOrder) =>
  refusal(s.operator.create({ ...sample(s.receiver.url), ...change(sample('')) } as Sample));
const raw = (method: string, path: string, body?: string, headers: Record<string, string> = {}) => fetch(s.baseUrl + path, { method, body, headers });
const bearer = async () => ({ authorization: `Bearer ${await s.operator.token()}` });

describe('the error body', () => {
  const odd: [string, number, string, () => Promise<Response>][] = [
    [
      'malformed JSON',
      400,
      'VALIDATION_ERROR',
      async () => raw('POST', '/v1/orders', '{"a":', { 'content-type': 'application/json', ...(await bearer()) }),
    ],
    ['an unknown path', 404, 'NOT_FOUND', async () => raw('GET', '/v1/nothing', undefined, await bearer())],
    ['a path outside /v1', 404, 'NOT_FOUND', async () => raw('GET', '/nothing')],
    ['a wrong method', 405, 'METHOD_NOT_ALLOWED', async () => raw('DELETE', '/v1/orders', undefined, await bearer())],
    [
      'a wrong content type',
      415,
      'UNSUPPORTED_MEDIA_TYPE',
      async () => raw('POST', '/v1/orders', 'a=b', { 'content-type': 'text/csv', 'idempotency-key': 'k', ...(await bearer()) }),
    ],
    [
      'too large a body',
      413,
      'PAYLOAD_TOO_LARGE',
      async () => raw('POST', '/v1/orders', JSON.stringify('x'.repeat(2_000_000)), { 'content-type': 'application/json', ...(await bearer()) }),
    ],
    ['no credentials', 401, 'UNAUTHORIZED', async () => raw('GET', '/v1/orders')],
    ['a wrong token', 401, 'UNAUTHORIZED', async () => raw('GET', '/v1/orders', undefined, { authorization: `Bearer ${'x'.repeat(43)}` })],
    ['a wrong key', 401, 'UNAUTHORIZED', async () => raw('GET', '/v1/orders', undefined, { 'x-api-key': 'nobody' })],
    [
      'wrong client credentials',
      401,
      'UNAUTHORIZED',
      async () =>
        raw('POST', '/v1/oauth/token', JSON.stringify({ grant_type: 'client_credentials', client_id: 'cso-demo', client_secret: 'no' }), {
          'content-type': 'application/json',
        }),
    ],
    ['a page of no size', 400, 'VALIDATION_ERROR', async () => raw('GET', '/v1/orders?limit=0', undefined, await bearer())],
    ['an unknown status', 400, 'VALIDATION_ERROR', async () => raw('GET', '/v1/orders?status=NONE', undefined, await bearer())],
    [
      'a document link that is not signed',
      404,
      'NOT_FOUND',
      async () => raw('GET', `/v1/documents/${randomUUID()}?expires=99999999999&signature=00`),
    ],
  ];
  it.each(odd)('for %s: %i %s', async (_what, status, code, call) => {
    const response = await call();
    const body = (await response.json()) as { error: Record<string, unknown> };
    expect([response.status, body.error.code]).toEqual([status, code]);
    expect(body.error).toMatchObject({ message: expect.any(String), timestamp: expect.stringMatching(/Z$/) });
    expect(body.error.request_id).toBe(response.headers.get('x-request-id'));
    expect(JSON.stringify(body)).not.toMatch(/node_modules|at \w+ \(/);
  });

  it('names the allowed methods beside a wrong one', async () => {
    const response = await raw('DELETE', '/v1/orders', undefined, await bearer());
    expect(response.headers.get('allow')?.split(', ').sort()).toEqual(['GET', 'POST']);
    expect(await response.json()).toMatchObject({ error: { details: { allow: response.headers.get('allow') } } });
  });

  it('echoes a request id, and makes one in place of an unusable one', async () => {
    expect((await raw('GET', '/v1/health', undefined, { 'x-request-id': 'mine-1' })).headers.get('x-request-id')).toBe('mine-1');
    expect((await raw('GET', '/v1/health', undefined, { 'x-request-id': 'has spaces' })).headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe('creation', () => {
  it.each([
    ['INVOICE_REQUIRED', 422, () => ({ invoice: undefined }), invoiceOrder],
    ['PAYMENT_LINK_REQUIRED', 422, () => ({ payment_link: undefined }), paymentLinkOrder],
    ['PARTNER_DETAILS_REQUIRED', 422, (o: Sample) => ({ service: { ...o.service, partner_id: 'NOBODY' } }), invoiceOrder],
    ['PARTNER_NOT_REGISTERED', 422, (o: Sample) => ({ service: { ...o.service, partner_id: 'NOBODY' } }), paymentLinkOrder],
    ['SCENARIO_NOT_SUPPORTED_BY_PARTNER', 422, (o: Sample) => ({ service: { ...o.service, partner_id: 'PARTNER-777' } }), paymentLinkOrder],
    ['VALIDATION_ERROR', 400, () => ({ deadline: '2020-01-01T00:00:00.000Z' }), invoiceOrder],
    ['VALIDATION_ERROR', 400, () => ({ deadline: 'tomorrow' }), invoiceOrder],
    ['VALIDATION_ERROR', 400, (o: Sample) => ({ service: { ...o.service, amount_local: 0.5 } }), invoiceOrder],
    ['VALIDATION_ERROR', 400, (o: Sample) => ({ service: { ...o.service, amount_local: 10.005 } }), invoiceOrder],
    ['VALIDATION_ERROR', 400, (o: Sample) => ({ service: { ...o.service, country: 'Italy' } }), invoiceOrder],
    ['VALIDATION_ERROR', 400, () => ({ order_id: 'x' }), invoiceOrder],
    ['VALIDATION_ERROR', 400, () => ({ callback_url: 'not a url' }), invoiceOrder],
    ['VALIDATION_ERROR', 400, () => ({ partner: { legal_name: 'X', iban: 'IT60X0542811101000000123457', swift_bic: 'UNCRITMM' } }), invoiceOrder],
    ['VALIDATION_ERROR', 400, () => ({ partner: { legal_name: 'X', iban: 'IT60X0542811101000000123456', swift_bic: 'nonsense1' } }), invoiceOrder],
  ])('%s %i', async (code, status, change, sample) => {
    const error = await create(change, sample);
    expect([error.code, error.status]).toEqual([code, status]);
    if (code === 'VALIDATION_ERROR')
      expect((error.body as { error: { details: { violations: string[] } } }).error.details.violations.length).toBeGreaterThan(0);
  });

  it('IDEMPOTENCY_KEY_REQUIRED without the header', async () => {
    const error = await refusal(s.operator.call('POST', '/v1/orders', invoiceOrder(s.receiver.url)));
    expect(error).toMatchObject({ status: 400, code: 'IDEMPOTENCY_KEY_REQUIRED' });
  });

  it('a repeat with the same key and body is replayed; with another body it is refused', async () => {
    const order = invoiceOrder(s.receiver.url);
    const key = randomUUID();
    const first = await s.operator.create(order, key);
    const headers = { 'content-type': 'application/json', 'idempotency-key': key, ...(await bearer()) };
    const again = await raw('POST', '/v1/orders', JSON.stringify({ ...order, client: { ...order.client } }), headers);
    expect(again.headers.get('idempotent-replay')).toBe('true');
    expect(await again.json()).toEqual(first);
    const other = await raw('POST', '/v1/orders', JSON.stringify({ ...order, order_id: 'CSO-other' }), headers);
    expect([other.status, ((await other.json()) as { error: { code: string } }).error.code]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED']);
  });

  it('a repeat takes over from a process that died over the first', async () => {
    const order = invoiceOrder(s.receiver.url);
    const requestHash = digest(canonicalize(order) ?? '');
    await s.db.idempotencyKey.create({ data: { operatorId: 'cso-demo', route: 'POST /v1/orders', key: 'died', requestHash } });
    expect(await s.operator.create(order, 'died')).toMatchObject({ status: 'DRAFT' });
  });

  it('a known order_id gives the existing order as it stands, under any key', async () => {
    const order = invoiceOrder(s.receiver.url);
    const first = await s.operator.create(order);
    await s.operator.assign(first.pa_order_id);
    expect(await s.operator.create(order)).toEqual({ ...first, status: 'IN_PROGRESS' });
  });

  it('the first registration of an order_id wins: another body changes nothing under its workflow', async () => {
    const order = paymentLinkOrder(s.receiver.url);
    const other = { ...order, payment_link: 'https://pay.example/other', callback_url: 'https://other.example/hook', client: { client_id: 'other' } };
    const { pa_order_id: id } = await s.operator.create(order);
    await s.db.order.delete({ where: { paOrderId: id } }); // its copy is late
    expect(await s.operator.create({ ...other, service: { ...order.service, amount_local: 7 } })).toMatchObject({ pa_order_id: id, status: 'DRAFT' });
    expect(await s.db.orderIntake.findUnique({ where: { paOrderId: id } })).toMatchObject({
      paymentLink: order.payment_link,
      callbackUrl: s.receiver.url,
      clientId: order.client.client_id,
      terms: { amount_local: '42000.5' },
    });
  });

  it('two bodies of one order_id at once: the order is all one or all the other', async () => {
    for (let i = 0; i < 8; i++) {
      const order = paymentLinkOrder(s.receiver.url);
      const bodies = [1, 2].map((n) => ({ ...order, payment_link: `https://pay.example/${n}`, service: { ...order.service, amount_local: n } }));
      const answers = await Promise.all(bodies.map((body) => s.operator.create(body)));
      const id = answers[0]?.pa_order_id ?? '';
      expect(answers[1]?.pa_order_id).toBe(id);
      const { state } = await s.db.order.findUniqueOrThrow({ where: { paOrderId: id } });
      expect(await s.db.orderIntake.findUnique({ where: { paOrderId: id } })).toMatchObject({
        paymentLink: `https://pay.example/${(state as { amount_local: string }).amount_local}`,
      });
    }
  });

  it('twins at once make one order', async () => {
    const order = invoiceOrder(s.receiver.url);
    const key = randomUUID();
    const twins = await Promise.all([
      s.operator.create(order, key),
      s.operator.create(order, key),
      s.operator.create(order),
      s.operator.create(order),
    ]);
    expect(new Set(twins.map((t) => t.pa_order_id)).size).toBe(1);
    expect((await s.operator.events(twins[0]?.pa_order_id ?? '')).filter((e) => e.event_type === 'order.created')).toHaveLength(1);
  });
});

describe('what no database keeps', () => {
  const odd = [
    ['U+0000', '\0'],
    ['half a surrogate pair', '\ud800'],
  ];
  it.each(odd)('%s is refused before an order takes it', async (_what, text) => {
    const order = invoiceOrder(s.receiver.url);
    const { pa_order_id: id } = await s.operator.create(order);
    const calls = [
      () => s.operator.create({ ...order, order_id: `CSO-${text}` }),
      () => s.operator.create({ ...order, order_id: randomUUID(), client: { client_id: text } }),
      () => s.operator.create({ ...order, order_id: randomUUID(), service: { ...order.service, meta: { [text]: 1 } } }),
      () => s.operator.cancel(id, `no more ${text}`),
      () => s.operator.requestDocs(id, [text]),
      () => s.operator.callback('partner', '/v1/callbacks/partner/service-confirmed', { pa_order_id: id, comment: text }),
      () => s.operator.callback('bank', '/v1/callbacks/bank/statement', { uin: text, amount_rub: 1 }),
      () => s.operator.call('POST', '/v1/sandbox/webhook-sink', { event_id: text }),
    ];
    for (const call of calls) expect(await refusal(call())).toMatchObject({ status: 400, code: 'VALIDATION_ERROR' });
    expect(await s.operator.assign(id)).toMatchObject({ status: 'IN_PROGRESS' });
  });

  it('is refused in paths and queries', async () => {
    for (const path of ['/v1/orders/%00', '/v1/orders?partner_id=%00']) {
      expect((await raw('GET', path, undefined, await bearer())).status).toBe(400);
    }
  });

  it('an order goes on after a signal that carries it', async () => {
    const { pa_order_id: id } = await s.operator.create(invoiceOrder(s.receiver.url));
    await s.client.workflow.getHandle(id).signal(signals.cancel, { actor: 'cso:cso-demo', reason: 'no more \0' });
    expect(await s.operator.assign(id)).toMatchObject({ status: 'IN_PROGRESS' });
    expect((await s.operator.events(id)).map((e) => e.event_type)).toContain('order.signal_refused');
  });

  it('nor do bodies nested without end, or moments outside of the years 1 to 9999', async () => {
    const headers = { 'content-type': 'application/json' };
    const deep = await raw('POST', '/v1/sandbox/webhook-sink', `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`, headers);
    expect(deep.status).toBe(400);
    expect(await create(() => ({ deadline: '9999-12-31T23:59:59-12:00' }))).toMatchObject({ status: 400, code: 'VALIDATION_ERROR' });
    const statement = { uin: 'of nobody', amount_rub: 1 };
    for (const received_at of ['0000-01-01T00:00:00Z', '2026-12-31T23:59:60Z']) {
      const call = s.operator.callback('bank', '/v1/callbacks/bank/statement', { ...statement, received_at });
      expect(await refusal(call)).toMatchObject({ status: 400, code: 'VALIDATION_ERROR' });
    }
    const far = s.operator.callback('bank', '/v1/callbacks/bank/statement', { ...statement, received_at: '2026-12-31T23:59:00+23:59' });
    expect(await refusal(far)).toMatchObject({ code: 'ORDER_NOT_FOUND_BY_UIN' });
  });
});

describe('commands outside the table', () => {
  it('INVALID_STATUS_TRANSITION tells what is allowed', async () => {
    const { pa_order_id: id } = await s.operator.create(invoiceOrder(s.receiver.url));
    const error = await refusal(s.operator.paymentDetails(id));
    expect(error).toMatchObject({ status: 409, code: 'INVALID_STATUS_TRANSITION' });
    expect((error.body as { error: { details: object } }).error.details).toEqual({
      current_status: 'DRAFT',
      requested_status: 'FX_FIXED',
      allowed_next: ['IN_PROGRESS', 'PENDING_DOCS', 'REJECTED', 'EXPIRED'],
    });
  });

  it('CURRENCY_NOT_SUPPORTED lists the supported ones', async () => {
    const order = invoiceOrder(s.receiver.url);
    const { pa_order_id: id } = await s.operator.create({ ...order, service: { ...order.service, currency_local: 'XAU' } });
    await s.operator.assign(id);
    const error = await refusal(s.operator.paymentDetails(id));
    expect(error).toMatchObject({ status: 422, code: 'CURRENCY_NOT_SUPPORTED' });
    expect((error.body as { error: { details: { supported: string[] } } }).error.details.supported).toEqual(expect.arrayContaining(['EUR', 'MVR']));
    expect((await s.operator.get(id)).status).toBe('IN_PROGRESS');
  });
});

describe('the bank', () => {
  const statement = (body: object, headers?: Record<string, string>) => {
    const text = JSON.stringify(body);
    return s.operator.send('POST', '/v1/callbacks/bank/statement', text, headers ?? { ...signatureHeaders(s.settings.BANK_SIGNING_SECRET, text) });
  };
  const reasonOf = async (call: Promise<unknown>): Promise<unknown> => {
    const error = await refusal(call);
    expect(error).toMatchObject({ status: 401, code: 'INVALID_WEBHOOK_SIGNATURE' });
    return (error.body as { error: { details: { reason: string } } }).error.details.reason;
  };
  const now = () => Math.floor(Date.now() / 1000);
  const outcomes = async (uin: string) =>
    (await s.db.bankStatement.findMany({ where: { uin }, orderBy: { createdAt: 'asc' } })).map((r) => r.outcome);

  it('is believed only with its signature over these bytes, at this time', async () => {
    const body = { uin: '1', amount_rub: 1 };
    const text = JSON.stringify(body);
    const secret = s.settings.BANK_SIGNING_SECRET;
    expect(await reasonOf(statement(body, {}))).toBe('MISSING_HEADERS');
    expect(await reasonOf(statement(body, { ...signatureHeaders(secret, text, now() - 301) }))).toBe('STALE_TIMESTAMP');
    expect(await reasonOf(statement(body, { ...signatureHeaders(secret, text, now() + 302) }))).toBe('STALE_TIMESTAMP');
    expect(await reasonOf(statement(body, { ...signatureHeaders(secret, `${text} `) }))).toBe('BAD_SIGNATURE');
    expect(await reasonOf(statement(body, { ...signatureHeaders(s.settings.PARTNER_SIGNING_SECRET, text) }))).toBe('BAD_SIGNATURE');
    expect(await refusal(statement(body, { ...signatureHeaders(secret, text, now() - 298) }))).toMatchObject({ code: 'ORDER_NOT_FOUND_BY_UIN' });
  });

  it('gets each outcome, and every statement is kept with it', async () => {
    const { pa_order_id: id } = await s.operator.create(invoiceOrder(s.receiver.url));
    const { uin } = await s.db.orderIntake.findUniqueOrThrow({ where: { paOrderId: id } });
    expect(await refusal(statement({ uin, amount_rub: 100 }))).toMatchObject({ status: 422, code: 'FX_RATE_NOT_FIXED' });
    await s.operator.assign(id);
    const due = await s.operator.paymentDetails(id);
    const amount_rub = due.amount_rub ?? 0;
    const mismatch = await refusal(statement({ uin, amount_rub: amount_rub + 0.01 }));
    expect(mismatch).toMatchObject({ status: 422, code: 'PAYMENT_AMOUNT_MISMATCH' });
    expect((mismatch.body as { error: { details: object } }).error.details).toEqual({ expected_rub: amount_rub, received_rub: amount_rub + 0.01 });
    const twins = await Promise.all([statement({ uin, amount_rub }), statement({ uin, amount_rub })]);
    expect(twins.map((o) => (o as { status: string }).status)).toEqual(['PARTNER_PAID', 'PARTNER_PAID']);
    expect(await statement({ uin, amount_rub })).toMatchObject({ status: 'PARTNER_PAID' });
    expect(await refusal(statement({ uin, amount_rub: 5 }))).toMatchObject({ code: 'PAYMENT_AMOUNT_MISMATCH' });
    expect(await refusal(s.operator.cancel(id, 'too late for that'))).toMatchObject({ status: 409, code: 'INVALID_STATUS_TRANSITION' });
    await s.operator.confirm(id);
    await s.client.workflow.getHandle(id).result();
    expect(await statement({ uin, amount_rub })).toMatchObject({ pa_order_id: id });
    expect(await outcomes(uin)).toEqual(['NOT_FIXED', 'MISMATCH', expect.any(String), expect.any(String), 'REPEAT', 'MISMATCH', 'REPEAT']);
    expect(await s.db.sandboxOperation.count({ where: { kind: 'payout', key: { startsWith: id } } })).toBe(1);
  });

  it('with a UIN that nobody has', async () => {
    expect(await refusal(statement({ uin: '18810177190218155028', amount_rub: 1 }))).toMatchObject({ status: 404, code: 'ORDER_NOT_FOUND_BY_UIN' });
    expect(await outcomes('18810177190218155028')).toEqual(['UNKNOWN_UIN']);
  });
});

describe('the sandbox', () => {
  it('stands in for bank, partner and receiver', async () => {
    const sink = `${s.baseUrl}/v1/sandbox/webhook-sink`;
    const { pa_order_id: id } = await s.operator.create(invoiceOrder(sink));
    await s.operator.assign(id);
    await s.operator.paymentDetails(id);
    const path = `/v1/sandbox/orders/${id}`;
    const wrong = await refusal(s.operator.call('POST', `${path}/simulate-client-payment`, { amount_rub: 1 }));
    expect(wrong).toMatchObject({ status: 422, code: 'PAYMENT_AMOUNT_MISMATCH' });
    expect(await s.operator.call('POST', `${path}/simulate-client-payment`)).toMatchObject({ status: 'PARTNER_PAID' });
    expect(await s.operator.call('POST', `${path}/simulate-service-confirmation`)).toMatchObject({ status: 'COMPLETED' });
    await s.client.workflow.getHandle(id).result();
    const { items } = await s.operator.call<{ items: { signature_valid: boolean; body: { pa_order_id: string } }[] }>(
      'GET',
      '/v1/sandbox/webhook-sink?limit=100',
    );
    const own = items.filter((i) => i.body.pa_order_id === id);
    expect(own).toHaveLength(8);
    expect(own.every((i) => i.signature_valid)).toBe(true);
    await s.operator.call('DELETE', '/v1/sandbox/webhook-sink');
    expect(await s.operator.call('GET', '/v1/sandbox/webhook-sink')).toEqual({ items: [] });
  });

  it('signs a body for bank and partner, to be sent as it is', async () => {
    const { pa_order_id: id } = await s.operator.create(invoiceOrder(s.receiver.url));
    const signed = await s.operator.call<{ headers: Record<string, string>; signed_body: string }>('POST', '/v1/sandbox/sign', {
      source: 'partner',
      body: { pa_order_id: id, document_type: 'SERVICE_VOUCHER', file_name: 'v.pdf', file_url: 'https://partner.example/v.pdf' },
    });
    const order = await s.operator.send<{ documents: object[] }>('POST', '/v1/callbacks/partner/documents', signed.signed_body, signed.headers);
    expect(order.documents).toMatchObject([{ document_type: 'SERVICE_VOUCHER', uploaded_by: 'partner:PARTNER-777' }]);
    const told = await s.receiver.seen(id, 'order.document_added');
    expect(told.body.data).toMatchObject({ status: 'DRAFT', document: { file_name: 'v.pdf' } });
  });

  it('lists its partners', async () => {
    const { items } = await s.operator.call<{ items: object[] }>('GET', '/v1/sandbox/partners');
    expect(items).toEqual(
      expect.arrayContaining([expect.objectContaining({ partner_id: 'PARTNER-512', supported_scenarios: ['INVOICE', 'PAYMENT_LINK'] })]),
    );
  });
});

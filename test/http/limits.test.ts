import { invoiceOrder } from '../../scripts/sample-orders';
import { detailsOf, refusal } from '../support/refusal';
import { useService } from '../support/service';

const s = useService();
type Body = ReturnType<typeof invoiceOrder>;

let orders = 0;
const orderId = (length: number): string => `${++orders}`.padStart(Math.min(length, 6), '0').padEnd(length, 'x');
const text = (length: number): string => 'x'.repeat(length);
const partner = (change: object) => ({ legal_name: 'Villa', iban: 'IT60X0542811101000000123456', swift_bic: 'UNCRITMM', ...change });
const service = (o: Body, change: object): object => ({ service: { ...o.service, ...change } });

describe('creation takes a field at its limit and refuses it one past', () => {
  const cases: [string, (value: never, o: Body) => object, ok: unknown[], refused: unknown[]][] = [
    ['order_id', (v: number) => ({ order_id: orderId(v) }), [3, 64], [2, 65]],
    ['client.client_id', (v: number) => ({ client: { client_id: text(v) } }), [1, 64], [0, 65]],
    ['client.name', (v: number) => ({ client: { client_id: 'c', name: text(v) } }), [0, 255], [256]],
    ['client.phone', (v: number) => ({ client: { client_id: 'c', phone: '1'.repeat(v) } }), [0, 32], [33]],
    ['service.type', (v: number, o) => service(o, { type: text(v) }), [1, 64], [0, 65]],
    ['service.country', (v: string, o) => service(o, { country: v }), ['IT'], ['it', 'ITA', 'I']],
    ['service.amount_local', (v: number, o) => service(o, { amount_local: v }), [1, 1.01], [0.99, 0, -1]],
    ['service.currency_local', (v: string, o) => service(o, { currency_local: v }), ['EUR'], ['eur', 'EURO', 'EU']],
    ['service.partner_id', (v: string, o) => service(o, { partner_id: v }), ['PARTNER-777'], ['']],
    ['invoice.invoice_id', (v: number, o) => ({ invoice: { ...o.invoice, invoice_id: text(v) } }), [1], [0]],
    ['invoice.file_url', (v: string, o) => ({ invoice: { ...o.invoice, file_url: v } }), ['https://f.example/1'], ['not an address']],
    ['invoice.file_hash_sha256', (v: number, o) => ({ invoice: { ...o.invoice, file_hash_sha256: 'aF'.repeat(v) } }), [32], [31, 33]],
    ['partner.legal_name', (v: number) => ({ partner: partner({ legal_name: text(v) }) }), [1, 255], [0, 256]],
    [
      'partner.iban',
      (v: string) => ({ partner: partner({ iban: v }) }),
      ['NO9386011117947', 'RU0204452560040702810412345678901'],
      ['NO938601111794', `RU${'0'.repeat(33)}`],
    ],
    ['partner.swift_bic', (v: string) => ({ partner: partner({ swift_bic: v }) }), ['UNCRITMM', 'UNCRITMMXXX'], ['UNCRITM', 'UNCRITMMXXXX']],
    ['partner.country', (v: string) => ({ partner: partner({ country: v }) }), ['IT'], ['Italy']],
    ['callback_url', (v: string) => ({ callback_url: v }), ['https://cso.example/hooks'], ['nowhere']],
    ['deadline', (v: string) => ({ deadline: v }), ['2099-01-01T00:00:00Z'], ['2020-01-01T00:00:00Z', '2099-01-01', 'soon']],
  ];

  it.each(cases)('%s', async (field, change, ok, refused) => {
    const body = (value: unknown): Body => {
      const order = { ...invoiceOrder('http://127.0.0.1:1'), order_id: orderId(12) };
      return { ...order, ...change(value as never, order) };
    };
    for (const value of ok) expect(await s.operator.create(body(value))).toMatchObject({ status: 'DRAFT' });
    for (const value of refused) {
      const error = await refusal(s.operator.create(body(value)));
      expect([error.status, error.code]).toEqual([400, 'VALIDATION_ERROR']);
      expect((detailsOf(error) as { violations: string[] }).violations.join()).toContain(field);
    }
  });

  it('Idempotency-Key', async () => {
    const order = invoiceOrder('http://127.0.0.1:1');
    await s.operator.create(order, text(255));
    expect((await refusal(s.operator.create(order, text(256)))).code).toBe('VALIDATION_ERROR');
  });
});

describe('a command takes a field at its limit and refuses it one past', () => {
  const cases: [string, string, (length: number) => object, ok: number[], refused: number[]][] = [
    ['PATCH', 'assign', (n) => ({ assignee: text(n) }), [64], [65]],
    ['POST', 'request-docs', (n) => ({ required_documents: ['PASSPORT'], comment: text(n) }), [1000], [1001]],
    ['POST', 'request-docs', (n) => ({ required_documents: Array(n).fill('PASSPORT') }), [1], [0]],
    ['POST', 'documents', (n) => ({ document_type: 'OTHER', file_name: text(n), file_url: 'https://f.example/1' }), [1, 255], [0, 256]],
    [
      'POST',
      'documents',
      (n) => ({ document_type: 'OTHER', file_name: 'f', file_url: 'https://f.example/1', sha256: 'b'.repeat(n) }),
      [64],
      [63, 65],
    ],
    ['POST', 'complete', (n) => ({ comment: text(n) }), [500], [501]],
    ['PATCH', 'cancel', (n) => ({ reason: text(n) }), [3, 500], [2, 501]],
    ['POST', 'refund', (n) => ({ reason: text(n) }), [3, 500], [2, 501]],
  ];

  it.each(cases)('%s %s', async (method, command, body, ok, refused) => {
    for (const [lengths, isRefused] of [
      [ok, false],
      [refused, true],
    ] as const) {
      for (const length of lengths) {
        const { pa_order_id: id } = await s.operator.create(invoiceOrder('http://127.0.0.1:1'));
        const code = await s.operator.call(method, `/v1/orders/${id}/${command}`, body(length)).then(
          () => 'taken',
          (e) => e.code,
        );
        expect([length, code === 'VALIDATION_ERROR']).toEqual([length, isRefused]);
      }
    }
  });

  it('the bank statement', async () => {
    const send = (body: object) => refusal(s.operator.callback('bank', '/v1/callbacks/bank/statement', body));
    for (const body of [
      { uin: '1', amount_rub: 1 },
      { uin: '1'.repeat(25), amount_rub: 1.01 },
    ]) {
      expect((await send(body)).code).toBe('ORDER_NOT_FOUND_BY_UIN');
    }
    for (const body of [{ uin: '', amount_rub: 1 }, { uin: '1'.repeat(26), amount_rub: 1 }, { uin: '1', amount_rub: 0.99 }, { uin: '1' }]) {
      expect((await send(body)).code).toBe('VALIDATION_ERROR');
    }
  });

  it("the partner's comment", async () => {
    const { pa_order_id } = await s.operator.create(invoiceOrder('http://127.0.0.1:1'));
    const send = (comment: string) => refusal(s.operator.callback('partner', '/v1/callbacks/partner/service-confirmed', { pa_order_id, comment }));
    expect([(await send(text(500))).code, (await send(text(501))).code]).toEqual(['INVALID_STATUS_TRANSITION', 'VALIDATION_ERROR']);
  });
});

it('a page holds 1 to 100 orders, 20 unless asked, from an offset of at least 0', async () => {
  expect(await s.operator.list()).toMatchObject({ limit: 20, offset: 0 });
  for (const query of ['?limit=1', '?limit=100', '?offset=0', '?offset=1000000']) await s.operator.list(query);
  for (const query of ['?limit=0', '?limit=101', '?offset=-1', '?limit=x', '?limit=1.5']) {
    expect((await refusal(s.operator.list(query))).code).toBe('VALIDATION_ERROR');
  }
});

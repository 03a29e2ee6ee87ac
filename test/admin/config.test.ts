import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { invoiceOrder } from '../../scripts/sample-orders';
import type { components } from '../../src/gateway/generated/openapi';
import { until } from '../../src/local/until';
import { aloneWith } from '../../src/store/audit';
import { awaitingPayment, paid } from '../support/orders';
import { detailsOf, refusal } from '../support/refusal';
import { useService } from '../support/service';
import { type Staff, signIn } from '../support/staff';

type Schemas = components['schemas'];

const s = useService();
let admin: Staff;
beforeAll(async () => {
  admin = await signIn(s.baseUrl);
});

/** Whatever is changed is in force after this, as promised: what is asked for later meets it. */
const IN_FORCE_MS = 2_000;
const inForce = () => wait(IN_FORCE_MS);
const wrong = (call: Promise<unknown>) => refusal(call).then(({ status, code }) => [status, code]);
const INVALID = [400, 'VALIDATION_ERROR'];

describe('rates', () => {
  const put = <T>(path: string, body: unknown) => admin.call<T>('PUT', path, body);

  it('the board shows base, markup and effective rate', async () => {
    const board = await admin.get<Schemas['FxBoard']>('/fx/board');
    expect(board.markup_percent).toBe(1.5);
    const effective = Object.fromEntries(board.items.map((item) => [item.currency, [item.base, item.effective]]));
    expect(effective).toMatchObject({ EUR: [95.91, 97.35], USD: [88.5, 89.83], AED: [24.1, 24.46], TRY: [2.45, 2.49], CNY: [12.3, 12.48] });
    expect(board.items).toHaveLength(11);
  });

  it('requisites are not issued for less than the bank would ever report', async () => {
    await put('/fx/rates/KZT', { base: 0.18 });
    const order = invoiceOrder(s.receiver.url);
    const { pa_order_id: id } = await s.operator.create({ ...order, service: { ...order.service, currency_local: 'KZT', amount_local: 1 } });
    await s.operator.assign(id);
    expect(await refusal(s.operator.paymentDetails(id))).toMatchObject({ status: 400, message: expect.stringContaining('RUB') });
    expect((await s.operator.get(id)).status).toBe('IN_PROGRESS');
  });

  it('a new rate is in force for the next order within seconds, and not for one whose rate is fixed', async () => {
    const before = await awaitingPayment(s, { service: { currency_local: 'HKD' } });
    await put('/fx/rates/HKD', { base: 12 });
    await until('the next order has the new rate', IN_FORCE_MS, async () => {
      const { id } = await awaitingPayment(s, { service: { currency_local: 'HKD' } });
      return (await s.operator.get(id)).fx?.rate === 12.18;
    });
    expect((await s.operator.get(before.id)).fx?.rate).toBe(11.52);
    const { items } = await admin.get<Schemas['AuditList']>('/ops-config/audit?subject=fx_rate:HKD');
    expect(items).toMatchObject([{ actor: 'admin:admin', before: { base: '11.35' }, after: { base: '12' } }]);
  });

  it('several are set together, or none', async () => {
    expect(
      await put('/fx/rates', {
        rates: [
          { currency: 'SGD', base: 68 },
          { currency: 'KZT', base: 0.175 },
        ],
      }),
    ).toMatchObject({
      items: expect.arrayContaining([expect.objectContaining({ currency: 'KZT', base: 0.175, effective: 0.18 })]),
    });
    for (const rates of [
      [],
      [{ currency: 'SGD', base: 0 }],
      [{ currency: 'SGD', base: 0.009 }],
      [{ currency: 'sgd', base: 1 }],
      [
        { currency: 'SGD', base: 70 },
        { currency: 'SGD', base: 71 },
      ],
      [
        { currency: 'SGD', base: 70 },
        { currency: 'KZT', base: 0.12345678 },
      ],
    ]) {
      expect(await wrong(put('/fx/rates', { rates }))).toEqual(INVALID);
    }
    const { items } = await admin.get<Schemas['FxBoard']>('/fx/board');
    expect(items.find(({ currency }) => currency === 'SGD')?.base).toBe(68);
  });

  it('a currency that is taken away is supported no longer', async () => {
    await admin.call('DELETE', '/fx/rates/MVR');
    expect(await wrong(admin.call('DELETE', '/fx/rates/MVR'))).toEqual([404, 'NOT_FOUND']);
    await until(
      'it is refused',
      IN_FORCE_MS,
      async () => (await awaitingPayment(s, { service: { currency_local: 'MVR' } }).catch(() => 'refused')) === 'refused',
    );
    await put('/fx/rates/MVR', { base: 5.75 });
  });

  it('the preview computes what an order would cost, to the kopeck', async () => {
    expect(await admin.get('/fx/preview?amount=1500&currency=EUR')).toEqual({
      amount: 1500,
      currency: 'EUR',
      base: 95.91,
      markup_percent: 1.5,
      rate: 97.35,
      base_rub: 146_025,
      commission_percent: 2,
      commission_rub: 2920.5,
      amount_rub: 148_945.5,
    });
    expect(await wrong(admin.get('/fx/preview?amount=1500&currency=XXX'))).toEqual([422, 'CURRENCY_NOT_SUPPORTED']);
    for (const query of ['amount=0&currency=EUR', 'amount=x&currency=EUR', 'amount=1', 'currency=EUR']) {
      expect(await wrong(admin.get(`/fx/preview?${query}`))).toEqual(INVALID);
    }
  });

  it('changes at the same moment take turns: no deadlock, and the record tells what was there before', async () => {
    const rates = (base: number) => ['AED', 'CNY', 'USD', 'JPY'].map((currency) => ({ currency, base }));
    await Promise.all([1, 2, 3, 4, 5, 6].map((base) => put('/fx/rates', { rates: base % 2 ? rates(base) : rates(base).reverse() })));
    const { items } = await admin.get<Schemas['AuditList']>('/ops-config/audit?subject=fx_rate:USD&limit=6');
    expect(items.slice(0, -1).map(({ before }) => before)).toEqual(items.slice(1).map(({ after }) => after));
    const deleted = await Promise.allSettled([1, 2].map(() => admin.call('DELETE', '/fx/rates/JPY')));
    expect(deleted.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await wrong(admin.call('DELETE', '/fx/rates/JPY'))).toEqual([404, 'NOT_FOUND']);
  });

  it('a partner named like a part of every object has no commission of its own', async () => {
    expect(await admin.get('/fx/preview?amount=1&currency=EUR&partner_id=constructor')).toMatchObject({ commission_percent: 2 });
  });

  it('exposures are what is promised and not bought, at its price of now', async () => {
    await put('/fx/rates/GBP', { base: 100 });
    await until('it is in force', IN_FORCE_MS, async () => {
      const { id } = await awaitingPayment(s, { service: { currency_local: 'GBP', amount_local: 10 } });
      if ((await s.operator.get(id)).fx?.rate === 101.5) return true;
      await s.operator.cancel(id, 'too early');
      return false;
    });
    await put('/fx/rates/GBP', { base: 102 });
    const { items } = await admin.get<Schemas['Exposures']>('/fx/exposures');
    expect(items.find(({ currency }) => currency === 'GBP')).toEqual({
      currency: 'GBP',
      orders: 1,
      paid_orders: 0,
      amount_local: 10,
      promised_rub: 1015,
      now_rub: 1020,
      result_rub: -5,
    });
  });
});

it('pricing is changed in part, also for one partner, and is in force for the next order', async () => {
  expect(await admin.patch('/pricing', { commission_percent: 2.5, partner_commission_percent: { 'PARTNER-777': 3.25, 'PARTNER-512': 1 } })).toEqual({
    commission_percent: 2.5,
    vat_percent: 22,
    markup_percent: 1.5,
    partner_commission_percent: { 'PARTNER-777': 3.25, 'PARTNER-512': 1 },
  });
  await until('the next order has it', IN_FORCE_MS, async () => {
    const { id } = await awaitingPayment(s);
    return (await s.operator.get(id)).commission?.rate_percent === 3.25;
  });
  expect(await admin.patch('/pricing', { markup_percent: 2, partner_commission_percent: { 'PARTNER-777': null } })).toMatchObject({
    markup_percent: 2,
    partner_commission_percent: { 'PARTNER-512': 1 },
  });
  await until('the next order has the markup', IN_FORCE_MS, async () => {
    const { id } = await awaitingPayment(s);
    const { fx, commission } = await s.operator.get(id);
    return fx?.rate === 97.83 && commission?.rate_percent === 2.5;
  });
  for (const body of [{}, { commission_percent: -1 }, { vat_percent: 101 }, { markup_percent: '2' }, { commission_percent: 1.23456 }]) {
    expect(await wrong(admin.patch('/pricing', body))).toEqual(INVALID);
  }
  await admin.patch('/pricing', { commission_percent: 2, markup_percent: 1.5 });
});

it('requisites are held to their check digits together, and are in force for the next order', async () => {
  const bank = { bank_bik: '044525225', account: '40702810300000000001', correspondent_account: '30101810400000000225', bank_name: 'ПАО Сбербанк' };
  for (const body of [
    { inn: '7701234561' },
    { inn: '123' },
    { account: '40702810600000000002' },
    { bank_bik: '044525225' },
    { correspondent_account: '30101810400000000225' },
    { sender_bic: 'NOTABIC!' },
    { recipient_name: '' },
  ]) {
    expect(await wrong(admin.patch('/requisites', body))).toEqual(INVALID);
  }
  const digits = Array.from({ length: 10 }, (_, key) => `40702810${key}00000000001`);
  const fitting = await Promise.all(
    digits.map((account) =>
      admin.patch('/requisites', { ...bank, account }).then(
        () => account,
        () => undefined,
      ),
    ),
  );
  expect(fitting.filter(Boolean)).toHaveLength(1);
  await until('the next order names them', IN_FORCE_MS, async () => {
    const { id } = await awaitingPayment(s);
    return (await s.operator.get(id)).payment_details?.bank_bik === '044525225';
  });
});

it('an order keeps the commission, VAT and requisites that it was issued with, and is carried through at them', async () => {
  const [pricing, requisites] = await Promise.all([admin.get<Schemas['Pricing']>('/pricing'), admin.get<Schemas['Requisites']>('/requisites')]);
  const { id, uin, amount_rub } = await awaitingPayment(s);
  const issued = await s.operator.get(id);
  expect(issued).toMatchObject({ amount_rub: 148_945.5, commission: { rate_percent: 2, amount_rub: 2920.5 } });

  await admin.patch('/pricing', { commission_percent: 7, vat_percent: 10, markup_percent: 9 });
  await admin.patch('/requisites', { recipient_name: 'ООО «Другой агент»', inn: '7707083893' });
  await until('the next order has all of it', IN_FORCE_MS, async () => {
    const { fx, commission, payment_details } = await s.operator.get((await awaitingPayment(s)).id);
    return fx?.rate === 104.54 && commission?.rate_percent === 7 && payment_details?.inn === '7707083893';
  });

  expect(await s.operator.statement({ uin, amount_rub })).toMatchObject({ status: 'PARTNER_PAID', payment_out: { amount_sent: 1500 } });
  const { fx, commission, payment_details } = await s.operator.confirm(id);
  expect({ fx, commission, payment_details }).toEqual({
    fx: issued.fx,
    commission: issued.commission,
    payment_details: { ...issued.payment_details, amount_received_rub: amount_rub, received_at: expect.any(String) },
  });
  const { transfers } = await admin.get<Schemas['OrderMoney']>(`/orders/${id}/money`);
  const earned = Object.fromEntries(transfers.map(({ to, amount }) => [to, amount]));
  expect(earned).toMatchObject({ fx_desk: 146_025, commission: 2393.85, vat: 526.65 });
  await admin.patch('/pricing', { commission_percent: 2, vat_percent: 22, markup_percent: pricing.markup_percent });
  await admin.patch('/requisites', requisites);
});

describe('a change', () => {
  const recorded = async () => (await admin.get<Schemas['AuditList']>('/ops-config/audit?limit=1')).total;

  it.each([
    ['/pricing', 'vat_percent'],
    ['/requisites', 'correspondent_account'],
    ['/rate-limits', 'staff_per_minute'],
    ['/webhook-ops', 'paused_operators'],
    ['/flags', 'payouts_enabled'],
    ['/refund-policy', 'approval_above_rub'],
    ['/partners/PARTNER-777', 'swift_bic'],
  ])('of %s that names nothing of it is told what there is', async (path, known) => {
    const before = await recorded();
    const error = await refusal(admin.patch(path, { payout_enabled: false, legalName: 'Aurelia' }));
    expect([error.status, error.code]).toEqual(INVALID);
    expect(detailsOf(error)).toEqual({ violations: [expect.stringContaining(known)] });
    expect(await recorded()).toBe(before);
  });

  it.each([
    '/pricing',
    '/requisites',
    '/rate-limits',
    '/webhook-ops',
    '/flags',
    '/refund-policy',
  ])('of %s to what it is leaves no record', async (path) => {
    const now = await admin.patch<object>(path, await admin.get<object>(path));
    const before = await recorded();
    expect(await admin.patch(path, now)).toEqual(now);
    expect(await recorded()).toBe(before);
  });

  it('of a rate or a card to what it is leaves none either', async () => {
    const { items } = await admin.get<Schemas['PartnerList']>('/partners?q=PARTNER-512');
    const before = await recorded();
    const { legal_name = '', supported_scenarios, iban } = items[0] ?? {};
    expect(await admin.patch('/partners/PARTNER-512', { legal_name, supported_scenarios, iban })).toEqual(items[0]);
    await admin.call('PUT', '/fx/rates/TRY', { base: 2.45 });
    expect(await recorded()).toBe(before);
    await admin.patch('/partners/PARTNER-512', { legal_name: 'Palm' });
    expect(await recorded()).toBe(before + 1);
    await admin.patch('/partners/PARTNER-512', { legal_name });
  });
});

it('rate limits count within a second or two, for who calls', async () => {
  const limits = await admin.get<Schemas['RateLimits']>('/rate-limits');
  await admin.patch('/rate-limits', { operator_per_minute: 1 });
  await until('it counts', IN_FORCE_MS, () =>
    s.operator.list().then(
      () => false,
      ({ code }) => code === 'RATE_LIMIT_EXCEEDED',
    ),
  );
  await admin.patch('/rate-limits', { operator_per_minute: limits.operator_per_minute });
  await until('it counts no more', IN_FORCE_MS, () =>
    s.operator.list().then(
      () => true,
      () => false,
    ),
  );
  for (const body of [{}, { operator_per_minute: 0 }, { partner_per_minute: 1.5 }, { staff_per_minute: 1 }]) {
    expect(await wrong(admin.patch('/rate-limits', body))).toEqual(INVALID);
  }
});

describe('flags', () => {
  const flags = (change: Partial<Schemas['Flags']>) => admin.patch<Schemas['Flags']>('/flags', change);

  it('new orders are answered 503 while they are off, and known ones as ever', async () => {
    const order = invoiceOrder(s.receiver.url);
    const { pa_order_id } = await s.operator.create(order);
    await flags({ new_orders_enabled: false });
    await until('none is taken', IN_FORCE_MS, () =>
      s.operator.create(invoiceOrder(s.receiver.url)).then(
        () => false,
        ({ status }) => status === 503,
      ),
    );
    expect((await s.operator.create(order)).pa_order_id).toBe(pa_order_id);
    await flags({ new_orders_enabled: true });
    await until('they are taken', IN_FORCE_MS, () =>
      s.operator.create(invoiceOrder(s.receiver.url)).then(
        () => true,
        () => false,
      ),
    );
  });

  it('payouts wait while they are off, say so, and go on by themselves', async () => {
    await flags({ payouts_enabled: false });
    await inForce();
    const id = await paid(s);
    await until('it says why', 30_000, async () =>
      /payouts are switched off/.test((await admin.get<Schemas['AdminOrder']>(`/orders/${id}`)).needs_attention ?? ''),
    );
    expect(await admin.get(`/orders/${id}`)).toMatchObject({ status: 'FX_EXECUTED', attention: { kind: 'delayed' } });
    expect(await refusal(admin.post(`/orders/${id}/retry`))).toMatchObject({ status: 409, message: expect.stringContaining('goes on by itself') });
    await flags({ payouts_enabled: true });
    await until('it is paid out', 30_000, async () => (await s.operator.get(id)).status === 'PARTNER_PAID');
    expect((await admin.get<Schemas['AdminOrder']>(`/orders/${id}`)).needs_attention).toBeUndefined();
  });

  it('events wait while webhooks are off, or their operator is paused, and none is lost', async () => {
    const held = async (hold: () => Promise<unknown>, release: () => Promise<unknown>) => {
      await hold();
      await inForce();
      const { id } = await awaitingPayment(s);
      const { items } = await admin.get<{ items: Schemas['AdminDelivery'][] }>(`/orders/${id}/deliveries`);
      expect(items.map(({ status, attempts }) => [status, attempts])).toEqual(items.map(() => ['PENDING', 0]));
      await release();
      await until('all have arrived', 15_000, () => s.receiver.of(id).length === items.length);
    };
    await held(
      () => flags({ webhooks_enabled: false }),
      () => flags({ webhooks_enabled: true }),
    );
    const paused = (paused_operators: string[]) => admin.patch('/webhook-ops', { paused_operators });
    await held(
      () => paused(['cso-demo']),
      () => paused([]),
    );
  });

  it('a dead letter that is sent again waits with them', async () => {
    const { id } = await awaitingPayment(s);
    await until('all have arrived', 15_000, async () => (await s.db.webhookEvent.count({ where: { paOrderId: id, status: 'PENDING' } })) === 0);
    const { eventId, attempts } = await s.db.webhookEvent.findFirstOrThrow({ where: { paOrderId: id } });
    await s.db.webhookEvent.update({ where: { eventId }, data: { status: 'DEAD' } });
    await flags({ webhooks_enabled: false });
    await inForce();
    await admin.post(`/webhooks/deliveries/${eventId}/replay`);
    await until('it is held back', 10_000, async () => {
      const { raw } = await s.client.workflow.getHandle(`redelivery-${eventId}`).describe();
      return raw.pendingActivities?.some(({ lastFailure }) => lastFailure?.applicationFailureInfo?.type === 'WEBHOOKS_PAUSED') === true;
    });
    expect(await s.db.webhookEvent.findUniqueOrThrow({ where: { eventId } })).toMatchObject({ status: 'PENDING', attempts });
    await flags({ webhooks_enabled: true });
    await until('it has arrived', 15_000, async () => {
      const event = await s.db.webhookEvent.findUniqueOrThrow({ where: { eventId } });
      return event.status === 'DELIVERED' && event.attempts === attempts + 1;
    });
  });

  it('simulations are answered 404 while they are off', async () => {
    const { id } = await awaitingPayment(s);
    const pay = () => s.operator.call('POST', `/v1/sandbox/orders/${id}/simulate-client-payment`, {});
    await flags({ sandbox_simulation_enabled: false });
    await inForce();
    expect(await refusal(pay())).toMatchObject({ status: 404, code: 'SANDBOX_DISABLED' });
    expect((await fetch(`${s.baseUrl}/pay/${id}/simulate`, { method: 'POST' })).status).toBe(404);
    await flags({ sandbox_simulation_enabled: true });
    await inForce();
    expect(await pay()).toMatchObject({ status: 'PARTNER_PAID' });
  });

  it('who changed what is on record, newest first', async () => {
    const { items, total } = await admin.get<Schemas['AuditList']>('/flags/audit?limit=1');
    expect(items).toMatchObject([
      { subject: 'flags', actor: 'admin:admin', before: { sandbox_simulation_enabled: false }, after: { sandbox_simulation_enabled: true } },
    ]);
    expect(total).toBeGreaterThan(5);
    await expect(s.db.$executeRaw`DELETE FROM audit`).rejects.toThrow(/append-only/);
  });
});

it('a receiver has no longer than it is given', async () => {
  await admin.patch('/webhook-ops', { response_timeout_seconds: 1 });
  await inForce();
  s.receiver.behaviour = () => 'hang';
  const { id } = await awaitingPayment(s);
  await until('an attempt has failed', 10_000, async () => {
    const { items } = await admin.get<{ items: Schemas['AdminDelivery'][] }>(`/orders/${id}/deliveries`);
    return items.some(({ attempt_log }) => attempt_log.some(({ error }) => error === 'no answer within 1 seconds'));
  });
  s.receiver.behaviour = () => 200;
  expect(await wrong(admin.patch('/webhook-ops', { response_timeout_seconds: 11 }))).toEqual(INVALID);
  await admin.patch('/webhook-ops', { response_timeout_seconds: 10 });
});

it('two changes at the same moment are both kept', async () => {
  const names = Array.from({ length: 8 }, () => `P-${randomUUID().slice(0, 8)}`);
  await Promise.all(names.map((name) => admin.patch('/pricing', { partner_commission_percent: { [name]: 1 } })));
  const { partner_commission_percent } = await admin.get<Schemas['Pricing']>('/pricing');
  expect(Object.keys(partner_commission_percent)).toEqual(expect.arrayContaining(names));
});

it('a partner is registered for every operator, and its card is held to what it offers', async () => {
  const partner_id = `P-${randomUUID().slice(0, 8)}`;
  const card = {
    partner_id,
    legal_name: 'Casa Verde SL',
    country: 'ES',
    supported_scenarios: ['INVOICE'],
    iban: 'ES9121000418450200051332',
    swift_bic: 'CAIXESBB',
  };
  expect(await wrong(admin.post('/partners', { ...card, iban: 'ES9121000418450200051333' }))).toEqual(INVALID);
  expect(await wrong(admin.post('/partners', { ...card, iban: undefined }))).toEqual(INVALID);
  expect(await wrong(admin.post('/partners', { ...card, supported_scenarios: ['PAYMENT_LINK'] }))).toEqual(INVALID);
  expect(await admin.post('/partners', card)).toMatchObject({ partner_id, iban: card.iban });
  expect(await wrong(admin.post('/partners', card))).toEqual([409, 'CONFLICT']);
  const id = await paid(s, { service: { partner_id } });
  expect((await s.operator.get(id)).payment_out?.iban_to).toBe(card.iban);

  expect(await wrong(admin.patch(`/partners/${partner_id}`, { iban: null }))).toEqual(INVALID);
  expect(await wrong(admin.patch(`/partners/${partner_id}`, {}))).toEqual(INVALID);
  expect(await wrong(admin.patch('/partners/P-nobody', { legal_name: 'X' }))).toEqual([404, 'NOT_FOUND']);
  const changed = { supported_scenarios: ['PAYMENT_LINK'], payment_form: 'https://pay.example/casa', iban: null, swift_bic: null };
  expect(await admin.patch(`/partners/${partner_id}`, changed)).toMatchObject({
    supported_scenarios: ['PAYMENT_LINK'],
    payment_form: changed.payment_form,
  });
  const { items } = await admin.get<Schemas['PartnerList']>('/partners?q=casa');
  expect(items.map((item) => item.partner_id)).toContain(partner_id);
});

it('what a list is asked for begins with that text, whatever is in it', async () => {
  const found = async (path: string, text: string) =>
    (await admin.get<{ total: number }>(`${path}${new URLSearchParams({ text }).toString().replace('text=', '')}`)).total;
  expect(await found('/partners?q=', 'partner-7')).toBe(1);
  expect(await found('/ops-config/audit?subject=', 'fx_rate:H')).toBeGreaterThan(0);
  for (const text of ['%', '_', 'PARTNER_7', '%artner', '\\']) {
    expect([text, await found('/partners?q=', text)]).toEqual([text, 0]);
    expect([text, await found('/ops-config/audit?subject=', text)]).toEqual([text, 0]);
  }
});

describe("a card that an operator's order brings", () => {
  const [ONE, OTHER] = ['DE89370400440532013000', 'FR1420041010050500013M02606'];
  const bring = (partner_id: string, iban: string) => {
    const order = invoiceOrder(s.receiver.url);
    const partner = { legal_name: 'Hotel Adler GmbH', iban, swift_bic: 'COBADEFF' };
    return s.operator.create({ ...order, partner, service: { ...order.service, partner_id } });
  };
  const newPartner = () => `P-${randomUUID().slice(0, 8)}`;

  it('is on record as its doing, once for each change', async () => {
    const partner_id = newPartner();
    await bring(partner_id, ONE);
    await bring(partner_id, ONE);
    await Promise.all([1, 2, 3].map(() => bring(partner_id, OTHER)));
    const { items } = await admin.get<Schemas['AuditList']>(`/ops-config/audit?subject=partner:${partner_id}`);
    const change = { subject: `partner:${partner_id} of cso-demo`, actor: 'cso:cso-demo' };
    expect(items).toMatchObject([
      { ...change, before: { iban: ONE }, after: { iban: OTHER } },
      { ...change, before: null, after: { iban: ONE } },
    ]);
    expect(items).toHaveLength(2);
  });

  it('takes no turn when it says what the card says', async () => {
    const partner_id = newPartner();
    await bring(partner_id, ONE);
    await s.db.$transaction(async (tx) => {
      await aloneWith(tx, `partner:${partner_id} of cso-demo`);
      await bring(partner_id, ONE);
    });
  });
});

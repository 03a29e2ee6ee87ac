import { invoiceOrder } from '../../scripts/sample-orders';
import type { components } from '../../src/gateway/generated/openapi';
import { refusal } from '../support/refusal';
import { useService } from '../support/service';
import { type Staff, signIn } from '../support/staff';

type Schemas = components['schemas'];

const s = useService();
let admin: Staff;
beforeAll(async () => {
  admin = await signIn(s.baseUrl);
  await s.db.$transaction([s.db.config.deleteMany(), s.db.fxRate.deleteMany(), s.db.partner.deleteMany(), s.db.apiClient.deleteMany()]);
});

const REQUISITES = {
  recipient_name: 'ООО «Первый день»',
  inn: '7707083893',
  bank_bik: '044525225',
  account: '40702810938000000001',
  bank_name: 'ПАО Сбербанк',
  correspondent_account: '30101810400000000225',
  sender_bic: 'SABRRUMM',
  sender_name: 'FIRST DAY LLC',
  sender_account: '40702810938000000001',
};

it('an installation that nothing was seeded in is set up through the API alone, and takes its first order', async () => {
  expect(await admin.get('/pricing')).toMatchObject({ commission_percent: 2, vat_percent: 22, markup_percent: 1.5 });
  expect(await refusal(admin.get('/requisites'))).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  expect(await refusal(admin.patch('/requisites', { inn: REQUISITES.inn }))).toMatchObject({ status: 400, code: 'VALIDATION_ERROR' });
  expect(await admin.patch('/requisites', REQUISITES)).toEqual(REQUISITES);
  expect(await admin.get<Schemas['FxBoard']>('/fx/board')).toMatchObject({ items: [] });
  await admin.call('PUT', '/fx/rates', { rates: [{ currency: 'EUR', base: 95.91 }] });
  const iban = 'IT60X0542811101000000123456';
  await admin.post('/partners', {
    partner_id: 'P-1',
    legal_name: 'Villa Aurelia S.r.l.',
    country: 'IT',
    supported_scenarios: ['INVOICE'],
    iban,
    swift_bic: 'UNCRITMM',
  });
  const { api_key = '' } = await admin.post<Schemas['IssuedSecrets']>('/api-clients', { client_id: 'cso-first', name: 'The first' });

  const call = async <T>(method: string, path: string, body: unknown): Promise<T> => {
    const headers = { 'content-type': 'application/json', 'x-api-key': api_key, 'idempotency-key': `first ${path}` };
    const answer = await fetch(`${s.baseUrl}/v1/orders${path}`, { method, headers, body: JSON.stringify(body) });
    return (await answer.json()) as T;
  };
  const order = invoiceOrder(s.receiver.url);
  order.service.partner_id = 'P-1';
  const { pa_order_id } = await call<Schemas['CreateOrderResponse']>('POST', '', order);
  await call('PATCH', `/${pa_order_id}/assign`, {});
  const due = await call<Schemas['Order']>('POST', `/${pa_order_id}/payment-details`, {});
  expect(due).toMatchObject({
    status: 'AWAITING_PAYMENT',
    amount_rub: 148_945.5,
    payment_details: { inn: REQUISITES.inn, account: REQUISITES.account },
  });
  await s.receiver.seen(pa_order_id, 'order.status_changed', 'AWAITING_PAYMENT');
});

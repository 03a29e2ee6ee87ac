import canonicalize from 'canonicalize';
import { invoiceOrder, paymentLinkOrder } from '../../scripts/sample-orders';
import { digest } from '../../src/security/identity';
import { detailsOf, refusal } from '../support/refusal';
import { useService } from '../support/service';

const s = useService();

const registered = (partnerId: string, card: object) =>
  s.db.partner.create({
    data: { operatorId: '', partnerId, legalName: 'Partner', country: 'IT', scenarios: ['INVOICE', 'PAYMENT_LINK'], ...card },
  });

describe('a partner that could not be paid is refused before any rubles are asked for', () => {
  it.each([
    ['PARTNER_PAYOUT_DETAILS_MISSING', invoiceOrder, { iban: null, swiftBic: null }],
    ['PARTNER_PAYMENT_LINK_MISSING', paymentLinkOrder, { paymentForm: null }],
  ] as const)('%s', async (code, sample, lost) => {
    const whole = { iban: 'IT60X0542811101000000123456', swiftBic: 'UNCRITMM', paymentForm: 'https://pay.example/form' };
    const partnerId = `P-${code}`;
    await registered(partnerId, whole);
    const order = () => {
      const body = sample(s.receiver.url);
      return { ...body, service: { ...body.service, partner_id: partnerId } };
    };
    const { pa_order_id: id } = await s.operator.create(order());
    await s.operator.assign(id);
    await s.db.partner.update({ where: { operatorId_partnerId: { operatorId: '', partnerId } }, data: lost });
    expect(await refusal(s.operator.create(order()))).toMatchObject({ status: 422, code });
    expect(await refusal(s.operator.paymentDetails(id))).toMatchObject({ status: 422, code });
    expect((await s.operator.get(id)).status).toBe('IN_PROGRESS');
    await s.operator.cancel(id, 'cannot be paid');
  });

  it('SCENARIO_NOT_SUPPORTED_BY_PARTNER names those that are', async () => {
    const body = paymentLinkOrder(s.receiver.url);
    const error = await refusal(s.operator.create({ ...body, service: { ...body.service, partner_id: 'PARTNER-777' } }));
    expect([error.code, detailsOf(error)]).toEqual(['SCENARIO_NOT_SUPPORTED_BY_PARTNER', { supported_scenarios: ['INVOICE'] }]);
  });
});

it('ORDER_ALREADY_EXISTS while the first request with this key is still worked on', async () => {
  const order = invoiceOrder(s.receiver.url);
  const requestHash = digest(canonicalize(order) ?? '');
  await s.db.idempotencyKey.create({
    data: { operatorId: 'cso-demo', route: 'POST /v1/orders', key: 'slow-twin', requestHash, renewedAt: new Date(Date.now() + 60_000) },
  });
  expect(await refusal(s.operator.create(order, 'slow-twin'))).toMatchObject({ status: 409, code: 'ORDER_ALREADY_EXISTS' });
});

it('ORDER_IS_TERMINAL for every command on a closed order', async () => {
  const { pa_order_id: id } = await s.operator.create(invoiceOrder(s.receiver.url));
  await s.operator.cancel(id, 'not needed');
  await s.client.workflow.getHandle(id).result();
  const document = { document_type: 'OTHER', file_name: 'f', file_url: 'https://f.example/1' } as const;
  const calls = [
    s.operator.assign(id),
    s.operator.requestDocs(id, ['PASSPORT']),
    s.operator.attach(id, document),
    s.operator.paymentDetails(id),
    s.operator.complete(id),
    s.operator.cancel(id, 'once more'),
    s.operator.refund(id, 'once more'),
    s.operator.confirm(id),
  ];
  for (const error of await Promise.all(calls.map(refusal))) {
    expect([error.status, error.code, detailsOf(error)]).toEqual([422, 'ORDER_IS_TERMINAL', { current_status: 'REJECTED', allowed_next: [] }]);
  }
});

it('INTERNAL_ERROR tells nothing of what went wrong, but where to look', async () => {
  const { pa_order_id: id } = await s.operator.create(invoiceOrder(s.receiver.url));
  await s.operator.cancel(id, 'not needed');
  await s.client.workflow.getHandle(id).result();
  await s.db.order.update({ where: { paOrderId: id }, data: { state: {} } });
  const error = await refusal(s.operator.get(id));
  expect([error.status, error.code]).toEqual([500, 'INTERNAL_ERROR']);
  expect(JSON.stringify(error.body)).not.toMatch(/undefined|TypeError|node_modules|\.ts/);
});

it('a command repeated with its Idempotency-Key is answered with its first result; with another body it is refused', async () => {
  const { pa_order_id: id } = await s.operator.create(invoiceOrder(s.receiver.url));
  const assign = async (assignee: string) => {
    const headers = { 'content-type': 'application/json', 'x-api-key': 'cso-demo-key', 'idempotency-key': 'assign-1' };
    const answer = await fetch(`${s.baseUrl}/v1/orders/${id}/assign`, { method: 'PATCH', headers, body: JSON.stringify({ assignee }) });
    return { replay: answer.headers.get('idempotent-replay'), body: (await answer.json()) as { error?: { code: string } } };
  };
  const first = await assign('anna');
  expect(first).toMatchObject({ replay: null, body: { status: 'IN_PROGRESS' } });
  expect(await assign('anna')).toEqual({ replay: 'true', body: first.body });
  expect((await assign('boris')).body.error?.code).toBe('IDEMPOTENCY_KEY_REUSED');
  await s.operator.cancel(id, 'not needed');
});

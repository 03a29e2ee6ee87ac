import { randomUUID } from 'node:crypto';
import { invoiceOrder, paymentLinkOrder } from '../../scripts/sample-orders';
import type { components } from '../../src/gateway/generated/openapi';
import { until } from '../../src/local/until';
import { awaitingPayment, paid } from '../support/orders';
import { detailsOf, refusal } from '../support/refusal';
import { useService } from '../support/service';
import { type Staff, signIn } from '../support/staff';

type Schemas = components['schemas'];
type AdminOrder = Schemas['AdminOrder'];

/** Valid, and closed in the sandbox. */
const CLOSED_IBAN = 'DE67500105170000008204';
const OPEN_IBAN = 'DE89370400440532013000';

const s = useService();
let admin: Staff;
beforeAll(async () => {
  admin = await signIn(s.baseUrl);
});

const get = (id: string) => admin.get<AdminOrder>(`/orders/${id}`);
const list = (query: string) => admin.get<Schemas['AdminOrderList']>(`/orders?${query}`);
const ids = ({ items }: Schemas['AdminOrderList']) => items.map(({ pa_order_id }) => pa_order_id);

/** An order whose payout is refused: its partner's account is closed. */
async function stuck(): Promise<{ id: string; partner_id: string }> {
  const partner_id = `P-${randomUUID().slice(0, 8)}`;
  const partner = { legal_name: 'Hotel Adler GmbH', iban: CLOSED_IBAN, swift_bic: 'COBADEFF' };
  const id = await paid(s, { partner, service: { partner_id, country: 'DE' } });
  await until('the payout is parked', 20_000, async () => (await get(id)).needs_attention !== undefined);
  return { id, partner_id };
}

it('a stuck order is found, says why, is corrected and goes on', async () => {
  const { id, partner_id } = await stuck();
  const { pa_order_id: another } = await s.operator.create(invoiceOrder(s.receiver.url));
  expect(ids(await list('needs_attention=true'))).toEqual([id]);
  const others = ids(await list('needs_attention=false'));
  expect(others).toContain(another);
  expect(others).not.toContain(id);
  expect(await get(id)).toMatchObject({
    status: 'FX_EXECUTED',
    operator_id: 'cso-demo',
    attention: { kind: 'parked', step: 'payout', key: `${id}:payout:1` },
    needs_attention: expect.stringMatching(/payout: refused by the provider, parked.*AC04: the account DE67500105170000008204 is closed/),
    allowed_next: ['PARTNER_PAID', 'REFUND_INITIATED'],
  });
  const live = await admin.get<Schemas['LiveOrder']>(`/orders/${id}/live`);
  expect(live).toMatchObject({ reached: true, waits_for: 'the payout to the partner', workflow_status: 'RUNNING' });

  const card = `/partners/${partner_id}?operator_id=cso-demo`;
  expect(await admin.patch(card, { iban: 'DE89 3704 0044 0532 0130 00' })).toMatchObject({ iban: OPEN_IBAN, operator_id: 'cso-demo' });
  const retried = await admin.post<AdminOrder>(`/orders/${id}/retry`);
  expect([retried.attention, retried.needs_attention]).toEqual([undefined, undefined]);
  await until('the partner is paid', 20_000, async () => (await get(id)).status === 'PARTNER_PAID');
  const done = await get(id);
  expect(done.needs_attention).toBeUndefined();
  expect(done.payment_out?.iban_to).toBe(OPEN_IBAN);
  expect(await admin.post(`/orders/${id}/complete`, { comment: 'voucher seen' })).toMatchObject({ status: 'COMPLETED' });

  const journal = await admin.get<Schemas['OrderEvent'][]>(`/orders/${id}/events`);
  expect(journal.find(({ event_type }) => event_type === 'order.payout_parked')?.payload).toMatchObject({ reason: expect.stringContaining('AC04') });
  expect(journal.filter(({ actor }) => actor === 'admin:admin').map(({ event_type }) => event_type)).toEqual([
    'order.retry_requested',
    'order.completed',
  ]);
  const { items: audit } = await admin.get<Schemas['AuditList']>(`/ops-config/audit?subject=partner:${partner_id}`);
  expect(audit).toMatchObject([
    { actor: 'admin:admin', before: { iban: CLOSED_IBAN }, after: { iban: OPEN_IBAN } },
    { actor: 'cso:cso-demo', before: null, after: { iban: CLOSED_IBAN } },
  ]);
});

it('shows which attempts fail, and when the next one is, while a provider is down', async () => {
  const { id, uin, amount_rub } = await awaitingPayment(s, { service: { amount_local: 8203 } });
  const payment = s.operator.statement({ uin, amount_rub });
  const waiting = async (attempt: number) => {
    let failing: Schemas['LiveOrder']['attempts'][number] | undefined;
    await until(`attempt ${attempt} is waited for`, 20_000, async () => {
      const { attempts } = await admin.get<Schemas['LiveOrder']>(`/orders/${id}/live`);
      failing = attempts.find((a) => a.step === 'payPartner' && a.attempt === attempt && a.next_attempt_at);
      return failing !== undefined;
    });
    expect(failing).toMatchObject({ last_failure: expect.stringContaining('the sandbox fails') });
    return Date.parse(failing?.next_attempt_at ?? '');
  };
  const [third, fourth] = [await waiting(3), await waiting(4)];
  expect(fourth - third).toBeGreaterThanOrEqual(3_000);
  expect(fourth - third).toBeLessThanOrEqual(10_000);
  expect(Math.abs(fourth - Date.now())).toBeLessThanOrEqual(10_000);
  await payment;
  await s.operator.refund(id, 'enough of it');
  await s.client.workflow.getHandle(id).result();
});

it('shows money in and out, and what operator and partner were told', async () => {
  const id = await paid(s);
  const { amount_rub } = await get(id);
  const { statements, transfers } = await admin.get<Schemas['OrderMoney']>(`/orders/${id}/money`);
  expect(statements).toMatchObject([{ outcome: 'MATCHED', amount_rub, pa_order_id: id }]);
  expect(transfers).toContainEqual(expect.objectContaining({ from: 'customers', to: 'orders', currency: 'RUB', amount: amount_rub }));
  const { items } = await admin.get<{ items: Schemas['AdminDelivery'][] }>(`/orders/${id}/deliveries`);
  expect(new Set(items.map(({ recipient, operator_id }) => `${recipient} ${operator_id}`))).toEqual(new Set(['operator cso-demo']));
  await s.operator.confirm(id);
});

it('does every operation on an order, as whoever is signed in', async () => {
  const { pa_order_id: id } = await s.operator.create(invoiceOrder(s.receiver.url));
  const acted: string[] = [];
  const act = async (method: string, name: string, body?: unknown) => {
    const { status } = await admin.call<AdminOrder>(method, `/orders/${id}/${name}`, body);
    acted.push(`${name}: ${status}`);
  };
  await act('PATCH', 'assign');
  await act('POST', 'request-docs', { required_documents: ['PASSPORT'], comment: 'both pages' });
  await act('PATCH', 'assign', { assignee: 'anna' });
  await act('POST', 'payment-details', { type: 'bank_transfer' });
  await act('POST', 'cancel', { reason: 'called off' });
  expect(acted).toEqual([
    'assign: IN_PROGRESS',
    'request-docs: PENDING_DOCS',
    'assign: IN_PROGRESS',
    'payment-details: AWAITING_PAYMENT',
    'cancel: REJECTED',
  ]);
  const journal = await admin.get<Schemas['OrderEvent'][]>(`/orders/${id}/events`);
  expect(journal.slice(1).map(({ actor }) => actor)).toEqual(journal.slice(1).map(() => 'admin:admin'));
  expect(journal.filter((e) => e.event_type === 'order.assigned').map((e) => e.payload?.assignee)).toEqual(['admin', 'anna']);
  expect(await refusal(admin.post(`/orders/${id}/cancel`, { reason: 'once more' }))).toMatchObject({ status: 422, code: 'ORDER_IS_TERMINAL' });
});

it('cancel and refund answer 201, and a step outside the table 409 with what is allowed', async () => {
  const answer = async (id: string, name: string) => {
    const headers = { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' };
    return fetch(`${s.baseUrl}/v1/admin/orders/${id}/${name}`, { method: 'POST', headers, body: JSON.stringify({ reason: 'called off' }) });
  };
  const { id } = await awaitingPayment(s);
  const early = await refusal(admin.post(`/orders/${id}/refund`, { reason: 'too early' }));
  expect([early.status, detailsOf(early)]).toMatchObject([
    409,
    { current_status: 'AWAITING_PAYMENT', allowed_next: ['CLIENT_PAID', 'REJECTED', 'EXPIRED'] },
  ]);
  expect((await answer(id, 'cancel')).status).toBe(201);
  const other = await paid(s);
  expect((await answer(other, 'refund')).status).toBe(201);
  expect((await get(other)).status).toBe('REFUNDED');
});

it('finds orders by each field, of every operator', async () => {
  const suffix = randomUUID().slice(0, 8);
  const soon = new Date(Date.now() + 3_600_000).toISOString();
  const mine = { ...paymentLinkOrder(s.receiver.url), order_id: `FIND-${suffix}-1`, deadline: soon };
  const theirs = { ...invoiceOrder(s.receiver.url), order_id: `FIND-${suffix}-2` };
  theirs.client = { client_id: `client-${suffix}` };
  const [a, b] = [await s.operator.create(mine), await s.stranger.create(theirs)].map(({ pa_order_id }) => pa_order_id) as [string, string];
  const { uin } = await get(a);

  expect(ids(await list(`q=FIND-${suffix}`))).toEqual([b, a]);
  const among = async (query: string) => ids(await list(`q=FIND-${suffix}&${query}`));
  expect(await among('operator_id=cso-demo')).toEqual([a]);
  expect(await among('scenario=INVOICE')).toEqual([b]);
  expect(await among('partner_id=PARTNER-301')).toEqual([a]);
  expect(await among('status=DRAFT')).toEqual([b, a]);
  expect(await among('status=IN_PROGRESS')).toEqual([]);
  expect(await among('needs_attention=true')).toEqual([]);
  expect(await among(`deadline_before=${new Date(Date.now() + 86_400_000).toISOString()}`)).toEqual([a]);
  expect(await among(`deadline_after=${new Date(Date.now() + 86_400_000).toISOString()}`)).toEqual([b]);
  expect(await among('limit=1&offset=1')).toEqual([a]);
  for (const q of [a, uin]) expect(ids(await list(`q=${q}`))).toEqual([a]);
  expect(ids(await list(`q=client-${suffix}`))).toEqual([b]);
  for (const q of ['%25', '_', "'", 'FIND-\\']) expect(ids(await list(`q=${q}`))).toEqual([]);
  for (const wrong of [
    'status=PAID',
    'limit=0',
    'limit=101',
    'offset=-1',
    'deadline_before=soon',
    'deadline_before=2026-12-31T23:59:60Z',
    'needs_attention=maybe',
    'q=',
  ]) {
    expect(await refusal(list(wrong))).toMatchObject({ status: 400, code: 'VALIDATION_ERROR' });
  }
});

describe('a refund above the amount of the policy', () => {
  const ask = (id: string) => admin.post<Schemas['Approval']>(`/orders/${id}/refund`, { reason: 'trip called off' });
  let second: Staff;
  beforeAll(async () => {
    second = await signIn(s.baseUrl, 'admin-2');
    await admin.patch('/refund-policy', { approval_above_rub: 100_000 });
  });

  it('waits for a second person, and is journalled with both', async () => {
    const id = await paid(s);
    const approval = await ask(id);
    expect(approval).toMatchObject({ pa_order_id: id, status: 'PENDING', amount_rub: 148_945.5, requested_by: 'admin:admin' });
    expect((await ask(id)).id).toBe(approval.id);
    expect((await get(id)).status).toBe('PARTNER_PAID');
    expect(await refusal(admin.post(`/approvals/${approval.id}/approve`))).toMatchObject({ status: 403, code: 'FORBIDDEN' });
    const { items } = await second.get<Schemas['ApprovalList']>('/approvals?status=PENDING');
    expect(items.map((item) => item.id)).toContain(approval.id);

    const answers = await Promise.allSettled([1, 2, 3].map(() => second.post<Schemas['Approval']>(`/approvals/${approval.id}/approve`)));
    expect(answers.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0);
    await until('it is refunded', 10_000, async () => (await get(id)).status === 'REFUNDED');
    const journal = await admin.get<Schemas['OrderEvent'][]>(`/orders/${id}/events`);
    const begun = journal.filter(({ status_to }) => status_to === 'REFUND_INITIATED');
    expect(begun).toMatchObject([{ actor: 'admin:admin', payload: { approved_by: 'admin:admin-2', reason: 'trip called off' } }]);
    expect(await refusal(second.post(`/approvals/${approval.id}/decline`))).toMatchObject({ status: 409, code: 'CONFLICT' });
  });

  it('is not made when it is declined, and can be asked for again', async () => {
    const id = await paid(s);
    const first = await ask(id);
    expect(await second.post(`/approvals/${first.id}/decline`)).toMatchObject({ status: 'DECLINED', decided_by: 'admin:admin-2' });
    expect((await get(id)).status).toBe('PARTNER_PAID');
    expect((await ask(id)).id).not.toBe(first.id);
  });

  it('goes on, by anybody but who asked, when whoever approved it was interrupted', async () => {
    const id = await paid(s);
    const { id: approval } = await ask(id);
    await s.db.refundApproval.update({ where: { id: approval }, data: { status: 'APPROVED', decidedBy: 'admin:gone', decidedAt: new Date() } });
    expect(await refusal(admin.post(`/approvals/${approval}/approve`))).toMatchObject({ code: 'FORBIDDEN' });
    expect(await second.post(`/approvals/${approval}/approve`)).toMatchObject({ status: 'DONE', decided_by: 'admin:gone' });
    await until('it is refunded', 10_000, async () => (await get(id)).status === 'REFUNDED');
  });

  it('is refused when the order is closed by the time of the approval', async () => {
    const id = await paid(s);
    const { id: approval } = await ask(id);
    await s.operator.confirm(id);
    expect(await second.post(`/approvals/${approval}/approve`)).toMatchObject({ status: 'REFUSED', outcome: expect.stringContaining('closed') });
  });
});

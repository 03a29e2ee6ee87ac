import { invoiceOrder, paymentLinkOrder } from '../../scripts/sample-orders';
import { isSignedBy } from '../../src/security/signature';
import { SANDBOX_CLIENTS } from '../../src/store/seed';
import { useService } from '../support/service';

const s = useService();

const PATH = [
  'DRAFT',
  'IN_PROGRESS',
  'PENDING_DOCS',
  'IN_PROGRESS',
  'FX_FIXED',
  'AWAITING_PAYMENT',
  'CLIENT_PAID',
  'FX_EXECUTED',
  'PARTNER_PAID',
  'COMPLETED',
];

describe.each([
  ['INVOICE', invoiceOrder],
  ['PAYMENT_LINK', paymentLinkOrder],
] as const)('%s, end to end', (scenario, sample) => {
  let id: string;

  it('goes from DRAFT to COMPLETED', async () => {
    const { operator } = s;
    const created = await operator.create(sample(s.receiver.url));
    id = created.pa_order_id;
    expect(created.status).toBe('DRAFT');
    expect((await operator.assign(id)).status).toBe('IN_PROGRESS');
    const asked = await operator.requestDocs(id, ['PASSPORT']);
    expect(asked).toMatchObject({ status: 'PENDING_DOCS', requested_documents: ['PASSPORT'] });
    const attached = await operator.attach(id, { document_type: 'PASSPORT', file_name: 'p.pdf', file_url: 'https://files.example/p.pdf' });
    expect(attached.status).toBe('IN_PROGRESS');
    expect(attached.documents[0]).toMatchObject({ uploaded_by: 'cso:cso-demo', document_type: 'PASSPORT' });

    const due = await operator.paymentDetails(id);
    expect(due.status).toBe('AWAITING_PAYMENT');
    expect(due.payment_details?.type).toBe(scenario === 'INVOICE' ? 'bank_transfer' : 'payment_link');
    expect(due.payment_details?.purpose).toContain(due.payment_details?.uin);
    const paid = await operator.statement({ uin: due.payment_details?.uin ?? '', amount_rub: due.amount_rub ?? 0 });
    expect(paid.status).toBe('PARTNER_PAID');
    expect(paid.payment_out?.type).toBe(scenario === 'INVOICE' ? 'swift' : 'card');
    expect((await operator.confirm(id)).status).toBe('COMPLETED');
    expect((await operator.get(id)).status).toBe('COMPLETED');
  });

  it('has one journal record for each transition', async () => {
    const events = await s.operator.events(id);
    const moves = events.filter((e) => e.status_to);
    expect(moves.map((e) => e.status_to)).toEqual(PATH);
    expect(moves.map((e) => e.status_from)).toEqual([undefined, ...PATH.slice(0, -1)]);
    expect(new Set(events.map((e) => e.event_id)).size).toBe(events.length);
  });

  it('tells the operator of every status after creation, each signed', async () => {
    await s.receiver.seen(id, 'order.status_changed', 'COMPLETED');
    const told = s.receiver.of(id);
    const changed = told.filter((r) => r.body.event_type === 'order.status_changed');
    expect(changed.map((r) => r.body.data.status).sort()).toEqual(PATH.slice(1).sort());
    expect(told.filter((r) => r.body.event_type === 'order.partner_paid')).toHaveLength(1);
    const secret = SANDBOX_CLIENTS[0]?.webhook_secret ?? '';
    for (const { raw, headers, body } of told) {
      expect(isSignedBy([secret], { body: raw, timestamp: String(headers['x-pa-timestamp']), signature: String(headers['x-pa-signature']) })).toBe(
        true,
      );
      expect(headers['x-pa-event-id']).toBe(body.event_id);
      expect(headers['x-pa-delivery-attempt']).toBe('1');
    }
  });

  it('closes its workflow once the deliveries have settled', async () => {
    await s.client.workflow.getHandle(id).result();
    const owed = await s.db.webhookEvent.findMany({ where: { paOrderId: id } });
    expect(owed.map((e) => e.status)).toEqual(owed.map(() => 'DELIVERED'));
  });

  it('opens the confirmation behind its signed link, and nothing without', async () => {
    const { payment_out } = await s.operator.get(id);
    const link = payment_out?.receipt_url ?? '';
    const text = await (await fetch(link)).text();
    expect(text).toContain(scenario === 'INVOICE' ? ':32A:' : 'CARD PAYMENT RECEIPT');
    expect((await fetch(link.replace(/signature=./, 'signature=x'))).status).toBe(404);
  });
});

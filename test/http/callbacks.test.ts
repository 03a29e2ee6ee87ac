import { invoiceOrder } from '../../scripts/sample-orders';
import { refusal } from '../support/refusal';
import { useService } from '../support/service';

const s = useService();

async function paidOut(): Promise<string> {
  const { pa_order_id: id } = await s.operator.create(invoiceOrder(s.receiver.url));
  await s.operator.assign(id);
  const due = await s.operator.paymentDetails(id);
  await s.operator.statement({ uin: due.payment_details?.uin ?? '', amount_rub: due.amount_rub ?? 0 });
  return id;
}

it("a partner's confirmation that comes again gets the first result, after the order has closed as well", async () => {
  const id = await paidOut();
  const first = await s.operator.confirm(id);
  expect(first.status).toBe('COMPLETED');
  await s.client.workflow.getHandle(id).result();
  const again = await s.operator.confirm(id);
  expect(again.status).toBe('COMPLETED');
  expect((await s.operator.events(id)).filter((e) => e.event_type === 'order.completed')).toHaveLength(1);
  const other = { pa_order_id: id, comment: 'another message' };
  expect((await refusal(s.operator.callback('partner', '/v1/callbacks/partner/service-confirmed', other))).code).toBe('ORDER_IS_TERMINAL');
});

it("a partner's document that comes again is attached once, and gets the first result after the order has closed as well", async () => {
  const id = await paidOut();
  const document = { pa_order_id: id, document_type: 'SERVICE_VOUCHER', file_name: 'v.pdf', file_url: 'https://partner.example/v.pdf' };
  const send = () => s.operator.callback('partner', '/v1/callbacks/partner/documents', document);
  await Promise.all([send(), send()]);
  await s.operator.confirm(id);
  await s.client.workflow.getHandle(id).result();
  await send();
  const { documents } = await s.operator.get(id);
  expect(documents.filter((d) => d.document_type === 'SERVICE_VOUCHER')).toHaveLength(1);
});

it("a sender's message about no order of ours", async () => {
  const nobody = { pa_order_id: 'pa_nobody' };
  expect((await refusal(s.operator.callback('partner', '/v1/callbacks/partner/service-confirmed', nobody))).code).toBe('ORDER_NOT_FOUND');
});

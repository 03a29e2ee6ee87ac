import { invoiceOrder } from '../../scripts/sample-orders';
import { useService } from '../support/service';

// So few slots that the deliveries fill them and queue, however slow the machine is in making them.
const s = useService({ slots: 20, env: { PAYMENT_WAIT_SECONDS: '30' } });
const ORDERS = 200;
const DELIVERIES_OF_EACH = 5;
const CLIENTS = 8;

it('a thousand deliveries that hang delay no payout', async () => {
  const paying = invoiceOrder('http://127.0.0.1:1/nobody');
  const { pa_order_id: id } = await s.operator.create(paying);
  await s.operator.assign(id);
  const due = await s.operator.paymentDetails(id);

  s.receiver.behaviour = () => 'hang';
  let left = ORDERS;
  const client = async (): Promise<void> => {
    while (left-- > 0) {
      const { pa_order_id } = await s.operator.create(invoiceOrder(s.receiver.url));
      await s.operator.assign(pa_order_id);
      for (const file_name of ['invoice.pdf', 'invoice-corrected.pdf']) {
        await s.operator.requestDocs(pa_order_id, ['INVOICE']);
        await s.operator.attach(pa_order_id, { document_type: 'INVOICE', file_name, file_url: `https://files.example/${file_name}` });
      }
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  const hanging = (): Promise<number> => s.db.webhookEvent.count({ where: { status: 'PENDING', url: s.receiver.url } });
  expect(await hanging()).toBeGreaterThanOrEqual(ORDERS * DELIVERIES_OF_EACH * 0.9);

  // The payout is through while they still hang: it has not waited for any of them.
  const paid = await s.operator.statement({ uin: due.payment_details?.uin ?? '', amount_rub: due.amount_rub ?? 0 });
  expect(paid.status).toBe('PARTNER_PAID');
  expect(await hanging()).toBeGreaterThanOrEqual(ORDERS * DELIVERIES_OF_EACH * 0.9);
  s.receiver.behaviour = () => 200;
  s.receiver.release();
}, 400_000);

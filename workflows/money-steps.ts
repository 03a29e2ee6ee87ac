import { uuid4 } from '@temporalio/workflow';
import type { MoneyStep } from '../activities/types';
import { now, type OrderRecord, type RefundRequest } from './order-record';
import { settle } from './settle';

/** CLIENT_PAID to FX_EXECUTED: the currency is bought at the order's rate. */
export async function buyCurrency(record: OrderRecord): Promise<void> {
  const { currency_local: currency, amount_local: amount, fx } = record.state;
  const purchase = (turn: MoneyStep) => ({ ...turn, currency, amount, rate: fx?.rate ?? '' });
  const deal = await settle(record, {
    name: 'fx',
    summary: `Buy ${amount} ${currency} at ${fx?.rate} RUB`,
    ask: (desk, turn) => desk.buyCurrency(purchase(turn)),
    withdraw: (desk, turn) => desk.withdrawPurchase(purchase(turn)),
    endsForRefund: true,
  });
  if (!deal) return;
  await record.change(() => record.move('execute_fx', 'system:fx', { payload: { ...deal, amount, currency, rate: fx?.rate } }));
}

/** FX_EXECUTED to PARTNER_PAID: SWIFT to the partner's IBAN, or a card on the partner's form. */
export async function payPartner(record: OrderRecord): Promise<void> {
  const { pa_order_id, operator_id, scenario, service, amount_local: amount, currency_local: currency } = record.state;
  if (record.state.status !== 'FX_EXECUTED') return;
  const document_id = uuid4();
  const payee = { operator_id, partner_id: service.partner_id, scenario };
  const payment = (turn: MoneyStep) => ({ ...turn, pa_order_id, ...payee, amount, currency, document_id });
  const paid = await settle(record, {
    name: 'payout',
    summary: `Pay ${amount} ${currency} to ${service.partner_id} by ${scenario === 'INVOICE' ? 'SWIFT' : 'card'}`,
    ask: (rail, turn) => rail.payPartner(payment(turn)),
    withdraw: (rail, turn) => rail.withdrawPayout(payment(turn)),
    endsForRefund: true,
  });
  if (!paid) return;
  await record.change(() => {
    record.state.payment_out = paid.payment_out;
    record.addDocument({ ...paid.confirmation, created_at: now() }, false);
    record.move('pay_partner', 'system:payout', { payload: { ...paid.payment_out } });
  });
}

/** To REFUND_INITIATED and REFUNDED: what the customer paid goes back. */
export async function refundCustomer(record: OrderRecord, { actor, reason, approved_by }: RefundRequest): Promise<void> {
  const { uin, payment_details } = record.state;
  const amount_rub = payment_details?.amount_received_rub ?? '';
  await record.change(() => record.move('initiate_refund', actor, { payload: { reason, amount_rub, approved_by }, told: { reason } }));
  const done = await settle(record, {
    name: 'refund',
    summary: `Return ${amount_rub} RUB to the customer`,
    ask: (rail, turn) => rail.refundCustomer({ ...turn, uin, amount_rub }),
    withdraw: (rail, turn) => rail.withdrawRefund({ ...turn, uin, amount_rub }),
    endsForRefund: false,
  });
  await record.change(() => record.move('finish_refund', 'system:refund', { payload: { ...done, amount_rub }, told: { reason } }));
}

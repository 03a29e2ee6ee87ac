import type { OrderStatus } from './lifecycle';
import { type DecimalText, decimal, toNumber } from './money';
import type { OrderDocument, OrderState } from './order';

export type Recipient = 'operator' | 'partner';

/** An event owed to a receiver; its envelope and address are added where it is enqueued. */
export interface OutgoingEvent {
  event_id: string;
  event_type: string;
  recipient: Recipient;
  timestamp: string;
  data: Record<string, unknown>;
}

export const WEBHOOK_SPEC_VERSION = '1.0';

/** The envelope of an outgoing event. */
export const envelope = (order: Pick<OrderState, 'pa_order_id' | 'cso_order_id'>, event: OutgoingEvent) => ({
  spec_version: WEBHOOK_SPEC_VERSION,
  event_id: event.event_id,
  event_type: event.event_type,
  timestamp: event.timestamp,
  pa_order_id: order.pa_order_id,
  cso_order_id: order.cso_order_id,
  data: event.data,
});

export type EventContent = Pick<OutgoingEvent, 'event_type' | 'recipient' | 'data'>;

/** What receivers are told when an order, in its new state, has come from `from`. */
export function eventsOnTransition(order: OrderState, from: OrderStatus, extra: Record<string, unknown>): EventContent[] {
  const changed: EventContent = {
    event_type: 'order.status_changed',
    recipient: 'operator',
    data: { status: order.status, status_prev: from, ...extra, ...(order.status === 'AWAITING_PAYMENT' ? requisitesOf(order) : {}) },
  };
  if (order.status === 'AWAITING_PAYMENT') return [changed, { event_type: 'payment_required', recipient: 'partner', data: paymentRequired(order) }];
  if (order.status === 'PARTNER_PAID') {
    const data = partnerPaid(order);
    return [changed, { event_type: 'order.partner_paid', recipient: 'operator', data }, { event_type: 'partner_paid', recipient: 'partner', data }];
  }
  return [changed];
}

/** A document that the partner or the service added. */
export const documentAdded = (order: OrderState, document: OrderDocument): EventContent => ({
  event_type: 'order.document_added',
  recipient: 'operator',
  data: { status: order.status, document },
});

const numberOf = (text: DecimalText | undefined): number | undefined => (text === undefined ? undefined : toNumber(text));

function requisitesOf(order: OrderState): Record<string, unknown> {
  const details = order.payment_details;
  return {
    fx_rate: numberOf(order.fx?.rate),
    amount_rub: numberOf(order.amount_rub),
    payment_details: details && { type: details.type, account: details.account, purpose: details.purpose, uin: details.uin },
  };
}

const paymentRequired = (order: OrderState): Record<string, unknown> => ({
  amount_local: toNumber(order.amount_local),
  currency_local: order.currency_local,
  amount_rub: numberOf(order.amount_rub),
  expires_at: order.expires_at,
});

function partnerPaid(order: OrderState): Record<string, unknown> {
  const out = order.payment_out;
  const confirmations = order.documents.filter((d) => d.uploaded_by.startsWith('system:'));
  return {
    status: order.status,
    swift_ref: out?.swift_ref,
    amount_sent: numberOf(out?.amount_sent),
    currency_sent: out?.currency_sent,
    fee_deducted: numberOf(out?.fee),
    partner_receives: out && toNumber(decimal(out.amount_sent).sub(out.fee).toFixed()),
    value_date: out?.value_date,
    documents: confirmations.map((d) => ({ type: d.document_type, url: d.url })),
  };
}

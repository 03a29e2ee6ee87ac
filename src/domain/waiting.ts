import type { OrderStatus } from './lifecycle';
import type { OrderState } from './order';

const WAITS_FOR: Record<OrderStatus, string> = {
  DRAFT: 'the operator to assign it or to ask for documents',
  IN_PROGRESS: 'the operator to ask for payment details',
  PENDING_DOCS: 'a document from the operator',
  FX_FIXED: 'requisites to be issued',
  AWAITING_PAYMENT: "the customer's rubles",
  CLIENT_PAID: 'the FX desk to buy the currency',
  FX_EXECUTED: 'the payout to the partner',
  PARTNER_PAID: "the partner's confirmation of the service",
  REFUND_INITIATED: 'the refund to the customer',
  COMPLETED: 'nothing: it is closed',
  REJECTED: 'nothing: it is closed',
  EXPIRED: 'nothing: it is closed',
  REFUNDED: 'nothing: it is closed',
};

/** What an order waits for, in words, and until when where there is a limit. */
export function waitsFor({ status, expires_at, requested_documents }: OrderState): { waits_for: string; until?: string } {
  if (status === 'PENDING_DOCS') return { waits_for: `${WAITS_FOR[status]} (${requested_documents?.join(', ')})`, until: expires_at };
  const limited = status === 'DRAFT' || status === 'IN_PROGRESS' || status === 'AWAITING_PAYMENT';
  return { waits_for: WAITS_FOR[status], ...(limited ? { until: expires_at } : {}) };
}

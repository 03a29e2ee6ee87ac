import type { OrderState, OrderTerms } from './order';

/** Search attributes of an order in Temporal: what ops filter by. Never anything personal: they are not encrypted. */
export const SEARCH_ATTRIBUTES = {
  OrderStatus: 'KEYWORD',
  Operator: 'KEYWORD',
  Partner: 'KEYWORD',
  Currency: 'KEYWORD',
  Scenario: 'KEYWORD',
  NeedsAttention: 'BOOL',
  SlaBreached: 'BOOL',
  Deadline: 'DATETIME',
} as const;

/** Those that change in an order's life. */
export const changingAttributes = (o: Pick<OrderState, 'status' | 'needs_attention' | 'sla_breached'>) => ({
  OrderStatus: [o.status],
  NeedsAttention: [o.needs_attention !== undefined],
  SlaBreached: [o.sla_breached === true],
});

/** Those an order is started with. */
export const initialAttributes = (terms: OrderTerms) => ({
  ...changingAttributes({ status: 'DRAFT' }),
  Operator: [terms.operator_id],
  Partner: [terms.service.partner_id],
  Currency: [terms.currency_local],
  Scenario: [terms.scenario],
  Deadline: [new Date(terms.deadline)],
});

import { Refusal } from './refusal';

/** The life of an order, as data. Validators, `allowed_next`, the journal, documentation and tests read this one table. */
export const ORDER_STATUSES = [
  'DRAFT',
  'IN_PROGRESS',
  'PENDING_DOCS',
  'FX_FIXED',
  'AWAITING_PAYMENT',
  'CLIENT_PAID',
  'FX_EXECUTED',
  'PARTNER_PAID',
  'COMPLETED',
  'REJECTED',
  'EXPIRED',
  'REFUND_INITIATED',
  'REFUNDED',
] as const;

export type OrderStatus = (typeof ORDER_STATUSES)[number];

interface Transition {
  from: readonly OrderStatus[];
  to: OrderStatus;
  /** Type of the one journal record that the transition leaves. */
  event: string;
}

const BEFORE_PAYMENT = ['DRAFT', 'PENDING_DOCS', 'IN_PROGRESS', 'FX_FIXED', 'AWAITING_PAYMENT'] as const;
const AFTER_PAYMENT = ['CLIENT_PAID', 'FX_EXECUTED', 'PARTNER_PAID'] as const;

export const TRANSITIONS = {
  create: { from: [], to: 'DRAFT', event: 'order.created' },
  assign: { from: ['DRAFT', 'PENDING_DOCS'], to: 'IN_PROGRESS', event: 'order.assigned' },
  request_documents: { from: ['DRAFT', 'IN_PROGRESS'], to: 'PENDING_DOCS', event: 'order.status_changed' },
  receive_documents: { from: ['PENDING_DOCS'], to: 'IN_PROGRESS', event: 'order.status_changed' },
  fix_rate: { from: ['IN_PROGRESS'], to: 'FX_FIXED', event: 'order.fx_fixed' },
  issue_payment_details: { from: ['FX_FIXED'], to: 'AWAITING_PAYMENT', event: 'order.payment_details_issued' },
  receive_payment: { from: ['AWAITING_PAYMENT'], to: 'CLIENT_PAID', event: 'order.client_paid' },
  execute_fx: { from: ['CLIENT_PAID'], to: 'FX_EXECUTED', event: 'order.fx_executed' },
  pay_partner: { from: ['FX_EXECUTED'], to: 'PARTNER_PAID', event: 'order.partner_paid' },
  complete: { from: ['PARTNER_PAID'], to: 'COMPLETED', event: 'order.completed' },
  cancel: { from: BEFORE_PAYMENT, to: 'REJECTED', event: 'order.status_changed' },
  expire: { from: BEFORE_PAYMENT, to: 'EXPIRED', event: 'order.status_changed' },
  initiate_refund: { from: AFTER_PAYMENT, to: 'REFUND_INITIATED', event: 'order.status_changed' },
  finish_refund: { from: ['REFUND_INITIATED'], to: 'REFUNDED', event: 'order.status_changed' },
} as const satisfies Record<string, Transition>;

export type Trigger = keyof typeof TRANSITIONS;

const table: readonly Transition[] = Object.values(TRANSITIONS);
const includes = (list: readonly OrderStatus[], status: OrderStatus): boolean => list.includes(status);

/** Statuses that one transition leads to, each once, in the table's order. */
export const allowedNext = (status: OrderStatus): OrderStatus[] => [...new Set(table.filter((t) => includes(t.from, status)).map((t) => t.to))];

/** COMPLETED, REJECTED, EXPIRED and REFUNDED: nothing leads out of them. */
export const isTerminal = (status: OrderStatus): boolean => allowedNext(status).length === 0;

export const OPEN_STATUSES: OrderStatus[] = ORDER_STATUSES.filter((status) => !isTerminal(status));
export const TERMINAL_STATUSES: OrderStatus[] = ORDER_STATUSES.filter(isTerminal);

/** The customer's rubles have not arrived, and may still. */
export const awaitsPayment = (status: OrderStatus): boolean => includes(BEFORE_PAYMENT, status);

/** The customer's rubles arrived and are on their way to the partner: only a refund undoes that. */
export const isPaid = (status: OrderStatus): boolean => includes(AFTER_PAYMENT, status);

export const allows = (trigger: Trigger, from: OrderStatus): boolean => includes(TRANSITIONS[trigger].from, from);

/** @throws Refusal ORDER_IS_TERMINAL for a closed order */
export function assertOpen(status: OrderStatus): void {
  if (isTerminal(status)) {
    throw new Refusal('ORDER_IS_TERMINAL', `The order is closed (${status}); nothing changes it any more.`, {
      current_status: status,
      allowed_next: [],
    });
  }
}

/** @throws Refusal ORDER_IS_TERMINAL or INVALID_STATUS_TRANSITION where the table has no such row */
export function assertAllowed(trigger: Trigger, from: OrderStatus): void {
  assertOpen(from);
  if (!allows(trigger, from)) throw notAllowed(TRANSITIONS[trigger].to, from);
}

/** The refusal for a step that the table does not have. */
export const notAllowed = (requested: OrderStatus, current: OrderStatus): Refusal =>
  new Refusal('INVALID_STATUS_TRANSITION', `An order in ${current} cannot become ${requested}.`, {
    current_status: current,
    requested_status: requested,
    allowed_next: allowedNext(current),
  });

import { defineQuery, defineSignal, defineUpdate } from '@temporalio/workflow';
import type { CommandInputs, CommandName } from '../src/domain/command-inputs';
import type { OutgoingEvent } from '../src/domain/events';
import type { OrderStatus } from '../src/domain/lifecycle';
import type { JournalEntry, OrderState, OrderTerms } from '../src/domain/order';

const command = <K extends CommandName>(name: K) => defineUpdate<OrderState, [CommandInputs[K]], K>(name);

/** Commands as Updates: each answers with the order after it, or with a typed refusal that leaves nothing behind. */
export const updates = {
  /** Answers when the order's first copy is written; sent together with the start. */
  open: defineUpdate<OrderState, [], 'open'>('open'),
  assign: command('assign'),
  requestDocuments: command('requestDocuments'),
  attachDocument: command('attachDocument'),
  issuePaymentDetails: command('issuePaymentDetails'),
  /** Answers when the partner is paid, or when the order stops on its way there. */
  receivePayment: command('receivePayment'),
  complete: command('complete'),
  cancel: command('cancel'),
  /** Answers when the rubles are on their way back. */
  refund: command('refund'),
  /** Takes a parked step up again. */
  retryStep: command('retryStep'),
  /** Goes on with what staff have learned about a step whose outcome is not known. */
  resolveStep: command('resolveStep'),
};

const signal = <K extends CommandName>(name: K) => defineSignal<[CommandInputs[K]], K>(name);

/** The same commands as Signals, for whoever stands outside: ops in Temporal's Web UI, a sandbox in place of the bank. */
export const signals = {
  assign: signal('assign'),
  attachDocument: signal('attachDocument'),
  receivePayment: signal('receivePayment'),
  complete: signal('complete'),
  cancel: signal('cancel'),
  retryStep: signal('retryStep'),
};

/** Live state of an order: what it waits for, until when, and why somebody has to look. */
export interface LiveState {
  status: OrderState['status'];
  waits_for: string;
  until?: string;
  needs_attention?: string;
  deliveries_pending: number;
}

/** All that has happened to an order, as its workflow remembers it: enough to write its copy, journal, ledger and events anew. */
export interface OrderMemory {
  order: OrderState;
  journal: JournalEntry[];
  events: OutgoingEvent[];
}

export const queries = {
  memory: defineQuery<OrderMemory>('memory'),
  order: defineQuery<OrderState>('order'),
  live: defineQuery<LiveState>('live'),
};

export type OrderWorkflow = (terms: OrderTerms) => Promise<OrderStatus>;
/** The order's workflow, by name: its id is the pa_order_id. */
export const ORDER_WORKFLOW = 'order';
/** A dead letter's way, by name. */
export const REDELIVERY_WORKFLOW = 'redelivery';
/** The way back of a payment that no order took, by name. */
export const RETURN_WORKFLOW = 'returnPayment';
/** What is asked for once more has another name: the first round's is that of release 1.0.0. */
export const inRound = (name: string, round: number, separator: string): string => (round > 1 ? `${name}${separator}${round}` : name);
/** Compares everything with everything, by name. */
export const RECONCILIATION_WORKFLOW = 'reconciliation';
/** Order workflows, their projections and deliveries. */
export const ORDERS_QUEUE = 'orders';
/** What moves money: on a queue of its own, so that no slow receiver takes its place. */
export const MONEY_QUEUE = 'money';

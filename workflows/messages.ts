import { defineQuery, defineSignal, defineUpdate } from '@temporalio/workflow';
import { z } from 'zod';
import { DOCUMENT_TYPES, type OrderState } from '../src/domain/order';

// Workflows may not make code from text at run time.
z.config({ jitless: true });

/** Who acts: `<role>:<id>`, as the journal keeps it. */
const actor = z.string().min(1).max(128);
const reason = z.string().min(3).max(500);

/** What each command carries. A signal sent by hand is held to the same shapes. */
export const commandInputs = {
  assign: z.object({ actor, assignee: z.string().max(64).optional() }),
  requestDocuments: z.object({ actor, required_documents: z.array(z.string()).min(1), comment: z.string().max(1000).optional() }),
  attachDocument: z.object({
    actor,
    document_type: z.enum(DOCUMENT_TYPES),
    file_name: z.string().min(1).max(255),
    file_url: z.string().min(1),
    sha256: z.string().optional(),
  }),
  issuePaymentDetails: z.object({ actor, type: z.enum(['bank_transfer', 'payment_link']).optional() }),
  receivePayment: z.object({
    actor,
    /** Rubles, as decimal text. */
    amount_rub: z.string().regex(/^\d+(\.\d+)?$/),
    received_at: z.string().optional(),
    statement_ref: z.string().optional(),
  }),
  complete: z.object({ actor, comment: z.string().max(500).optional() }),
  cancel: z.object({ actor, reason }),
  refund: z.object({ actor, reason }),
  retryStep: z.object({ actor }),
};

type Inputs = typeof commandInputs;
export type CommandInput<K extends keyof Inputs> = z.infer<Inputs[K]>;

const command = <K extends keyof Inputs>(name: K) => defineUpdate<OrderState, [CommandInput<K>], K>(name);

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
};

const signal = <K extends keyof Inputs>(name: K) => defineSignal<[CommandInput<K>], K>(name);

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

export const queries = {
  order: defineQuery<OrderState>('order'),
  live: defineQuery<LiveState>('live'),
};

/** The order's workflow, by name: its id is the pa_order_id. */
export const ORDER_WORKFLOW = 'order';
/** Order workflows, their projections and deliveries. */
export const ORDERS_QUEUE = 'orders';
/** What moves money: on a queue of its own, so that no slow receiver takes its place. */
export const MONEY_QUEUE = 'money';

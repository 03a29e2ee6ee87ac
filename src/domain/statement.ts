import type { ErrorCode } from './refusal';

/** Outcomes of rubles that no order took: they stand in suspense until staff match or return them. */
export const SUSPENSE_OUTCOMES = [
  'MISMATCH',
  'LATE',
  'NOT_FIXED',
  'UNKNOWN_UIN',
  'REFUSED',
  /** The order had been paid already, by another payment of the same amount. */
  'PAID_TWICE',
  /** The bank would not send it back. */
  'RETURN_REFUSED',
  /** Rubles of ours that came back: a refund that bounced, say. No order is offered them. */
  'BOUNCED',
] as const;

/** What became of a bank statement. A REPEAT tells of a payment that another statement has told of before; TAKEN_BACK is what the bank has taken again. */
export const STATEMENT_OUTCOMES = ['RECEIVED', 'MATCHED', 'REPEAT', ...SUSPENSE_OUTCOMES, 'RETURNING', 'RETURNED', 'TAKEN_BACK'] as const;

export type SuspenseOutcome = (typeof SUSPENSE_OUTCOMES)[number];
export type StatementOutcome = (typeof STATEMENT_OUTCOMES)[number];

export const isSuspense = (outcome: StatementOutcome): boolean => (SUSPENSE_OUTCOMES as readonly string[]).includes(outcome);

const BY_REFUSAL: Partial<Record<ErrorCode, SuspenseOutcome>> = {
  PAYMENT_AMOUNT_MISMATCH: 'MISMATCH',
  FX_RATE_EXPIRED: 'LATE',
  FX_RATE_NOT_FIXED: 'NOT_FIXED',
  ORDER_NOT_FOUND_BY_UIN: 'UNKNOWN_UIN',
};

/** Where rubles stand that an order has refused with this code. */
export const outcomeOfRefusal = (code: ErrorCode): SuspenseOutcome => BY_REFUSAL[code] ?? 'REFUSED';

export interface Statement {
  /** Empty when the payment names none. */
  uin: string;
  amountRub: string;
  receivedAt?: string;
  /** The bank's own reference of the payment. */
  statementRef?: string;
  /** A reference that may recur: it tells no payments apart. */
  otherRef?: string;
  /** Of a file's line: what it is recognised by when it is imported again. */
  lineKey?: string;
  /** `bank:statement`, `bank:file` or `sandbox:simulation`: the actor in the order's journal. */
  source: string;
}

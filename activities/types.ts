import type { OutgoingEvent } from '../src/domain/events';
import type { DecimalText } from '../src/domain/money';
import type { JournalEntry, OrderDocument, OrderState, PaymentOut, Requisites, Scenario } from '../src/domain/order';

/** What one commit of an order writes, in one transaction. */
export interface Commit {
  order: OrderState;
  journal: JournalEntry[];
  events: OutgoingEvent[];
}

export interface Offer {
  base_rate: DecimalText;
  markup_percent: DecimalText;
  commission_percent: DecimalText;
  /** Value added tax within the commission. */
  vat_percent: DecimalText;
  requisites: Requisites;
  /** Address of the customer's payment page. */
  payment_url: string;
}

export interface OfferRequest {
  pa_order_id: string;
  operator_id: string;
  partner_id: string;
  scenario: Scenario;
  /** Not asked by orders of release 1.0.0. */
  amount?: DecimalText;
  currency: string;
  uin: string;
}

/** How long an attempt at a money step may take, in seconds: a look-up, a request, and what is read and kept beside them. */
export const MONEY_ATTEMPT_S = 20;

/** Failure type of a provider that refuses what it was asked, as it was asked. */
export const PROVIDER_REFUSED = 'PROVIDER_REFUSED';

/** Failure type of a provider whose answer was lost: it may have done it. */
export const PROVIDER_UNKNOWN = 'PROVIDER_UNKNOWN';

/** A step that moves money. The key makes the provider do it once, however often it is asked. */
export interface MoneyStep {
  key: string;
  /** An earlier activity may have had it done: look it up first. */
  asked_before: boolean;
  verdict?: Verdict;
}

/** What staff have learned from a provider that does not answer by itself; its own answer goes before theirs. */
export interface Verdict {
  key: string;
  outcome: 'done' | 'not_done';
  /** Of what was done. */
  reference?: string;
  /** Of a payout: deducted on its way. */
  fee?: DecimalText;
  /** Of a payout: YYYY-MM-DD. */
  value_date?: string;
}

export interface FxPurchase extends MoneyStep {
  currency: string;
  amount: DecimalText;
  rate: DecimalText;
}

export interface FxDeal {
  deal_ref: string;
  executed_at: string;
}

export interface PartnerPayment extends MoneyStep {
  pa_order_id: string;
  operator_id: string;
  partner_id: string;
  scenario: Scenario;
  amount: DecimalText;
  currency: string;
  /** Id for the confirmation document of this payout. */
  document_id: string;
}

export interface PartnerPaid {
  payment_out: PaymentOut;
  confirmation: Omit<OrderDocument, 'created_at'>;
}

export interface Refund extends MoneyStep {
  uin: string;
  amount_rub: DecimalText;
  payment_ref?: string;
}

export interface RefundDone {
  refund_ref: string;
}

/** A payment that no order took, on its way back. */
export interface ReturnRequest {
  statement_id: string;
  uin: string;
  amount_rub: DecimalText;
  payment_ref?: string;
  actor: string;
  /** How often staff have asked for it: each time has a key of its own. */
  round: number;
}

/** How far a reconciliation looks. */
export interface ReconciliationScope {
  /** Orders that have changed in the last hours. */
  hours: number;
  /** Every workflow is asked for all it remembers; otherwise only those whose status is not the copy's. */
  deep: boolean;
}

/** What a reconciliation did, and how much it leaves to staff. */
export interface Reconciled {
  statements_settled: number;
  copies_repaired: number;
  events_redelivered: number;
  findings: number;
}

/** Everything that an order does outside its workflow. */
export interface Activities {
  /** Writes the read copy, the journal and the events owed, in one transaction. Idempotent. */
  project(commit: Commit): Promise<void>;
  /** Rate, commission and requisites in force. Fails with CURRENCY_NOT_SUPPORTED, PARTNER_PAYOUT_DETAILS_MISSING, PARTNER_PAYMENT_LINK_MISSING. */
  makeOffer(request: OfferRequest): Promise<Offer>;
  /** First attempt at each event. Returns those that were not delivered. */
  deliver(eventIds: string[]): Promise<string[]>;
  /** A further attempt at one event; fails when it is not delivered. */
  redeliver(eventId: string): Promise<void>;
  /** Takes a dead letter up again. */
  reopen(eventId: string): Promise<void>;
  /** Gives an event up: it waits for a manual replay. */
  deadLetter(eventId: string): Promise<void>;
  buyCurrency(purchase: FxPurchase): Promise<FxDeal>;
  payPartner(payment: PartnerPayment): Promise<PartnerPaid>;
  refundCustomer(refund: Refund): Promise<RefundDone>;
  reconcile(scope: ReconciliationScope): Promise<Reconciled>;
  /** Enters a payment that no order took as sent back. Idempotent. */
  finishReturn(request: ReturnRequest, done: RefundDone): Promise<void>;
  /** Puts a payment that the bank would not send back in suspense again. Idempotent. */
  giveUpReturn(request: ReturnRequest, reason: string): Promise<void>;
  /** What was done under this key; null: nothing, and nothing ever will be. */
  withdrawPurchase(purchase: FxPurchase): Promise<FxDeal | null>;
  withdrawPayout(payment: PartnerPayment): Promise<PartnerPaid | null>;
  withdrawRefund(refund: Refund): Promise<RefundDone | null>;
}

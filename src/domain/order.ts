import type { OrderStatus } from './lifecycle';
import type { DecimalText } from './money';

export type Scenario = 'INVOICE' | 'PAYMENT_LINK';
export const DOCUMENT_TYPES = [
  'INVOICE',
  'ADDITIONAL_CONTRACT',
  'PASSPORT',
  'SWIFT_CONFIRMATION',
  'PAYMENT_RECEIPT',
  'SERVICE_VOUCHER',
  'OTHER',
] as const;
export type DocumentType = (typeof DOCUMENT_TYPES)[number];
export type PaymentDetailsType = 'bank_transfer' | 'payment_link';

/** ISO 8601, UTC, milliseconds. */
export type Timestamp = string;

/** What an order is registered with and its workflow is started with. Nothing about the customer is in it. */
export interface OrderTerms {
  pa_order_id: string;
  operator_id: string;
  cso_order_id: string;
  scenario: Scenario;
  service: { type: string; country: string; partner_id: string };
  amount_local: DecimalText;
  currency_local: string;
  uin: string;
  deadline: Timestamp;
  /** Hours after creation at which an order without a fixed rate expires. */
  ttl_hours: number;
  actor: string;
}

export interface Fx {
  /** Rubles for one unit of the currency, markup included. */
  rate: DecimalText;
  fixed_at: Timestamp;
  expires_at: Timestamp;
}

export interface Requisites {
  recipient_name: string;
  inn: string;
  account: string;
  bank_bik: string;
  bank_name: string;
  correspondent_account: string;
}

export interface PaymentDetails extends Omit<Requisites, 'correspondent_account'> {
  /** For the payment QR code; not part of the interface. Absent in orders from before it was kept. */
  correspondent_account?: string;
  type: PaymentDetailsType;
  purpose: string;
  uin: string;
  url?: string;
  received_at?: Timestamp;
  amount_received_rub?: DecimalText;
}

export interface PaymentOut {
  type: 'swift' | 'card';
  swift_ref?: string;
  iban_to?: string;
  partner_payment_url?: string;
  amount_sent: DecimalText;
  currency_sent: string;
  /** Correspondent bank's fee, deducted from the transfer. */
  fee: DecimalText;
  /** Date of the transfer, YYYY-MM-DD. */
  value_date: string;
  /** A path of this service; signed when it is handed out. */
  receipt_url?: string;
  auth_code?: string;
}

export interface OrderDocument {
  id: string;
  document_type: DocumentType;
  file_name: string;
  /** Absolute, or a path of this service that is signed when it is handed out. */
  url: string;
  sha256?: string;
  uploaded_by: string;
  created_at: Timestamp;
}

/** What about a money step is wrong, and what staff can do. */
export interface Attention {
  /**
   * - `delayed`: its provider did not take it when it was asked last; it goes on by itself.
   * - `unknown`: it may have been done; it goes on by itself, or with what staff have learned from the bank.
   * - `parked`: it was refused, and waits until staff retry it or refund.
   */
  kind: 'delayed' | 'unknown' | 'parked';
  step: 'fx' | 'payout' | 'refund';
  /** Under which the provider was asked. */
  key: string;
}

/** The state of an order as its workflow holds it; the read copy is the same object. Money is decimal text. */
export interface OrderState {
  pa_order_id: string;
  operator_id: string;
  cso_order_id: string;
  scenario: Scenario;
  status: OrderStatus;
  /** Grows with every commit; a copy is replaced only by a higher one. */
  version: number;
  service: OrderTerms['service'];
  amount_local: DecimalText;
  currency_local: string;
  uin: string;
  fx?: Fx;
  amount_rub?: DecimalText;
  payment_details?: PaymentDetails;
  payment_out?: PaymentOut;
  commission?: {
    rate_percent: DecimalText;
    amount_rub: DecimalText;
    vat_included: boolean;
    /** For the ledger; not part of the interface. Absent in orders from before it was kept. */
    vat_percent?: DecimalText;
  };
  documents: OrderDocument[];
  requested_documents?: string[];
  rejection_reason?: string;
  /** Why an operator of ours has to look at it; absent when nobody has to. */
  needs_attention?: string;
  attention?: Attention;
  deadline: Timestamp;
  sla_breached?: boolean;
  expires_at: Timestamp;
  created_at: Timestamp;
  updated_at: Timestamp;
}

/** One record of the append-only journal. The payload holds what an auditor needs and nothing personal. */
export interface JournalEntry {
  event_id: string;
  seq: number;
  event_type: string;
  status_from?: OrderStatus;
  status_to?: OrderStatus;
  actor: string;
  payload?: Record<string, unknown>;
  created_at: Timestamp;
}

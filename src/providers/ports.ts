import type { DecimalText } from '../domain/money';

/**
 * The outside world that moves money. Whatever is asked under one key happens once, however often it is asked. Every method fails with a ProviderError,
 * and answers within `PROVIDER_TIMEOUT_MS`, or before `until` ends.
 */
export interface Rail<Request, Receipt> {
  send(key: string, request: Request, until?: AbortSignal): Promise<Receipt>;
  /** What was done under this key so far; null promises nothing: it may be under way. */
  find(key: string, until?: AbortSignal): Promise<Receipt | null>;
  /** What was done under this key; null: nothing, and nothing ever will be. */
  withdraw(key: string, until?: AbortSignal): Promise<Receipt | null>;
  /** What was done since then, oldest first. */
  list(since: Date): Promise<Done[]>;
}

/** One thing that a provider did. */
export interface Done {
  key: string;
  reference: string;
  /** ISO 8601. */
  done_at: string;
  /** What was moved, where the provider tells: it is compared. */
  amount?: DecimalText | null;
  currency?: string | null;
}

export interface FxRequest {
  currency: string;
  amount: DecimalText;
  /** Rubles for one unit. */
  rate: DecimalText;
}

export interface FxReceipt {
  reference: string;
  /** ISO 8601. */
  executed_at: string;
}

export interface PayoutRequest {
  amount: DecimalText;
  currency: string;
  to: { type: 'swift'; iban: string; mt103: string } | { type: 'card'; payment_link: string };
}

export interface PayoutReceipt {
  reference: string;
  /** Deducted from the amount on its way. */
  fee: DecimalText;
  /** YYYY-MM-DD. */
  value_date: string;
  /** Of a card payment. */
  auth_code?: string;
}

export interface RefundRequest {
  /** Empty when the payment named none. */
  uin: string;
  amount_rub: DecimalText;
  /** The bank's own reference of the payment that goes back, where no order took it. */
  payment_ref?: string;
}

export interface RefundReceipt {
  reference: string;
}

export interface Providers {
  fx: Rail<FxRequest, FxReceipt>;
  payout: Rail<PayoutRequest, PayoutReceipt>;
  refund: Rail<RefundRequest, RefundReceipt>;
}

export const PROVIDER_TIMEOUT_MS = 8_000;

/**
 * - `refused`: it was not done as it was asked. That is no promise for the key: only `withdraw` gives one.
 * - `unavailable`: it was not done; ask again later.
 * - `rate_limited`: it was not done; ask again after `retryAfterMs`.
 * - `unknown`: it may have been done; look it up before asking again.
 */
export type ProviderFault = 'refused' | 'unavailable' | 'rate_limited' | 'unknown';

export class ProviderError extends Error {
  /** @param heard that it has answered: that it cannot say yet, or something that is not understood */
  constructor(
    readonly fault: ProviderFault,
    message: string,
    readonly retryAfterMs?: number,
    readonly heard?: 'not_yet' | 'not_understood',
  ) {
    super(message);
    this.name = 'ProviderError';
  }
}

import type { DecimalText } from '../domain/money';
import type { Timestamp } from '../domain/order';

/**
 * What is undone: a debit (`bounced`: rubles of ours that came back, of a refund, say) or a credit (`taken back`: the bank has taken again what it had
 * brought). Neither is a payment to an order, whatever its purpose names.
 */
export type Reversal = 'bounced' | 'taken back';

/** One credit of rubles on our account, or a reversal, as a bank's statement file tells of it. */
export interface StatementLine {
  /** The UIN that it names; absent when it names none, or several. */
  uin?: string;
  amountRub: DecimalText;
  /** When it was booked; a date without a time is midnight in Moscow. */
  receivedAt?: Timestamp;
  /** The bank's own reference of the entry. */
  statementRef?: string;
  /** A reference that may recur, of an entry that has none of the bank's: the payer's own, or the file's. */
  otherRef?: string;
  /** Our account; empty when the file does not say. */
  account: string;
  /** What the payment says it is for. */
  purpose: string;
  reversal?: Reversal;
}

/** Why an entry is left out: a debit, not booked yet, another currency. */
export type Skipped = 'debit' | 'not booked' | 'not in rubles';

export interface StatementFile {
  format: 'camt.053' | 'MT940' | '1C';
  lines: StatementLine[];
  skipped: Partial<Record<Skipped, number>>;
}

/** A file that is not read at all, since part of it cannot be trusted. */
export class StatementFileError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'StatementFileError';
  }
}

export const isRubles = (currency: string): boolean => ['RUB', 'RUR', '643', '810'].includes(currency);

/** @throws StatementFileError when it is not an amount in rubles and kopecks */
export function rubles(text: string, where: string): DecimalText {
  const amount = text.trim().replace(',', '.').replace(/\.$/, '');
  if (!/^\d{1,15}(\.\d{1,2})?$/.test(amount))
    throw new StatementFileError(`${where}: "${text.slice(0, 40)}" is not an amount in rubles and kopecks.`);
  return amount;
}

/** Midnight in Moscow of a date. @throws StatementFileError when there is no such date */
export function moscowMidnight(year: string, month: string, day: string, where: string): Timestamp {
  const at = new Date(`${year}-${month}-${day}T00:00:00+03:00`);
  if (Number.isNaN(at.getTime())) throw new StatementFileError(`${where}: ${day}.${month}.${year} is not a date.`);
  return at.toISOString();
}

/** Counts what was left out. */
export class Skips {
  readonly counts: Partial<Record<Skipped, number>> = {};

  add(why: Skipped): void {
    this.counts[why] = (this.counts[why] ?? 0) + 1;
  }
}

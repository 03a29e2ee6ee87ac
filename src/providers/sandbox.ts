import { createHash } from 'node:crypto';
import { decimal, minorDigits, rounded } from '../domain/money';
import type { Database } from '../store/database';
import { countTry, recorded, recordedSince, recordOnce, WITHDRAWN } from '../store/sandbox-book';
import {
  type Done,
  type FxReceipt,
  type FxRequest,
  type PayoutReceipt,
  type PayoutRequest,
  ProviderError,
  type Providers,
  type Rail,
  type RefundReceipt,
  type RefundRequest,
} from './ports';
import { withTrouble } from './sandbox-trouble';

/** What the sandbox's correspondent bank takes: half a percent, at most 25 units. */
const FEE_PERCENT = '0.5';
const FEE_MOST = '25';

/** A desk and a bank that live in the database: they keep their book over restarts, as the outside world does. */
export function sandboxProviders(db: Database): Providers {
  const fx = new SandboxRail<FxRequest, FxReceipt>(db, 'fx', ({ currency, amount, rate }) => ({ currency, amount, rate }), buy);
  const payout = new SandboxRail<PayoutRequest, PayoutReceipt>(db, 'payout', payoutTerms, pay);
  const triesOf = (key: string): Promise<number> => countTry(db, key).catch(unavailable);
  return {
    fx: withTrouble('fx', fx, triesOf),
    payout: withTrouble('payout', payout, triesOf),
    refund: new SandboxRail<RefundRequest, RefundReceipt>(
      db,
      'refund',
      ({ uin, amount_rub }) => ({ uin, amount_rub }),
      (key) => ({ reference: reference('RF', key) }),
    ),
  };
}

class SandboxRail<Request, Receipt extends object> implements Rail<Request, Receipt> {
  constructor(
    private readonly db: Database,
    private readonly kind: string,
    /** What a key stands for: asked again with other terms, the key is refused. */
    private readonly terms: (request: Request) => Record<string, string>,
    private readonly execute: (key: string, request: Request) => Receipt,
  ) {}

  async send(key: string, request: Request): Promise<Receipt> {
    const terms = this.terms(request);
    const book = await recordOnce(this.db, { key, kind: this.kind, request: terms, result: this.execute(key, request) }).catch(unavailable);
    if (book.kind === WITHDRAWN) throw new ProviderError('refused', `${key} was withdrawn`);
    if (Object.entries(terms).some(([name, value]) => book.request[name] !== value)) {
      throw new ProviderError('refused', `${key} was used for something else before`);
    }
    return book.result as Receipt;
  }

  async find(key: string): Promise<Receipt | null> {
    const book = await recorded(this.db, key).catch(unavailable);
    return book && book.kind !== WITHDRAWN ? (book.result as Receipt) : null;
  }

  /** One entry for a key, whoever comes first: what is withdrawn is not done, what is done is not withdrawn. */
  async withdraw(key: string): Promise<Receipt | null> {
    const book = await recordOnce(this.db, { key, kind: WITHDRAWN, request: {}, result: {} }).catch(unavailable);
    return book.kind === WITHDRAWN ? null : (book.result as Receipt);
  }

  async list(since: Date): Promise<Done[]> {
    return recordedSince(this.db, this.kind, since).catch(unavailable);
  }
}

const unavailable = (error: unknown): never => {
  throw new ProviderError('unavailable', `the sandbox's book does not answer: ${error instanceof Error ? error.name : 'error'}`);
};

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
const reference = (prefix: string, key: string): string => `${prefix}${hash(key).slice(0, 12).toUpperCase()}`;
const digits = (key: string, count: number): string => (BigInt(`0x${hash(key).slice(0, 15)}`) % 10n ** BigInt(count)).toString().padStart(count, '0');

const buy = (key: string): FxReceipt => ({ reference: reference('FX', key), executed_at: new Date().toISOString() });

/** Accounts that end so are closed: a payout to one is refused until the partner's card says another. */
const CLOSED = '8204';

function pay(key: string, { amount, currency, to }: PayoutRequest): PayoutReceipt {
  if (to.type === 'swift' && to.iban.endsWith(CLOSED)) throw new ProviderError('refused', `AC04: the account ${to.iban} is closed`);
  const value_date = new Date().toISOString().slice(0, 10);
  if (to.type === 'card')
    return { reference: reference('CD', key), fee: rounded(decimal('0'), minorDigits(currency)), value_date, auth_code: digits(key, 6) };
  const share = decimal(amount).mul(FEE_PERCENT).div(100);
  const fee = share.greaterThan(FEE_MOST) ? decimal(FEE_MOST) : share;
  return { reference: reference('PA', key), fee: rounded(fee, minorDigits(currency)), value_date };
}

const payoutTerms = ({ amount, currency, to }: PayoutRequest): Record<string, string> => ({
  amount,
  currency,
  to: to.type === 'swift' ? to.iban : to.payment_link,
});

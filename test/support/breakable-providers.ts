import { ProviderError, type ProviderFault, type Providers, type Rail } from '../../src/providers/ports';
import { sandboxProviders } from '../../src/providers/sandbox';
import type { Database } from '../../src/store/database';

type RailName = keyof Providers;

/**
 * What a provider does instead of its work: fails before it; does it and loses the answer; does it `late`, unanswered; is `silent`, whatever it is asked;
 * or waits until it is let go.
 */
export type Trouble = ProviderFault | 'lose-answer' | 'late' | 'silent' | Promise<unknown>;

const MUTE: unknown[] = ['unavailable', 'silent'] satisfies Trouble[];

/** The sandbox's providers with trouble on demand. */
export class BreakableProviders implements Providers {
  /** Trouble by rail; of every call until it is taken away. */
  readonly trouble: Partial<Record<RailName, Trouble>> = {};
  /** What receipts of a rail say instead; of every call until it is taken away. */
  readonly receipt: Partial<Record<RailName, object>> = {};
  /** Every call that came, in order: `payout.send key`. */
  readonly calls: string[] = [];
  readonly #late: (() => Promise<unknown>)[] = [];
  readonly fx: Providers['fx'];
  readonly payout: Providers['payout'];
  readonly refund: Providers['refund'];

  constructor(db: Database) {
    const real = sandboxProviders(db);
    this.fx = this.#breakable('fx', real.fx);
    this.payout = this.#breakable('payout', real.payout);
    this.refund = this.#breakable('refund', real.refund);
  }

  /** Does now what was to be done late. @returns how often it was done */
  async doLate(): Promise<number> {
    const ends = await Promise.allSettled(this.#late.splice(0).map((work) => work()));
    return ends.filter(({ status }) => status === 'fulfilled').length;
  }

  #breakable<Request, Receipt>(name: RailName, real: Rail<Request, Receipt>): Rail<Request, Receipt> {
    const broken = <T>(work: () => Promise<T>): Promise<T> => this.#troubled(this.trouble[name], work);
    const spoiled = <T extends Receipt | null>(receipt: T): T => receipt && { ...receipt, ...this.receipt[name] };
    return {
      send: (key, request) => {
        this.calls.push(`${name}.send ${key}`);
        return broken(() => real.send(key, request)).then(spoiled);
      },
      list: (since) => real.list(since),
      find: (key) => {
        this.calls.push(`${name}.find ${key}`);
        return MUTE.includes(this.trouble[name]) ? broken(() => real.find(key)) : real.find(key).then(spoiled);
      },
      withdraw: (key) => {
        this.calls.push(`${name}.withdraw ${key}`);
        return MUTE.includes(this.trouble[name]) ? broken(() => real.withdraw(key)) : real.withdraw(key).then(spoiled);
      },
    };
  }

  async #troubled<T>(trouble: Trouble | undefined, work: () => Promise<T>): Promise<T> {
    if (trouble === undefined) return work();
    if (trouble instanceof Promise) {
      await trouble;
      return work();
    }
    if (trouble === 'lose-answer') {
      await work();
      throw new ProviderError('unknown', 'the answer was lost');
    }
    if (trouble === 'late') {
      this.#late.push(work);
      throw new ProviderError('unknown', 'no answer yet');
    }
    if (trouble === 'silent') throw new ProviderError('unknown', 'no answer');
    throw new ProviderError(trouble, `made to be ${trouble}`, trouble === 'rate_limited' ? 60_000 : undefined);
  }
}

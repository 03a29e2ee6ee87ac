import type { Request } from 'express';
import { Refusal } from '../domain/refusal';
import { configInForce } from '../store/config';
import type { Database } from '../store/database';
import type { RateCounter } from '../store/rate-counter';

/** How many requests a minute an operator, a partner and one of staff may send; one limit each, whichever gateway they reach. */
export class RateLimits {
  readonly #limits;

  constructor(
    db: Database,
    private readonly counter: RateCounter,
  ) {
    this.#limits = configInForce(db, 'rate_limits');
  }

  /** Counts a request and says on its response how many are left. @throws Refusal RATE_LIMIT_EXCEEDED, with Retry-After on the response */
  async take(req: Request, who: 'operator' | 'partner' | 'staff', id: string): Promise<void> {
    const [limits, { consumed, msLeft }] = await Promise.all([this.#limits(), this.counter.count(`${who}:${id}`)]);
    const limit = limits[`${who}_per_minute`];
    const seconds = String(Math.max(1, Math.ceil(msLeft / 1000)));
    req.res?.set({ 'RateLimit-Limit': String(limit), 'RateLimit-Remaining': String(Math.max(0, limit - consumed)), 'RateLimit-Reset': seconds });
    if (consumed <= limit) return;
    req.res?.set('Retry-After', seconds);
    throw new Refusal('RATE_LIMIT_EXCEEDED', `More than ${limit} requests a minute; try again in ${seconds} s.`, { limit });
  }
}

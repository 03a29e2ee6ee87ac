import { Pool } from 'pg';
import { RateLimiterPostgres } from 'rate-limiter-flexible';

const WINDOW_S = 60;
const TIMEOUT_MS = 3_000;

/** Counts requests by the minute, or by another window, for every gateway on this database. */
export class RateCounter {
  readonly #pool: Pool;
  readonly #counter: RateLimiterPostgres;

  constructor(databaseUrl: string) {
    this.#pool = new Pool({ connectionString: databaseUrl, max: 2, connectionTimeoutMillis: TIMEOUT_MS, query_timeout: TIMEOUT_MS });
    this.#pool.on('error', () => undefined); // the next request meets it, too
    const points = Number.MAX_SAFE_INTEGER; // the limit can change at any time, so that it is compared where it is read
    this.#counter = new RateLimiterPostgres({ storeClient: this.#pool, tableName: 'rate_limits', tableCreated: true, points, duration: WINDOW_S });
  }

  /** @returns how many came in this window, this one included, and how long the window still lasts */
  async count(key: string, windowS = WINDOW_S): Promise<{ consumed: number; msLeft: number }> {
    const { consumedPoints, msBeforeNext } = await this.#counter.consume(key, 1, { customDuration: windowS });
    return { consumed: consumedPoints, msLeft: msBeforeNext };
  }

  /** One that came counts no more. */
  async giveBack(key: string, windowS = WINDOW_S): Promise<void> {
    await this.#counter.reward(key, 1, { customDuration: windowS });
  }

  /** Begins anew for this key. */
  async forget(key: string): Promise<void> {
    await this.#counter.delete(key);
  }

  close(): Promise<void> {
    return this.#pool.end();
  }
}

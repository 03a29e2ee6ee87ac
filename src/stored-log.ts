import { Writable } from 'node:stream';
import { transports } from 'winston';
import type { Database } from './store/database';
import { keepLines, type NewLine, trimLines } from './store/log-lines';

const EVERY_MS = 500;
/** What gathers while the database is away; more is dropped here and stays on the console. */
const MOST_WAITING = 5_000;
const TRIM_AFTER = 5_000;

/** Keeps what is logged in the database as well, in batches. It never fails a caller and never waits for one. */
export class StoredLog {
  readonly transport = new transports.Stream({
    stream: new Writable({ objectMode: true, write: (info: Record<string, unknown>, _encoding, done) => done(void this.#keep(info)) }),
  });
  #waiting: NewLine[] = [];
  #sinceTrim = TRIM_AFTER;
  #writing: Promise<void> = Promise.resolve();
  readonly #timer: NodeJS.Timeout;

  constructor(private readonly db: Database) {
    this.#timer = setInterval(() => void this.flush(), EVERY_MS);
    this.#timer.unref();
  }

  #keep({ level, message, timestamp, ...fields }: Record<string, unknown>): void {
    if (this.#waiting.length < MOST_WAITING) {
      this.#waiting.push({ at: new Date(String(timestamp)), level: String(level), message: String(message), fields });
    }
  }

  /** Writes what has gathered. */
  flush(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  /** Writes the rest, and keeps nothing more. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }

  async #write(): Promise<void> {
    const lines = this.#waiting.splice(0);
    if (lines.length === 0) return;
    try {
      await keepLines(this.db, lines);
      this.#sinceTrim += lines.length;
      if (this.#sinceTrim < TRIM_AFTER) return;
      this.#sinceTrim = 0;
      await trimLines(this.db);
    } catch {
      this.#waiting = [...lines, ...this.#waiting].slice(-MOST_WAITING);
    }
  }
}

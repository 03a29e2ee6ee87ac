import { setTimeout as wait } from 'node:timers/promises';
import type { Violation } from '../../src/reconciliation/violation';
import { type Database, openDatabase } from '../../src/store/database';
import { Ongoing } from './ongoing';

const EVERY_MS = 100;

/** Looks at the copies all the time: one that goes back to an earlier version was overwritten, even if a later write hides it again. */
export class Watch extends Ongoing {
  readonly violations: Violation[] = [];
  readonly #newest = new Map<string, number>();

  constructor(private readonly databaseUrl: string) {
    super();
  }

  protected async run(): Promise<void> {
    const db = openDatabase(this.databaseUrl, 1);
    while (!this.isOver) {
      await wait(EVERY_MS);
      await this.#look(db).catch(() => undefined); // PostgreSQL is down; there is another look
    }
    await db.$disconnect();
  }

  async #look(db: Database): Promise<void> {
    for (const { paOrderId, version } of await db.order.findMany({ select: { paOrderId: true, version: true } })) {
      const newest = this.#newest.get(paOrderId) ?? 0;
      if (version < newest) {
        const detail = `version ${version} after version ${newest}`;
        this.violations.push({ invariant: 'a copy never goes back', subject: paOrderId, detail });
      }
      this.#newest.set(paOrderId, version);
    }
  }
}

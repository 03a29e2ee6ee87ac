import { Client as Postgres } from 'pg';
import { cpuOf, cpuOfTree } from './processes';
import type { StackParts } from './stack';

/** Since the start: CPU in seconds, PostgreSQL's commits and the bytes of its write-ahead log. */
export interface Usage {
  app: number;
  keeper: number;
  temporal: number;
  postgres: number;
  commits: number;
  walBytes: number;
}

/** Reads what the parts of the stack have used. */
export class Meter {
  private constructor(
    private readonly pids: StackParts['pids'],
    private readonly db: Postgres,
  ) {}

  static async open({ pids, databaseUrl }: StackParts): Promise<Meter> {
    const db = new Postgres({ connectionString: databaseUrl });
    db.on('error', () => undefined); // the query that needs it fails, too
    await db.connect();
    return new Meter(pids, db);
  }

  /** Backends report commits at most once a second, so up to a second of them is missing: at the end of a load as much as before it. */
  async read(): Promise<Usage> {
    const { rows } = await this.db.query<Pick<Usage, 'commits' | 'walBytes'>>(
      `SELECT (SELECT sum(xact_commit)::float8 FROM pg_stat_database) AS commits, pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 AS "walBytes"`,
    );
    const { app, keeper, temporal, postgres } = this.pids;
    const cpu = { app: cpuOf(app), keeper: cpuOf(keeper), temporal: cpuOf(temporal), postgres: cpuOfTree(postgres) };
    return { commits: 0, walBytes: 0, ...rows[0], ...cpu };
  }

  close = (): Promise<void> => this.db.end();
}

/** What one order took of each: CPU in milliseconds. */
export function perOrder(before: Usage, after: Usage, orders: number): Usage {
  const share = (of: keyof Usage, factor: number): number => Math.round(((after[of] - before[of]) / orders) * factor * 10) / 10;
  return {
    app: share('app', 1000),
    keeper: share('keeper', 1000),
    temporal: share('temporal', 1000),
    postgres: share('postgres', 1000),
    commits: share('commits', 1),
    walBytes: Math.round(share('walBytes', 1)),
  };
}

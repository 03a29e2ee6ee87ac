import type { Database } from './database';

/** What goes by one name takes turns, until the transaction that asks ends. */
export const alone = (tx: Pick<Database, '$executeRaw'>, name: string) => tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`;

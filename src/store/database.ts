import { createHash } from 'node:crypto';
import { PrismaPg } from '@prisma/adapter-pg';
import { LRUCache } from 'lru-cache';
import { PrismaClient } from './generated/client';

export type Database = PrismaClient;

/** Every statement is bounded: a database that does not answer is an error, not a hang. */
const timeouts = (statementS: number) => ({
  connectionTimeoutMillis: 3000,
  statement_timeout: statementS * 1000,
  query_timeout: (statementS + 1) * 1000,
});

const names = new LRUCache<string, string>({
  max: 1000,
  memoMethod: (sql) => createHash('sha256').update(sql).digest('base64url').slice(0, 24),
});

/** A name for each statement, so that PostgreSQL parses and plans it once a connection. */
const statementNameGenerator = ({ sql }: { sql: string }): string => names.memo(sql);

/** @param statementS how long a statement may take: what goes over the whole history takes longer than what somebody waits for */
export const openDatabase = (url: string, connections = 10, statementS = 5): Database =>
  new PrismaClient({
    errorFormat: 'minimal',
    adapter: new PrismaPg({ connectionString: url, max: connections, ...timeouts(statementS) }, { statementNameGenerator }),
  });

import { createHash } from 'node:crypto';
import { PrismaPg } from '@prisma/adapter-pg';
import { LRUCache } from 'lru-cache';
import { PrismaClient } from './generated/client';

export type Database = PrismaClient;

/** Every statement is bounded: a database that does not answer is an error, not a hang. */
const TIMEOUTS = { connectionTimeoutMillis: 3000, statement_timeout: 5000, query_timeout: 6000 };

const names = new LRUCache<string, string>({
  max: 1000,
  memoMethod: (sql) => createHash('sha256').update(sql).digest('base64url').slice(0, 24),
});

/** A name for each statement, so that PostgreSQL parses and plans it once a connection. */
const statementNameGenerator = ({ sql }: { sql: string }): string => names.memo(sql);

export const openDatabase = (url: string, connections = 10): Database =>
  new PrismaClient({
    errorFormat: 'minimal',
    adapter: new PrismaPg({ connectionString: url, max: connections, ...TIMEOUTS }, { statementNameGenerator }),
  });

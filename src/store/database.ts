import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient } from './generated/client';

export type Database = PrismaClient;

/** Every statement is bounded: a database that does not answer is an error, not a hang. */
const TIMEOUTS = { connectionTimeoutMillis: 3000, statement_timeout: 5000, query_timeout: 6000 };

export const openDatabase = (url: string, connections = 10): Database =>
  new PrismaClient({ adapter: new PrismaPg({ connectionString: url, max: connections, ...TIMEOUTS }) });

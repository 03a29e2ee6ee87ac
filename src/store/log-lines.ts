import type { Database } from './database';
import { Prisma } from './generated/client';
import { literally } from './like';
import { COUNTED } from './page';

export const LEVELS = ['error', 'warn', 'info', 'debug'] as const;
export type Level = (typeof LEVELS)[number];

export interface NewLine {
  at: Date;
  level: string;
  message: string;
  fields: Record<string, unknown>;
}

export interface LogFilter {
  /** This level and worse. */
  level?: Level;
  /** What the message or a field contains. */
  text?: string;
  paOrderId?: string;
  requestId?: string;
}

export interface StoredLine extends NewLine {
  paOrderId: string | null;
  requestId: string | null;
}

/** How many lines are kept. */
const KEPT = 200_000;

const ORDER_ID = /\bpa_[0-9a-f]{24}\b/;

/** Keeps lines for whoever looks for them, with the order and the request that they are about. */
export async function keepLines(db: Database, lines: NewLine[]): Promise<void> {
  const data = lines.map(({ fields, ...line }) => ({
    ...line,
    fields: JSON.parse(JSON.stringify(fields)) as Prisma.InputJsonObject,
    paOrderId: ORDER_ID.exec(`${line.message} ${fields.workflowId ?? ''} ${fields.pa_order_id ?? ''}`)?.[0],
    requestId: typeof fields.request_id === 'string' ? fields.request_id : undefined,
  }));
  await db.logLine.createMany({ data });
}

/** Forgets the oldest lines over what is kept. */
export const trimLines = (db: Database): Promise<number> =>
  db.$executeRaw`DELETE FROM log_lines WHERE id <= (SELECT max(id) FROM log_lines) - ${KEPT}`;

/** Lines, newest first, and how many there are. */
export async function findLines(
  db: Database,
  { level, text, paOrderId, requestId }: LogFilter,
  limit: number,
): Promise<{ items: StoredLine[]; total: number }> {
  const like = text === undefined ? undefined : `%${literally(text)}%`;
  const where = Prisma.join(
    [
      Prisma.sql`TRUE`,
      ...(level ? [Prisma.sql`level = ANY (${LEVELS.slice(0, LEVELS.indexOf(level) + 1)})`] : []),
      ...(like ? [Prisma.sql`(message ILIKE ${like} OR fields::text ILIKE ${like})`] : []),
      ...(paOrderId ? [Prisma.sql`pa_order_id = ${paOrderId}`] : []),
      ...(requestId ? [Prisma.sql`request_id = ${requestId}`] : []),
    ],
    ' AND ',
  );
  const [items, [count]] = await Promise.all([
    db.$queryRaw<StoredLine[]>`
      SELECT at, level, message, fields, pa_order_id AS "paOrderId", request_id AS "requestId" FROM log_lines WHERE ${where} ORDER BY id DESC LIMIT ${limit}`,
    db.$queryRaw<{ total: number }[]>`SELECT count(*)::int AS total FROM (SELECT FROM log_lines WHERE ${where} LIMIT ${COUNTED}) AS counted`,
  ]);
  return { items, total: count?.total ?? 0 };
}

export const clearLines = (db: Pick<Database, 'logLine'>) => db.logLine.deleteMany();

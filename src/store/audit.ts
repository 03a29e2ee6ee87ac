import { isDeepStrictEqual } from 'node:util';
import { alone } from './alone';
import type { Database } from './database';
import type { AuditRecord } from './generated/client';
import { Prisma } from './generated/client';
import { COUNTED, type Page } from './page';

export interface Change {
  /** For example `pricing`, `fx_rate:EUR`, `partner:PARTNER-777`. */
  subject: string;
  /** `admin:<username>`, or `cso:<client_id>` of a card that an order has brought. */
  actor: string;
  before?: object | null;
  after?: object | null;
}

/** Changes of one subject take turns: none undoes another's, and `before` is true. */
export const aloneWith = (tx: Pick<Database, '$executeRaw'>, subject: string) => alone(tx, `change:${subject}`);

const json = (value: object | null | undefined) => (value ? (JSON.parse(JSON.stringify(value)) as Prisma.InputJsonObject) : Prisma.DbNull);

/** The record of a change, to be written in its transaction; of what changes nothing there is none. Secrets are never in it. */
export async function audited(db: Pick<Database, 'auditRecord'>, { subject, actor, ...change }: Change): Promise<void> {
  const [before, after] = [json(change.before), json(change.after)];
  if (!isDeepStrictEqual(before, after)) await db.auditRecord.create({ data: { subject, actor, before, after } });
}

/** Changes, newest first. */
export async function listChanges(
  db: Database,
  where: { subject?: object },
  { limit, offset }: Page,
): Promise<{ items: AuditRecord[]; total: number }> {
  const [items, total] = await Promise.all([
    db.auditRecord.findMany({ where, orderBy: { id: 'desc' }, take: limit, skip: offset }),
    db.auditRecord.count({ where, take: COUNTED }),
  ]);
  return { items, total };
}

import type { Violation } from '../reconciliation/violation';
import type { Database } from './database';
import type { Finding } from './generated/client';
import { COUNTED, type Page } from './page';

/** Keeps what was found, and resolves what was found before and is not any more. */
export async function keepFindings(db: Database, found: Violation[]): Promise<void> {
  await db.$executeRaw`
    WITH found AS (
      SELECT invariant, subject, string_agg(DISTINCT detail, E'\n') AS detail
      FROM jsonb_to_recordset(${JSON.stringify(found)}::jsonb) AS f(invariant text, subject text, detail text) GROUP BY invariant, subject
    ), resolved AS (
      UPDATE findings SET resolved_at = now()
      WHERE resolved_at IS NULL AND NOT EXISTS (SELECT 1 FROM found f WHERE f.invariant = findings.invariant AND f.subject = findings.subject)
    )
    INSERT INTO findings (invariant, subject, detail) SELECT invariant, subject, detail FROM found
    ON CONFLICT (invariant, subject) DO UPDATE SET detail = excluded.detail, last_seen = now(), resolved_at = NULL`;
}

/** What staff have to look into, oldest first. */
export async function openFindings(db: Database, { limit, offset }: Page): Promise<{ items: Finding[]; total: number }> {
  const where = { resolvedAt: null };
  const [items, total] = await Promise.all([
    db.finding.findMany({ where, orderBy: [{ firstSeen: 'asc' }, { invariant: 'asc' }, { subject: 'asc' }], take: limit, skip: offset }),
    db.finding.count({ where, take: COUNTED }),
  ]);
  return { items, total };
}

/** How many there are of each kind. */
export const findingsByInvariant = (db: Database): Promise<{ invariant: string; findings: number }[]> =>
  db.$queryRaw`SELECT invariant, count(*)::int AS findings FROM findings WHERE resolved_at IS NULL GROUP BY invariant`;

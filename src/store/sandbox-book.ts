import type { Database } from './database';

/** Kind of an entry that keeps its key from being used. */
export const WITHDRAWN = 'withdrawn';

interface Operation {
  key: string;
  kind: string;
  request: Record<string, string>;
  result: object;
}

type Entry = Omit<Operation, 'key'>;

/** Enters an operation of the sandbox's bank once; a key that is in the book already gives what was entered first. */
export async function recordOnce(db: Database, { key, kind, request, result }: Operation): Promise<Entry> {
  const [entered] = await db.$queryRaw<Entry[]>`
    WITH entered AS (
      INSERT INTO sandbox_operations (key, kind, request, result)
      VALUES (${key}, ${kind}, ${JSON.stringify(request)}::jsonb, ${JSON.stringify(result)}::jsonb)
      ON CONFLICT (key) DO NOTHING RETURNING kind, request, result
    )
    SELECT * FROM entered UNION ALL SELECT kind, request, result FROM sandbox_operations WHERE key = ${key} LIMIT 1`;
  return entered ?? (await recorded(db, key)) ?? { kind, request, result };
}

export async function recorded(db: Database, key: string): Promise<Entry | null> {
  const row = await db.sandboxOperation.findUnique({ where: { key } });
  return row && { kind: row.kind, request: row.request as Record<string, string>, result: row.result as object };
}

interface Listed {
  key: string;
  reference: string;
  done_at: string;
  amount: string | null;
  currency: string | null;
}

/** What is in the book of one kind since then, oldest first. */
export const recordedSince = (db: Database, kind: string, since: Date): Promise<Listed[]> =>
  db.$queryRaw`
    SELECT key, result ->> 'reference' AS reference, to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS done_at,
           COALESCE(request ->> 'amount', request ->> 'amount_rub') AS amount,
           CASE WHEN request ->> 'amount_rub' IS NULL THEN request ->> 'currency' ELSE 'RUB' END AS currency
    FROM sandbox_operations WHERE kind = ${kind} AND created_at >= ${since} ORDER BY created_at`;

/** Counts how often a key was tried, this time included. */
export async function countTry(db: Database, key: string): Promise<number> {
  const [row] = await db.$queryRaw<{ tries: number }[]>`
    INSERT INTO sandbox_tries AS t (key, tries) VALUES (${key}, 1)
    ON CONFLICT (key) DO UPDATE SET tries = t.tries + 1 RETURNING tries`;
  return row?.tries ?? 1;
}

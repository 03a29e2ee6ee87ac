import type { Database } from './database';

/** What a provider is asked for under a key; undefined when nobody has fixed it. */
export async function moneyOrder<Request>(db: Database, key: string): Promise<Request | undefined> {
  const row = await db.moneyOrder.findUnique({ where: { key } });
  return row?.request as Request | undefined;
}

/** Fixes what a provider is asked for under a key. @returns what was fixed first, whoever fixed it */
export async function fixMoneyOrder<Request>(db: Database, key: string, kind: string, request: Request): Promise<Request> {
  const [fixed] = await db.$queryRaw<{ request: Request }[]>`
    INSERT INTO money_orders AS o (key, kind, request) VALUES (${key}, ${kind}, ${JSON.stringify(request)}::jsonb)
    ON CONFLICT (key) DO NOTHING RETURNING o.request`;
  const kept = fixed?.request ?? (await moneyOrder<Request>(db, key));
  if (kept === undefined) throw new Error(`what is asked for under ${key} was not kept`);
  return kept;
}

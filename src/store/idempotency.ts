import type { Database } from './database';

export interface KeyScope {
  operatorId: string;
  /** Method and path. */
  route: string;
  key: string;
}

/** `claimed`: the caller does the work. Otherwise what the first one has left so far. */
export type Claim = 'claimed' | { requestHash: string; response: object | null };

/** Takes a key for this request; a key is free again 24 hours after its success, and a minute after a process died over it. */
export async function claimKey(db: Database, { operatorId, route, key }: KeyScope, requestHash: string): Promise<Claim> {
  const claimed = await db.$executeRaw`
    INSERT INTO idempotency_keys AS k (operator_id, route, key, request_hash) VALUES (${operatorId}, ${route}, ${key}, ${requestHash})
    ON CONFLICT (operator_id, route, key) DO UPDATE SET request_hash = excluded.request_hash, response = NULL, created_at = now()
    WHERE k.created_at < now() - interval '24 hours' OR (k.response IS NULL AND k.created_at < now() - interval '1 minute')`;
  if (claimed > 0) return 'claimed';
  const first = await db.idempotencyKey.findUnique({ where: { operatorId_route_key: { operatorId, route, key } } });
  return first ? { requestHash: first.requestHash, response: first.response as object | null } : { requestHash, response: null };
}

export async function keepResponse(db: Database, { operatorId, route, key }: KeyScope, response: object): Promise<void> {
  await db.$executeRaw`
    UPDATE idempotency_keys SET response = ${JSON.stringify(response)}::jsonb
    WHERE operator_id = ${operatorId} AND route = ${route} AND key = ${key}`;
}

/** Only success is kept: after a failure the key is free. */
export async function releaseKey(db: Database, { operatorId, route, key }: KeyScope): Promise<void> {
  await db.idempotencyKey.deleteMany({ where: { operatorId, route, key } });
}

export async function storedResponse(db: Database, { operatorId, route, key }: KeyScope): Promise<object | null> {
  const row = await db.idempotencyKey.findUnique({ where: { operatorId_route_key: { operatorId, route, key } } });
  return (row?.response as object | null | undefined) ?? null;
}

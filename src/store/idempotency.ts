import type { Database } from './database';

export interface KeyScope {
  operatorId: string;
  /** Method and path. */
  route: string;
  key: string;
}

/** `round`: the caller does the work, for the first time or once more. Otherwise what the first one has left so far. */
export type Claim = { round: number } | { requestHash: string | null; response: object | null };

/** A process that has not renewed its claim for so long has died over it. */
const LEASE_S = 3;
export const RENEW_MS = 1_000;

/**
 * Takes a key for this request; a key is free again after a failure, 24 hours after its success, and moments after a process died over it. Its round
 * tells a request that is to be done anew from one that may have been done.
 */
export async function claimKey(db: Database, { operatorId, route, key }: KeyScope, requestHash: string): Promise<Claim> {
  const [claimed] = await db.$queryRaw<{ round: number }[]>`
    INSERT INTO idempotency_keys AS k (operator_id, route, key, request_hash) VALUES (${operatorId}, ${route}, ${key}, ${requestHash})
    ON CONFLICT (operator_id, route, key) DO UPDATE
      SET request_hash = excluded.request_hash, response = NULL, created_at = excluded.created_at, renewed_at = excluded.renewed_at,
          round = k.round + (k.created_at < now() - interval '24 hours')::int
    WHERE k.created_at < now() - interval '24 hours' OR k.request_hash IS NULL
       OR (k.response IS NULL AND k.request_hash = excluded.request_hash AND k.renewed_at < now() - make_interval(secs => ${LEASE_S}))
    RETURNING k.round`;
  if (claimed) return claimed;
  const first = await db.idempotencyKey.findUnique({ where: { operatorId_route_key: { operatorId, route, key } } });
  return { requestHash: first?.requestHash ?? null, response: (first?.response as object | null | undefined) ?? null };
}

/** The request is still being worked on. */
export async function renewClaim(db: Database, { operatorId, route, key }: KeyScope): Promise<void> {
  await db.$executeRaw`
    UPDATE idempotency_keys SET renewed_at = now() WHERE operator_id = ${operatorId} AND route = ${route} AND key = ${key} AND response IS NULL`;
}

export async function keepResponse(db: Database, { operatorId, route, key }: KeyScope, response: object): Promise<void> {
  await db.$executeRaw`
    UPDATE idempotency_keys SET response = ${JSON.stringify(response)}::jsonb
    WHERE operator_id = ${operatorId} AND route = ${route} AND key = ${key}`;
}

/**
 * Only success is kept: after a failure the key is free.
 * @param isRefused a refusal was the outcome; without one the request may still be carried out, and its repeat is the same request
 */
export async function releaseKey(db: Database, { operatorId, route, key }: KeyScope, isRefused: boolean): Promise<void> {
  await db.$executeRaw`
    UPDATE idempotency_keys SET request_hash = NULL, round = round + ${isRefused ? 1 : 0}
    WHERE operator_id = ${operatorId} AND route = ${route} AND key = ${key}`;
}

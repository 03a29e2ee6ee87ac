import { setTimeout as wait } from 'node:timers/promises';
import canonicalize from 'canonicalize';
import type { Request, RequestHandler, Response } from 'express';
import { ERROR_STATUS, Refusal } from '../../domain/refusal';
import { digest } from '../../security/identity';
import type { Database } from '../../store/database';
import { claimKey, type KeyScope, keepResponse, RENEW_MS, releaseKey, renewClaim } from '../../store/idempotency';
import { callerOf } from '../api';

export interface Answer {
  status: number;
  body: object;
}

const TWIN_WAIT_MS = 5_000;
const ASK_AGAIN_MS = 150;

/**
 * Answers a repeat with the first success of its Idempotency-Key, for 24 hours. The key is the operator's, for this method and path; the bodies are
 * compared by a hash of their canonical JSON. A twin that comes while the first still runs waits for it, and takes over from one that has died.
 * @param handle gets the request's id: the same for repeats that may have been carried out, another one after a refusal, and for another body
 */
export const idempotent =
  (db: Database, handle: (req: Request, requestId?: string) => Promise<Answer>): RequestHandler =>
  async (req, res) => {
    const key = req.get('idempotency-key');
    if (key === undefined) return void send(res, await handle(req));
    const scope: KeyScope = { operatorId: callerOf(req).clientId, route: `${req.method} ${req.path}`, key };
    const requestHash = digest(canonicalize(req.body ?? {}) ?? '');
    const begun = await begin(db, scope, requestHash);
    if ('answer' in begun) return void replay(res, begun.answer);
    const requestId = digest(JSON.stringify([scope.operatorId, scope.route, key, requestHash, begun.round]));
    const renewing = setInterval(() => void renewClaim(db, scope).catch(() => undefined), RENEW_MS);
    try {
      const answer = await handle(req, requestId);
      await keepResponse(db, scope, answer);
      send(res, answer);
    } catch (error) {
      await releaseKey(db, scope, error instanceof Refusal && ERROR_STATUS[error.code] < 500);
      throw error;
    } finally {
      clearInterval(renewing);
    }
  };

/** What the first request with this key was answered; or the round of this one, which does the work. */
async function begin(db: Database, scope: KeyScope, requestHash: string): Promise<{ answer: Answer } | { round: number }> {
  for (const end = Date.now() + TWIN_WAIT_MS; ; await wait(ASK_AGAIN_MS)) {
    const claim = await claimKey(db, scope, requestHash);
    if ('round' in claim) return claim;
    if (claim.requestHash !== null && claim.requestHash !== requestHash) {
      throw new Refusal('IDEMPOTENCY_KEY_REUSED', 'This Idempotency-Key was used with another body; take a new one.');
    }
    if (claim.response) return { answer: claim.response as Answer };
    if (Date.now() > end) throw new Refusal('ORDER_ALREADY_EXISTS', 'The same request is still being worked on; read its result or repeat it later.');
  }
}

const send = (res: Response, { status, body }: Answer): Response => res.status(status).json(body);
const replay = (res: Response, answer: Answer): Response => send(res.set('Idempotent-Replay', 'true'), answer);

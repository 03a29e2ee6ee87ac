import { setTimeout as wait } from 'node:timers/promises';
import canonicalize from 'canonicalize';
import type { Request, RequestHandler, Response } from 'express';
import { Refusal } from '../../domain/refusal';
import { digest } from '../../security/identity';
import type { Database } from '../../store/database';
import { type Claim, claimKey, type KeyScope, keepResponse, releaseKey, storedResponse } from '../../store/idempotency';
import { callerOf } from '../api';

export interface Answer {
  status: number;
  body: object;
}

const TWIN_WAIT_MS = 5_000;

/**
 * Answers a repeat with the first success of its Idempotency-Key, for 24 hours. The key is the operator's, for this method and path; the bodies are
 * compared by a hash of their canonical JSON. A twin that comes while the first still runs waits for it.
 */
export const idempotent =
  (db: Database, handle: (req: Request) => Promise<Answer>): RequestHandler =>
  async (req, res) => {
    const key = req.get('idempotency-key');
    if (key === undefined) return void send(res, await handle(req));
    const scope: KeyScope = { operatorId: callerOf(req).clientId, route: `${req.method} ${req.path}`, key };
    const requestHash = digest(canonicalize(req.body ?? {}) ?? '');
    const claim = await claimKey(db, scope, requestHash);
    if (claim !== 'claimed') return void replay(res, await firstAnswer(db, scope, claim, requestHash));
    try {
      const answer = await handle(req);
      await keepResponse(db, scope, answer);
      send(res, answer);
    } catch (error) {
      await releaseKey(db, scope);
      throw error;
    }
  };

async function firstAnswer(db: Database, scope: KeyScope, claim: Exclude<Claim, 'claimed'>, requestHash: string): Promise<Answer> {
  if (claim.requestHash !== requestHash) {
    throw new Refusal('IDEMPOTENCY_KEY_REUSED', 'This Idempotency-Key was used with another body; take a new one.');
  }
  const end = Date.now() + TWIN_WAIT_MS;
  for (let answer = claim.response; ; answer = await storedResponse(db, scope)) {
    if (answer) return answer as Answer;
    if (Date.now() > end) throw new Refusal('ORDER_ALREADY_EXISTS', 'The same request is still being worked on; read its result or repeat it later.');
    await wait(100);
  }
}

const send = (res: Response, { status, body }: Answer): Response => res.status(status).json(body);
const replay = (res: Response, answer: Answer): Response => send(res.set('Idempotent-Replay', 'true'), answer);

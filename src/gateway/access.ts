import type { Request } from 'express';
import { ERROR_STATUS, Refusal } from '../domain/refusal';
import { digest, newToken } from '../security/identity';
import { keepToken } from '../store/api-clients';
import type { Database } from '../store/database';
import { recently } from '../store/recently';
import { type Api, bearerOf, type Caller } from './api';
import type { RateLimits } from './rate-limits';

const TOKEN_LIFETIME_S = 3600;
/** Operators' access: client credentials for a bearer token, or a static key. Only hashes are kept. */
export class Access {
  readonly #byToken = recently((hash) => this.#findByToken(hash));
  readonly #byKey = recently((hash) => this.#findByKey(hash));

  constructor(
    private readonly db: Database,
    private readonly limits: RateLimits,
  ) {}

  /** @throws Refusal UNAUTHORIZED */
  async issueToken({ client_id, client_secret }: Api['TokenRequest']): Promise<Api['TokenResponse']> {
    const token = newToken();
    const expiresAt = new Date(Date.now() + TOKEN_LIFETIME_S * 1000);
    const scopes = await keepToken(this.db, { clientId: client_id, secretHash: digest(client_secret) }, digest(token), expiresAt);
    if (!scopes) throw new Refusal('UNAUTHORIZED', 'client_id or client_secret is not recognised.');
    return { access_token: token, token_type: 'Bearer', expires_in: TOKEN_LIFETIME_S, scope: scopes.join(' ') };
  }

  /** Finds out who calls, by bearer token or static key, and counts the request. @throws Refusal RATE_LIMIT_EXCEEDED */
  async identify(req: Request): Promise<void> {
    const token = bearerOf(req);
    const key = req.get('x-api-key');
    const caller = token ? await this.#byToken(digest(token)) : key ? await this.#byKey(digest(key)) : undefined;
    if (!caller) return;
    await this.limits.take(req, 'operator', caller.clientId);
    req.caller = caller;
  }

  async #findByToken(tokenHash: string): Promise<Caller | undefined> {
    const token = await this.db.accessToken.findUnique({ where: { tokenHash } });
    return token && token.expiresAt > new Date() ? { clientId: token.clientId, scopes: token.scopes } : undefined;
  }

  async #findByKey(apiKeyHash: string): Promise<Caller | undefined> {
    const client = await this.db.apiClient.findUnique({ where: { apiKeyHash } });
    return client && !client.revokedAt ? { clientId: client.clientId, scopes: client.scopes } : undefined;
  }
}

/** Whether who calls may do what the contract asks these scopes for. @throws Refusal UNAUTHORIZED, FORBIDDEN */
export function admit({ caller }: Request, scopes: string[]): boolean {
  if (!caller) throw withStatus(new Refusal('UNAUTHORIZED', 'A valid bearer token or X-API-Key is needed.'));
  const missing = scopes.filter((scope) => !caller.scopes.includes(scope));
  if (missing.length > 0) throw withStatus(new Refusal('FORBIDDEN', `The token lacks ${missing.join(' ')}.`));
  return true;
}

/** The contract's validator asks for a status on what its handlers throw. */
export const withStatus = (refusal: Refusal): Error => Object.assign(refusal, { status: ERROR_STATUS[refusal.code] });

import type { Request } from 'express';
import { LRUCache } from 'lru-cache';
import { Refusal } from '../domain/refusal';
import { digest, newToken } from '../security/identity';
import type { Database } from '../store/database';
import type { Api, Caller } from './api';

const TOKEN_LIFETIME_S = 3600;
/** How long a process may go on with access that was changed. */
const FRESH_MS = 2_000;

type Credential = { kind: 'token' | 'key'; hash: string };

/** Operators' access: client credentials for a bearer token, or a static key. Only hashes are kept. */
export class Access {
  readonly #callers: LRUCache<string, Caller, Credential>;

  constructor(private readonly db: Database) {
    this.#callers = new LRUCache<string, Caller, Credential>({
      max: 10_000,
      ttl: FRESH_MS,
      fetchMethod: (_key, _stale, { context }) => (context.kind === 'token' ? this.#byToken(context.hash) : this.#byKey(context.hash)),
    });
  }

  /** @throws Refusal UNAUTHORIZED */
  async issueToken({ client_id, client_secret }: Api['TokenRequest']): Promise<Api['TokenResponse']> {
    const client = await this.db.apiClient.findUnique({ where: { clientId: client_id } });
    if (client?.secretHash !== digest(client_secret)) throw new Refusal('UNAUTHORIZED', 'client_id or client_secret is not recognised.');
    const token = newToken();
    const expiresAt = new Date(Date.now() + TOKEN_LIFETIME_S * 1000);
    await this.db.accessToken.create({ data: { tokenHash: digest(token), clientId: client.clientId, scopes: client.scopes, expiresAt } });
    return { access_token: token, token_type: 'Bearer', expires_in: TOKEN_LIFETIME_S, scope: client.scopes.join(' ') };
  }

  /** Sets the caller from its bearer token. @throws Refusal UNAUTHORIZED, FORBIDDEN */
  async bearer(req: Request, scopes: string[]): Promise<boolean> {
    const token = /^Bearer ([\w-]{20,128})$/.exec(req.get('authorization') ?? '')?.[1];
    if (!token) throw unauthorized('A bearer token or X-API-Key is needed.');
    return this.#admit(req, { kind: 'token', hash: digest(token) }, scopes);
  }

  /** Sets the caller from its static key. @throws Refusal UNAUTHORIZED */
  async apiKey(req: Request): Promise<boolean> {
    return this.#admit(req, { kind: 'key', hash: digest(req.get('x-api-key') ?? '') }, []);
  }

  async #admit(req: Request, context: Credential, scopes: string[]): Promise<boolean> {
    const caller = await this.#callers.fetch(`${context.kind}:${context.hash}`, { context });
    if (!caller) throw unauthorized('The token or key is not valid, or no longer.');
    const missing = scopes.filter((scope) => !caller.scopes.includes(scope));
    if (missing.length > 0) throw Object.assign(new Refusal('FORBIDDEN', `The token lacks ${missing.join(' ')}.`), { status: 403 });
    req.caller = caller;
    return true;
  }

  async #byToken(tokenHash: string): Promise<Caller | undefined> {
    const token = await this.db.accessToken.findUnique({ where: { tokenHash } });
    return token && token.expiresAt > new Date() ? { clientId: token.clientId, scopes: token.scopes } : undefined;
  }

  async #byKey(apiKeyHash: string): Promise<Caller | undefined> {
    const client = await this.db.apiClient.findUnique({ where: { apiKeyHash } });
    return client ? { clientId: client.clientId, scopes: client.scopes } : undefined;
  }
}

const unauthorized = (message: string): Error => Object.assign(new Refusal('UNAUTHORIZED', message), { status: 401 });

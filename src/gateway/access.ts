import type { Request } from 'express';
import { Refusal } from '../domain/refusal';
import { digest, newToken } from '../security/identity';
import type { Database } from '../store/database';
import { recently } from '../store/recently';
import type { Api, Caller } from './api';

const TOKEN_LIFETIME_S = 3600;
/** Operators' access: client credentials for a bearer token, or a static key. Only hashes are kept. */
export class Access {
  readonly #byToken = recently((hash) => this.#findByToken(hash));
  readonly #byKey = recently((hash) => this.#findByKey(hash));

  constructor(private readonly db: Database) {}

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
    return admit(req, await this.#byToken(digest(token)), scopes);
  }

  /** Sets the caller from its static key. @throws Refusal UNAUTHORIZED */
  async apiKey(req: Request): Promise<boolean> {
    return admit(req, await this.#byKey(digest(req.get('x-api-key') ?? '')), []);
  }

  async #findByToken(tokenHash: string): Promise<Caller | undefined> {
    const token = await this.db.accessToken.findUnique({ where: { tokenHash } });
    return token && token.expiresAt > new Date() ? { clientId: token.clientId, scopes: token.scopes } : undefined;
  }

  async #findByKey(apiKeyHash: string): Promise<Caller | undefined> {
    const client = await this.db.apiClient.findUnique({ where: { apiKeyHash } });
    return client ? { clientId: client.clientId, scopes: client.scopes } : undefined;
  }
}

function admit(req: Request, caller: Caller | undefined, scopes: string[]): boolean {
  if (!caller) throw unauthorized('The token or key is not valid, or no longer.');
  const missing = scopes.filter((scope) => !caller.scopes.includes(scope));
  if (missing.length > 0) throw Object.assign(new Refusal('FORBIDDEN', `The token lacks ${missing.join(' ')}.`), { status: 403 });
  req.caller = caller;
  return true;
}

const unauthorized = (message: string): Error => Object.assign(new Refusal('UNAUTHORIZED', message), { status: 401 });

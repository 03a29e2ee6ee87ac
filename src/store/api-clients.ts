import { digest, newToken } from '../security/identity';
import type { SealedBox } from '../security/sealed-box';
import { audited } from './audit';
import type { Database } from './database';
import type { ApiClient } from './generated/client';
import { COUNTED, type Page } from './page';

export type SecretName = 'client_secret' | 'api_key' | 'webhook_secret';
export type IssuedSecrets = { client_id: string } & Partial<Record<SecretName, string>>;

export async function listApiClients(db: Database, { limit, offset }: Page): Promise<{ items: ApiClient[]; total: number }> {
  const [items, total] = await Promise.all([
    db.apiClient.findMany({ orderBy: { clientId: 'asc' }, take: limit, skip: offset }),
    db.apiClient.count({ take: COUNTED }),
  ]);
  return { items, total };
}

const subjectOf = (clientId: string): string => `api_client:${clientId}`;

/** Gives an operator access. @returns its secrets, which nobody can read again; undefined when the id is taken */
export async function createApiClient(
  db: Database,
  box: SealedBox,
  actor: string,
  { clientId, name, scopes }: Pick<ApiClient, 'clientId' | 'name' | 'scopes'>,
): Promise<IssuedSecrets | undefined> {
  const issued = { client_id: clientId, client_secret: newToken(), api_key: newToken(), webhook_secret: newToken() };
  const { client_secret, api_key, webhook_secret } = issued;
  const data = { clientId, name, scopes, secretHash: digest(client_secret), apiKeyHash: digest(api_key), webhookSecrets: [box.seal(webhook_secret)] };
  return db.$transaction(async (tx) => {
    const { count } = await tx.apiClient.createMany({ data: [data], skipDuplicates: true });
    if (count === 0) return undefined;
    await audited(tx, { subject: subjectOf(clientId), actor, after: { name, scopes } });
    return issued;
  });
}

/**
 * Keeps a token for whoever knows the secret. The client is held meanwhile, so that no token outlives a revocation or a rotation at the same moment.
 * @returns its scopes; undefined when the secret is not the client's, or it is revoked
 */
export async function keepToken(
  db: Database,
  { clientId, secretHash }: Pick<ApiClient, 'clientId' | 'secretHash'>,
  tokenHash: string,
  expiresAt: Date,
): Promise<string[] | undefined> {
  const [kept] = await db.$queryRaw<{ scopes: string[] }[]>`
    WITH client AS (
      SELECT client_id, scopes FROM api_clients WHERE client_id = ${clientId} AND secret_hash = ${secretHash} AND revoked_at IS NULL FOR SHARE
    )
    INSERT INTO access_tokens (token_hash, client_id, scopes, expires_at) SELECT ${tokenHash}, client_id, scopes, ${expiresAt}::timestamptz FROM client
    RETURNING scopes`;
  return kept?.scopes;
}

/** Ends its access: tokens, secret and key. @returns undefined when there is none of this id */
export async function revokeApiClient(db: Database, actor: string, clientId: string): Promise<ApiClient | undefined> {
  return db.$transaction(async (tx) => {
    const now = new Date();
    const { count } = await tx.apiClient.updateMany({ where: { clientId, revokedAt: null }, data: { revokedAt: now } });
    await tx.accessToken.deleteMany({ where: { clientId } });
    if (count > 0) await audited(tx, { subject: subjectOf(clientId), actor, before: { revoked: false }, after: { revoked: true } });
    return (await tx.apiClient.findUnique({ where: { clientId } })) ?? undefined;
  });
}

/**
 * Gives a new secret. The old client secret (with its tokens) or key ends at once; a webhook secret goes on signing beside the
 * new one until the next rotation, so that its receiver has time to take the new one up.
 * @returns undefined when there is no such client, or it is revoked
 */
export async function rotateSecret(
  db: Database,
  box: SealedBox,
  actor: string,
  clientId: string,
  secret: SecretName,
): Promise<IssuedSecrets | undefined> {
  const issued = newToken();
  return db.$transaction(async (tx) => {
    const [client] = await tx.$queryRaw<{ webhook_secrets: string[] }[]>`
      SELECT webhook_secrets FROM api_clients WHERE client_id = ${clientId} AND revoked_at IS NULL FOR UPDATE`;
    if (!client) return undefined;
    const data = {
      client_secret: { secretHash: digest(issued) },
      api_key: { apiKeyHash: digest(issued) },
      webhook_secret: { webhookSecrets: [...client.webhook_secrets.slice(-1), box.seal(issued)] },
    }[secret];
    await tx.apiClient.update({ where: { clientId }, data });
    if (secret === 'client_secret') await tx.accessToken.deleteMany({ where: { clientId } });
    await audited(tx, { subject: subjectOf(clientId), actor, after: { rotated: secret } });
    return { client_id: clientId, [secret]: issued };
  });
}

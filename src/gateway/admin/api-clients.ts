import { Router } from 'express';
import { Refusal } from '../../domain/refusal';
import { createApiClient, listApiClients, revokeApiClient, rotateSecret } from '../../store/api-clients';
import type { ApiClient } from '../../store/generated/client';
import type { Page } from '../../store/page';
import { type Api, actorOf, param } from '../api';
import type { GatewayNeeds } from '../needs';

const EVERY_SCOPE: Api['Scope'][] = ['orders:read', 'orders:write'];

/** Operators' access. */
export function apiClientRoutes({ db, box }: GatewayNeeds): Router {
  const router = Router();

  router.get('/v1/admin/api-clients', async (req, res) => {
    const { limit, offset } = req.query as unknown as Page;
    const { items, total } = await listApiClients(db, { limit, offset });
    res.json({ items: items.map(present), total, limit, offset });
  });

  router.post('/v1/admin/api-clients', async (req, res) => {
    const { client_id: clientId, name, scopes = EVERY_SCOPE }: Api['NewApiClient'] = req.body;
    const issued = await createApiClient(db, box, actorOf(req), { clientId, name, scopes });
    if (!issued) throw new Refusal('CONFLICT', `${clientId} is taken; choose another client_id.`);
    res.status(201).set('Cache-Control', 'no-store').json(issued);
  });

  router.delete('/v1/admin/api-clients/:clientId', async (req, res) => {
    const clientId = param(req, 'clientId');
    const revoked = await revokeApiClient(db, actorOf(req), clientId);
    if (!revoked) throw notFound(clientId);
    res.json(present(revoked));
  });

  router.post('/v1/admin/api-clients/:clientId/rotate', async (req, res) => {
    const clientId = param(req, 'clientId');
    const issued = await rotateSecret(db, box, actorOf(req), clientId, req.body.secret);
    if (!issued) throw notFound(clientId);
    res.set('Cache-Control', 'no-store').json(issued);
  });

  return router;
}

const notFound = (clientId: string): Refusal => new Refusal('NOT_FOUND', `There is no API client ${clientId}, or it is revoked.`);

const present = (c: ApiClient): Api['ApiClient'] => ({
  client_id: c.clientId,
  name: c.name,
  scopes: c.scopes,
  webhook_secrets: c.webhookSecrets.length,
  created_at: c.createdAt.toISOString(),
  revoked_at: c.revokedAt?.toISOString(),
});

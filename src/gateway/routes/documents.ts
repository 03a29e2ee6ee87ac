import { Router } from 'express';
import { Refusal } from '../../domain/refusal';
import { findDocument } from '../../store/documents';
import { param } from '../api';
import type { GatewayNeeds } from '../needs';

/** Documents that the service made, behind signed links. */
export function documentRoutes({ db, links }: GatewayNeeds): Router {
  const router = Router();
  router.get('/v1/documents/:documentId', async (req, res) => {
    const { expires, signature } = req.query as { expires: string; signature: string };
    const document = links.isValid(req.path, expires, signature) ? await findDocument(db, param(req, 'documentId')) : null;
    if (!document) throw new Refusal('NOT_FOUND', 'The link is not valid, or no longer; read the order for a new one.');
    res.set('Content-Type', document.contentType).set('Cache-Control', 'private, no-store').send(document.content);
  });
  return router;
}

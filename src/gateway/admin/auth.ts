import { Router } from 'express';
import { staffOf } from '../api';
import type { Sessions } from './sessions';

/** Signing in and out. */
export function authRoutes(sessions: Sessions): Router {
  const router = Router();
  router.post('/v1/admin/auth/login', async (req, res) => {
    res.set('Cache-Control', 'no-store').json(await sessions.open(req, req.body));
  });
  router.post('/v1/admin/auth/logout', async (req, res) => {
    await sessions.end(req);
    res.sendStatus(204);
  });
  router.get('/v1/admin/auth/me', (req, res) => void res.json(staffOf(req)));
  return router;
}

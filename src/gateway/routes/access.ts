import { Router } from 'express';
import type { Access } from '../access';
import type { GatewayNeeds } from '../needs';

/** Tokens and health. */
export function accessRoutes({ settings, db, temporalHealth }: GatewayNeeds, access: Access): Router {
  const router = Router();

  router.post('/v1/oauth/token', async (req, res) => {
    res.set('Cache-Control', 'no-store').json(await access.issueToken(req.body));
  });

  router.get('/v1/health', async (_req, res) => {
    const [storage, { temporal, worker }] = await Promise.all([
      db.$queryRaw`SELECT 1`.then(
        () => true,
        () => false,
      ),
      temporalHealth(),
    ]);
    const ok = storage && temporal && worker;
    const upOrDown = (up: boolean): string => (up ? 'up' : 'down');
    res.status(ok ? 200 : 503).json({
      status: ok ? 'ok' : 'unavailable',
      environment: settings.ENVIRONMENT,
      storage: upOrDown(storage),
      temporal: upOrDown(temporal),
      worker: upOrDown(worker),
      sandbox_enabled: settings.SANDBOX_ENABLED,
      timestamp: new Date().toISOString(),
    });
  });

  return router;
}

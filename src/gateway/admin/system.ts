import { Router } from 'express';
import { version } from '../../../package.json';
import { storageState } from '../../store/about';
import type { Api } from '../api';
import type { GatewayNeeds } from '../needs';

/** What this installation is made of, and how it is. A part that does not answer is down; the rest is told all the same. */
export function systemRoutes({ db, settings, temporal }: GatewayNeeds): Router {
  const router = Router();
  router.get('/v1/admin/system', async (_req, res) => {
    const none = () => undefined;
    const [storage, cluster] = await Promise.all([storageState(db).catch(none), temporal.state().catch(none)]);
    const versions = {
      service: version,
      node: process.versions.node,
      ...(storage ? { postgresql: storage.version } : {}),
      ...(cluster ? { temporal: cluster.version } : {}),
    };
    const answer: Api['System'] = {
      environment: settings.ENVIRONMENT,
      sandbox_enabled: settings.SANDBOX_ENABLED,
      versions,
      uptime_seconds: Math.floor(process.uptime()),
      storage: { status: storage ? 'up' : 'down', size_bytes: storage?.size_bytes, connections: storage?.connections },
      temporal: {
        status: cluster ? 'up' : 'down',
        address: temporal.address,
        namespace: settings.TEMPORAL_NAMESPACE,
        ui_url: temporal.uiUrl,
        queues: cluster?.queues ?? [],
      },
      migrations: storage?.migrations ?? [],
    };
    res.json(answer);
  });
  return router;
}

import { Router } from 'express';
import type { GatewayNeeds } from '../needs';
import { apiClientRoutes } from './api-clients';
import { approvalRoutes } from './approvals';
import { authRoutes } from './auth';
import { configRoutes } from './config';
import { fxRoutes } from './fx';
import { logRoutes } from './logs';
import { orderRoutes } from './orders';
import { overviewRoutes } from './overview';
import { partnerRoutes } from './partners';
import type { Sessions } from './sessions';
import { suspenseRoutes } from './suspense';
import { systemRoutes } from './system';
import { webhookRoutes } from './webhooks';

/** Everything of operations staff. Who may do what stands in the contract. */
export function adminRoutes(needs: GatewayNeeds, sessions: Sessions): Router {
  const router = Router();
  router.use(authRoutes(sessions), overviewRoutes(needs), orderRoutes(needs), webhookRoutes(needs), suspenseRoutes(needs), approvalRoutes(needs));
  router.use(partnerRoutes(needs), fxRoutes(needs), configRoutes(needs), apiClientRoutes(needs), logRoutes(needs), systemRoutes(needs));
  return router;
}

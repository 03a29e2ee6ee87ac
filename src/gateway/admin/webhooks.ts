import { Router } from 'express';
import { deadLettersOf, recentDeliveries } from '../../store/deliveries';
import { COUNTED, type Page } from '../../store/page';
import { param } from '../api';
import type { GatewayNeeds } from '../needs';
import { replayMany, replayOne } from '../replay';
import { presentAdminDelivery } from './present';

/** Events to every operator and partner. */
export function webhookRoutes({ db, redeliveries }: GatewayNeeds): Router {
  const router = Router();

  router.get('/v1/admin/webhooks/dead-letters', async (req, res) => {
    const { operator_id, limit, offset } = req.query as unknown as Page & { operator_id?: string };
    const { items, total } = await deadLettersOf(db, { operatorId: operator_id }, { limit, offset }, COUNTED);
    res.json({ items: items.map(presentAdminDelivery), total, limit, offset });
  });

  router.get('/v1/admin/webhooks/recent', async (req, res) => {
    const { limit } = req.query as unknown as { limit: number };
    const { items, total } = await recentDeliveries(db, limit);
    res.json({ items: items.map(presentAdminDelivery), total, limit, offset: 0 });
  });

  router.post('/v1/admin/webhooks/dead-letters/replay', async (req, res) => {
    res.status(202).json({ items: await replayMany({ db, redeliveries }, { operatorId: req.body.operator_id }, req.body) });
  });

  router.post('/v1/admin/webhooks/deliveries/:eventId/replay', async (req, res) => {
    res.status(202).json(await replayOne({ db, redeliveries }, {}, param(req, 'eventId')));
  });

  return router;
}

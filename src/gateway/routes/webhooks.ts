import { type Request, Router } from 'express';
import { deadLettersOf, deliveriesOf, type Whose } from '../../store/deliveries';
import type { Page } from '../../store/page';
import { callerOf, param } from '../api';
import type { GatewayNeeds } from '../needs';
import { presentDeadLetter, presentDelivery } from '../present';
import { replayMany, replayOne } from '../replay';
import { orderNotFound } from './orders';

/** What an operator was told, what did not arrive, and sending it again. */
export function webhookRoutes({ db, intakes, redeliveries }: GatewayNeeds): Router {
  const router = Router();
  const own = (req: Request): Whose => ({ operatorId: callerOf(req).clientId, recipient: 'operator' });

  router.get('/v1/webhooks/deliveries', async (req, res) => {
    const { clientId } = callerOf(req);
    const paOrderId = String(req.query.pa_order_id);
    if (!(await intakes.findOwn(clientId, paOrderId))) throw orderNotFound(paOrderId);
    res.json({ items: (await deliveriesOf(db, clientId, paOrderId)).map(presentDelivery) });
  });

  router.get('/v1/webhooks/dead-letters', async (req, res) => {
    const { limit, offset } = req.query as unknown as Page;
    const { items, total } = await deadLettersOf(db, own(req), { limit, offset });
    res.json({ items: items.map(presentDeadLetter), total, limit, offset });
  });

  router.post('/v1/webhooks/deliveries/:eventId/replay', async (req, res) => {
    res.status(202).json(await replayOne({ db, redeliveries }, own(req), param(req, 'eventId')));
  });

  router.post('/v1/webhooks/dead-letters/replay', async (req, res) => {
    res.status(202).json({ items: await replayMany({ db, redeliveries }, own(req), req.body) });
  });

  return router;
}

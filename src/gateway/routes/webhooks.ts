import { Router } from 'express';
import { Refusal } from '../../domain/refusal';
import { deadLetterIds, deadLettersOf, deliveriesOf } from '../../store/deliveries';
import { callerOf, param } from '../api';
import type { GatewayNeeds } from '../needs';
import { presentDeadLetter, presentDelivery } from '../present';
import { orderNotFound } from './orders';

/** What an operator was told, what did not arrive, and sending it again. */
export function webhookRoutes({ db, intakes, redeliveries }: GatewayNeeds): Router {
  const router = Router();
  const replayed = async (eventIds: string[]): Promise<{ event_id: string; status: 'PENDING' }[]> => {
    await Promise.all(eventIds.map((id) => redeliveries.start(id)));
    return eventIds.map((event_id) => ({ event_id, status: 'PENDING' }));
  };

  router.get('/v1/webhooks/deliveries', async (req, res) => {
    const { clientId } = callerOf(req);
    const paOrderId = String(req.query.pa_order_id);
    if (!(await intakes.findOwn(clientId, paOrderId))) throw orderNotFound(paOrderId);
    res.json({ items: (await deliveriesOf(db, clientId, paOrderId)).map(presentDelivery) });
  });

  router.get('/v1/webhooks/dead-letters', async (req, res) => {
    const { limit, offset } = req.query as unknown as { limit: number; offset: number };
    const { items, total } = await deadLettersOf(db, callerOf(req).clientId, { limit, offset });
    res.json({ items: items.map(presentDeadLetter), total, limit, offset });
  });

  router.post('/v1/webhooks/deliveries/:eventId/replay', async (req, res) => {
    const eventId = param(req, 'eventId');
    const [item] = await replayed(await deadLetterIds(db, callerOf(req).clientId, 1, [eventId]));
    if (!item) throw new Refusal('WEBHOOK_NOT_FOUND', `There is no dead letter ${eventId}.`);
    res.status(202).json(item);
  });

  router.post('/v1/webhooks/dead-letters/replay', async (req, res) => {
    const { event_ids, limit }: { event_ids?: string[]; limit: number } = req.body;
    res.status(202).json({ items: await replayed(await deadLetterIds(db, callerOf(req).clientId, limit, event_ids)) });
  });

  return router;
}

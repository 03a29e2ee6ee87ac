import { Router } from 'express';
import { Refusal } from '../../domain/refusal';
import { findOrder, journalOf, listOrders, type StoredOrder } from '../../store/orders';
import type { Page } from '../../store/page';
import { callerOf, param } from '../api';
import { takeIn } from '../intake';
import { idempotent } from '../middleware/idempotent';
import type { GatewayNeeds } from '../needs';
import { presentCreated, presentEvent, presentOrder } from '../present';

/** Creating and reading orders; an operator meets only its own. */
export function orderRoutes(needs: GatewayNeeds): Router {
  const { db, intakes, links } = needs;
  const router = Router();
  const find = async (operatorId: string, paOrderId: string): Promise<StoredOrder> => {
    const found = await findOrder(db, intakes, operatorId, paOrderId);
    if (!found) throw orderNotFound(paOrderId);
    return found;
  };

  router.post(
    '/v1/orders',
    idempotent(db, async (req) => ({ status: 201, body: presentCreated(await takeIn(needs, callerOf(req), req.body)) })),
  );

  router.get('/v1/orders', async (req, res) => {
    const query = req.query as unknown as Page & { status?: string; scenario?: string; partner_id?: string };
    const { status, scenario, partner_id, limit, offset } = query;
    const filter = { operatorId: callerOf(req).clientId, status, scenario, partnerId: partner_id };
    const { items, total } = await listOrders(db, filter, { limit, offset });
    res.json({ items: items.map(({ state, intake }) => presentOrder(state, intake, links)), total, limit, offset });
  });

  router.get('/v1/orders/:paOrderId', async (req, res) => {
    const { state, intake } = await find(callerOf(req).clientId, param(req, 'paOrderId'));
    res.json(presentOrder(state, intake, links));
  });

  router.get('/v1/orders/:paOrderId/events', async (req, res) => {
    const { state } = await find(callerOf(req).clientId, param(req, 'paOrderId'));
    res.json((await journalOf(db, state.pa_order_id)).map(presentEvent));
  });

  return router;
}

export const orderNotFound = (paOrderId: string): Refusal => new Refusal('ORDER_NOT_FOUND', `There is no order ${paOrderId}.`);

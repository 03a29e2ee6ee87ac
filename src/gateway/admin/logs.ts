import { Router } from 'express';
import { audited } from '../../store/audit';
import { clearLines, findLines, type Level } from '../../store/log-lines';
import { type Api, actorOf } from '../api';
import type { GatewayNeeds } from '../needs';

interface LogQuery {
  level?: Level;
  q?: string;
  pa_order_id?: string;
  request_id?: string;
  limit: number;
}

/** What every process has logged lately. */
export function logRoutes({ db }: GatewayNeeds): Router {
  const router = Router();

  router.get('/v1/admin/logs', async (req, res) => {
    const { level, q, pa_order_id, request_id, limit } = req.query as unknown as LogQuery;
    const { items, total } = await findLines(db, { level, text: q, paOrderId: pa_order_id, requestId: request_id }, limit);
    const lines = items.map(({ at, paOrderId, requestId, ...line }) => ({
      ...line,
      at: at.toISOString(),
      pa_order_id: paOrderId ?? undefined,
      request_id: requestId ?? undefined,
    }));
    res.json({ items: lines, total, limit, offset: 0 } satisfies Api['LogLines']);
  });

  router.delete('/v1/admin/logs', async (req, res) => {
    await db.$transaction(async (tx) => {
      await audited(tx, { subject: 'logs', actor: actorOf(req), after: { cleared: true } });
      await clearLines(tx);
    });
    res.sendStatus(204);
  });

  return router;
}

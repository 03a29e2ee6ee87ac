import { Router } from 'express';
import { Refusal } from '../../domain/refusal';
import { NotInSuspense } from '../../payments/suspense';
import { openFindings } from '../../store/findings';
import type { Page } from '../../store/page';
import { countSuspense, listSuspense, viewStatement } from '../../store/suspense';
import { type Api, actorOf, param } from '../api';
import type { GatewayNeeds } from '../needs';
import { presentStatement } from './present';

/** Rubles that no order took, and what reconciliation could not repair. */
export function suspenseRoutes({ db, suspense }: GatewayNeeds): Router {
  const router = Router();

  /** Does something about a statement. @returns it as it stands then; @throws Refusal NOT_FOUND */
  const acted = async (id: string, act: () => Promise<unknown>): Promise<Api['Statement']> => {
    const view = async (): Promise<Api['Statement']> => {
      const statement = await viewStatement(db, id);
      if (!statement) throw new Refusal('NOT_FOUND', `There is no statement ${id}.`);
      return presentStatement(statement);
    };
    await view();
    await act().catch((error: unknown) => {
      throw error instanceof NotInSuspense ? new Refusal('NOT_FOUND', error.message) : error;
    });
    return view();
  };

  router.get('/v1/admin/suspense', async (req, res) => {
    const { limit, offset } = req.query as unknown as Page;
    const [items, total] = await Promise.all([listSuspense(db, limit, offset), countSuspense(db)]);
    res.json({ items: items.map(presentStatement), total, limit, offset });
  });

  router.post('/v1/admin/suspense/:statementId/match', async (req, res) => {
    const id = param(req, 'statementId');
    const { pa_order_id, note } = req.body;
    res.json(await acted(id, () => suspense.match({ id, actor: actorOf(req), note }, pa_order_id)));
  });

  router.post('/v1/admin/suspense/:statementId/return', async (req, res) => {
    const id = param(req, 'statementId');
    res.status(202).json(await acted(id, () => suspense.return({ id, actor: actorOf(req), note: req.body?.note })));
  });

  router.post('/v1/admin/suspense/:statementId/note', async (req, res) => {
    const id = param(req, 'statementId');
    res.json(await acted(id, () => suspense.note({ id, actor: actorOf(req), note: req.body.note })));
  });

  router.get('/v1/admin/findings', async (req, res) => {
    const { limit, offset } = req.query as unknown as Page;
    const { items, total } = await openFindings(db, { limit, offset });
    const findings = items.map(({ invariant, subject, detail, firstSeen, lastSeen }) => ({
      invariant,
      subject,
      detail,
      first_seen: firstSeen.toISOString(),
      last_seen: lastSeen.toISOString(),
    }));
    res.json({ items: findings, total, limit, offset });
  });

  return router;
}

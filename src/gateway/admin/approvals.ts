import { Router } from 'express';
import { type ApprovalStatus, listApprovals } from '../../store/approvals';
import type { Page } from '../../store/page';
import { actorOf, param } from '../api';
import type { GatewayNeeds } from '../needs';
import { presentApproval } from './present';

/** Refunds that wait for a second person. */
export function approvalRoutes({ db, refunds }: GatewayNeeds): Router {
  const router = Router();

  router.get('/v1/admin/approvals', async (req, res) => {
    const { status, limit, offset } = req.query as unknown as Page & { status?: ApprovalStatus };
    const { items, total } = await listApprovals(db, status, { limit, offset });
    res.json({ items: items.map(presentApproval), total, limit, offset });
  });

  router.post('/v1/admin/approvals/:approvalId/approve', async (req, res) => {
    res.json(presentApproval(await refunds.approve(param(req, 'approvalId'), actorOf(req))));
  });

  router.post('/v1/admin/approvals/:approvalId/decline', async (req, res) => {
    res.json(presentApproval(await refunds.decline(param(req, 'approvalId'), actorOf(req))));
  });

  return router;
}

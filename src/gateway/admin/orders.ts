import { type Request, type RequestHandler, Router } from 'express';
import type { CommandInputs, CommandName } from '../../domain/command-inputs';
import { decimalText, toNumber } from '../../domain/money';
import { timestampOf } from '../../domain/timestamp';
import { deliveriesOfOrder } from '../../store/deliveries';
import { transfersOfOrder } from '../../store/ledger';
import { findAnyOrder, journalOf, listOrders, type StoredOrder } from '../../store/orders';
import { COUNTED, type Page } from '../../store/page';
import { statementsOfOrder } from '../../store/suspense';
import { type Api, actorOf, param, staffOf } from '../api';
import type { GatewayNeeds } from '../needs';
import { presentEvent } from '../present';
import { orderNotFound } from '../routes/orders';
import { presentAdminDelivery, presentAdminOrder, presentApproval, presentStatement } from './present';

interface OrderQuery extends Page {
  status?: string;
  scenario?: string;
  partner_id?: string;
  operator_id?: string;
  needs_attention?: boolean;
  deadline_before?: string | Date;
  deadline_after?: string | Date;
  q?: string;
}

const momentOf = (name: string, at: string | Date | undefined): Date | undefined =>
  at === undefined ? undefined : new Date(timestampOf(name, at instanceof Date ? at.toISOString() : at));

/** Orders of every operator, and every operation on them. */
export function orderRoutes(needs: GatewayNeeds): Router {
  const { db, intakes, commands, links, liveOrders, refunds } = needs;
  const router = Router();

  const find = async (req: Request): Promise<StoredOrder> => {
    const paOrderId = param(req, 'paOrderId');
    const found = await findAnyOrder(db, intakes, paOrderId);
    if (!found) throw orderNotFound(paOrderId);
    return found;
  };

  router.get('/v1/admin/orders', async (req, res) => {
    const { partner_id, operator_id, needs_attention, deadline_before, deadline_after, q, limit, offset, ...same } =
      req.query as unknown as OrderQuery;
    const filter = {
      status: same.status,
      scenario: same.scenario,
      partnerId: partner_id,
      operatorId: operator_id,
      needsAttention: needs_attention,
      deadlineBefore: momentOf('deadline_before', deadline_before),
      deadlineAfter: momentOf('deadline_after', deadline_after),
      text: q,
    };
    const { items, total } = await listOrders(db, filter, { limit, offset }, COUNTED);
    res.json({ items: items.map((order) => presentAdminOrder(order, links)), total, limit, offset });
  });

  router.get('/v1/admin/orders/:paOrderId', async (req, res) => {
    res.json(presentAdminOrder(await find(req), links));
  });

  router.get('/v1/admin/orders/:paOrderId/events', async (req, res) => {
    const { state } = await find(req);
    res.json((await journalOf(db, state.pa_order_id)).map(presentEvent));
  });

  router.get('/v1/admin/orders/:paOrderId/live', async (req, res) => {
    const { state: copy } = await find(req);
    const live = await liveOrders.find(copy.pa_order_id);
    const { state, attempts = [], ...workflow } = live ?? {};
    const { waits_for, until, needs_attention, deliveries_pending } = state ?? {};
    const answer: Api['LiveOrder'] = {
      reached: state !== undefined || live?.workflow_status === 'COMPLETED',
      waits_for,
      until,
      needs_attention,
      deliveries_pending,
      attempts,
      ...workflow,
    };
    res.json(answer);
  });

  router.get('/v1/admin/orders/:paOrderId/money', async (req, res) => {
    const { state } = await find(req);
    const [statements, transfers] = await Promise.all([statementsOfOrder(db, state.pa_order_id), transfersOfOrder(db, state.pa_order_id)]);
    res.json({
      statements: statements.map(presentStatement),
      transfers: transfers.map(({ id, from, to, currency, amount, at }) => ({
        id,
        from,
        to,
        currency,
        amount: toNumber(amount),
        at: at.toISOString(),
      })),
    } satisfies Api['OrderMoney']);
  });

  router.get('/v1/admin/orders/:paOrderId/deliveries', async (req, res) => {
    const { state } = await find(req);
    const { limit, offset } = req.query as unknown as Page;
    const { items, total } = await deliveriesOfOrder(db, state.pa_order_id, { limit, offset });
    res.json({ items: items.map(presentAdminDelivery), total, limit, offset });
  });

  const command =
    <K extends CommandName>(name: K, inputOf: (req: Request) => Omit<CommandInputs[K], 'actor'>, status = 200): RequestHandler =>
    async (req, res) => {
      const { intake } = await find(req);
      const input = { ...inputOf(req), actor: actorOf(req) } as CommandInputs[K];
      const state = await commands.execute(name, intake.paOrderId, input);
      res.status(status).json(presentAdminOrder({ state, intake }, links));
    };

  router.patch(
    '/v1/admin/orders/:paOrderId/assign',
    command('assign', (req) => ({ assignee: req.body?.assignee ?? staffOf(req).username })),
  );
  router.post(
    '/v1/admin/orders/:paOrderId/request-docs',
    command('requestDocuments', ({ body: { required_documents, comment } }) => ({ required_documents, comment })),
  );
  router.post(
    '/v1/admin/orders/:paOrderId/payment-details',
    command('issuePaymentDetails', ({ body }) => ({ type: body?.type })),
  );
  router.post(
    '/v1/admin/orders/:paOrderId/complete',
    command('complete', ({ body }) => ({ comment: body?.comment })),
  );
  router.post(
    '/v1/admin/orders/:paOrderId/cancel',
    command('cancel', ({ body: { reason } }) => ({ reason }), 201),
  );
  router.post(
    '/v1/admin/orders/:paOrderId/retry',
    command('retryStep', () => ({})),
  );
  router.post(
    '/v1/admin/orders/:paOrderId/resolve',
    command('resolveStep', ({ body }) => {
      const { key, outcome, note, reference, fee, value_date }: Api['StepOutcome'] = body;
      return { key, outcome, note, reference, fee: fee === undefined ? undefined : decimalText(fee), value_date };
    }),
  );
  router.post('/v1/admin/orders/:paOrderId/refund', async (req, res) => {
    const { intake } = await find(req);
    const asked = await refunds.ask(intake.paOrderId, actorOf(req), req.body.reason);
    if ('approval' in asked) res.status(202).json(presentApproval(asked.approval));
    else res.status(201).json(presentAdminOrder({ state: asked.order, intake }, links));
  });

  return router;
}

import { type Request, Router } from 'express';
import type { CommandInputs, CommandName } from '../../domain/command-inputs';
import { callerOf, param } from '../api';
import { idempotent } from '../middleware/idempotent';
import type { GatewayNeeds } from '../needs';
import { presentOrder } from '../present';
import { orderNotFound } from './orders';

type Body<K extends CommandName> = Omit<CommandInputs[K], 'actor'>;

/** Commands of an operator on its own order: the REST call gets what the order itself answers. */
export function commandRoutes(needs: GatewayNeeds): Router {
  const { db, intakes, commands, links } = needs;
  const router = Router();

  const command = <K extends CommandName>(name: K, inputOf: (req: Request) => Body<K>, status = 200) =>
    idempotent(db, async (req, updateId) => {
      const { clientId } = callerOf(req);
      const paOrderId = param(req, 'paOrderId');
      const intake = await intakes.findOwn(clientId, paOrderId);
      if (!intake) throw orderNotFound(paOrderId);
      const input = { ...inputOf(req), actor: `cso:${clientId}` } as CommandInputs[K];
      return { status, body: presentOrder(await commands.execute(name, paOrderId, input, updateId), intake, links) };
    });

  router.patch(
    '/v1/orders/:paOrderId/assign',
    command('assign', (req) => ({ assignee: req.body?.assignee ?? callerOf(req).clientId })),
  );
  router.post(
    '/v1/orders/:paOrderId/request-docs',
    command('requestDocuments', ({ body: { required_documents, comment } }) => ({ required_documents, comment })),
  );
  router.post(
    '/v1/orders/:paOrderId/documents',
    command('attachDocument', ({ body }) => documentOf(body), 201),
  );
  router.post(
    '/v1/orders/:paOrderId/payment-details',
    command('issuePaymentDetails', ({ body }) => ({ type: body?.type })),
  );
  router.post(
    '/v1/orders/:paOrderId/complete',
    command('complete', ({ body }) => ({ comment: body?.comment })),
  );
  router.patch(
    '/v1/orders/:paOrderId/cancel',
    command('cancel', ({ body: { reason } }) => ({ reason })),
  );
  router.post(
    '/v1/orders/:paOrderId/refund',
    command('refund', ({ body: { reason } }) => ({ reason })),
  );

  return router;
}

/** The fields of a document, and nothing else that a body may hold. */
export const documentOf = ({ document_type, file_name, file_url, sha256 }: Body<'attachDocument'>): Body<'attachDocument'> => ({
  document_type,
  file_name,
  file_url,
  sha256,
});

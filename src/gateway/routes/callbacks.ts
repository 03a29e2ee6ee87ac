import canonicalize from 'canonicalize';
import { type Request, Router } from 'express';
import type { CommandInputs } from '../../domain/command-inputs';
import { decimalText } from '../../domain/money';
import type { OrderState } from '../../domain/order';
import { timestampOf } from '../../domain/timestamp';
import { receiveStatement } from '../../payments/receive';
import { digest } from '../../security/identity';
import { signedBy } from '../middleware/signed-by';
import type { GatewayNeeds } from '../needs';
import { presentOrder } from '../present';
import { documentOf } from './commands';
import { orderNotFound } from './orders';

/** Lets only signed messages through, before they are looked at, and of each partner no more than its share; money that arrives is never held back. */
export function callbackSignatures({ settings, intakes, limits }: GatewayNeeds): Router {
  const router = Router();
  router.use('/v1/callbacks/bank', signedBy(settings.BANK_SIGNING_SECRET));
  router.use('/v1/callbacks/partner', signedBy(settings.PARTNER_SIGNING_SECRET), async (req, _res, next) => {
    const paOrderId: unknown = req.body?.pa_order_id;
    const intake = typeof paOrderId === 'string' ? await intakes.find(paOrderId) : undefined;
    await limits.take(req, 'partner', intake?.partnerId ?? '');
    next();
  });
  return router;
}

/** Messages from bank and partners; the same content again gets the first result. */
export function callbackRoutes(needs: GatewayNeeds): Router {
  const { intakes, commands, links } = needs;
  const router = Router();
  const contentId = (req: Request): string => digest(`${req.path} ${canonicalize(req.body)}`);
  const intakeOf = async (paOrderId: string) => {
    const intake = await intakes.find(paOrderId);
    if (!intake) throw orderNotFound(paOrderId);
    return intake;
  };
  const present = async (order: OrderState) => presentOrder(order, await intakeOf(order.pa_order_id), links);

  router.post('/v1/callbacks/bank/statement', async (req, res) => {
    const { uin, amount_rub, received_at, statement_ref } = req.body;
    const receivedAt = received_at && timestampOf('received_at', received_at);
    const statement = { uin, amountRub: decimalText(amount_rub), receivedAt, statementRef: statement_ref || undefined, source: 'bank:statement' };
    res.json(await present(await receiveStatement(needs, statement)));
  });

  const fromPartner = async <K extends 'complete' | 'attachDocument'>(req: Request, name: K, input: Omit<CommandInputs[K], 'actor'>) => {
    const paOrderId: string = req.body.pa_order_id;
    const intake = await intakeOf(paOrderId);
    const command = { ...input, actor: `partner:${intake.partnerId}` } as CommandInputs[K];
    return presentOrder(await commands.execute(name, paOrderId, command, contentId(req)), intake, links);
  };

  router.post('/v1/callbacks/partner/service-confirmed', async (req, res) => {
    res.json(await fromPartner(req, 'complete', { comment: req.body.comment }));
  });

  router.post('/v1/callbacks/partner/documents', async (req, res) => {
    res.json(await fromPartner(req, 'attachDocument', documentOf(req.body)));
  });

  return router;
}

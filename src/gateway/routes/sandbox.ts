import { Router } from 'express';
import { decimalText } from '../../domain/money';
import { Refusal } from '../../domain/refusal';
import { receiveStatement } from '../../payments/receive';
import { isSignedBy, SIGNATURE_HEADER, signatureHeaders, TIMESTAMP_HEADER } from '../../security/signature';
import type { Prisma } from '../../store/generated/client';
import { readCopy } from '../../store/orders';
import { capturedWebhooks, captureWebhook, clearCaptured } from '../../store/sandbox-sink';
import { param } from '../api';
import type { GatewayNeeds } from '../needs';
import { presentOrder } from '../present';
import { orderNotFound } from './orders';

/** 404 SANDBOX_DISABLED for everything below when the sandbox is off, and for simulations when staff have switched them off. */
export function sandboxGuard(needs: GatewayNeeds): Router {
  const { settings } = needs;
  const router = Router();
  router.use('/v1/sandbox', (_req, _res, next) => {
    next(settings.SANDBOX_ENABLED ? undefined : new Refusal('SANDBOX_DISABLED', 'The sandbox is switched off here.'));
  });
  router.use('/v1/sandbox/orders', (_req, _res, next) => assertSimulation(needs).then(() => next(), next));
  return router;
}

/** @throws Refusal SANDBOX_DISABLED when staff have switched simulations off */
export async function assertSimulation({ flags }: GatewayNeeds): Promise<void> {
  if (!(await flags()).sandbox_simulation_enabled)
    throw new Refusal('SANDBOX_DISABLED', 'Simulated payments and confirmations are switched off here.');
}

/** Stand-ins for bank, partner and receiver. */
export function sandboxRoutes(needs: GatewayNeeds): Router {
  const { db, intakes, commands, links, settings } = needs;
  const router = Router();

  const orderAndIntake = async (paOrderId: string) => {
    const [state, intake] = await Promise.all([readCopy(db, paOrderId), intakes.find(paOrderId)]);
    if (!state || !intake) throw orderNotFound(paOrderId);
    return { state, intake };
  };

  router.get('/v1/sandbox/partners', async (_req, res) => {
    const partners = await db.partner.findMany({ where: { operatorId: '' }, orderBy: { partnerId: 'asc' } });
    const items = partners.map((p) => ({
      partner_id: p.partnerId,
      legal_name: p.legalName,
      country: p.country,
      currency: p.currency ?? '',
      supported_scenarios: p.scenarios,
    }));
    res.json({ items });
  });

  router.post('/v1/sandbox/orders/:paOrderId/simulate-client-payment', async (req, res) => {
    const { state, intake } = await orderAndIntake(param(req, 'paOrderId'));
    const amountRub = decimalText(req.body?.amount_rub ?? state.amount_rub ?? 1);
    const order = await receiveStatement(needs, { uin: state.uin, amountRub, source: 'sandbox:simulation' });
    res.json(presentOrder(order, intake, links));
  });

  router.post('/v1/sandbox/orders/:paOrderId/simulate-service-confirmation', async (req, res) => {
    const { state, intake } = await orderAndIntake(param(req, 'paOrderId'));
    const order = await commands.execute('complete', state.pa_order_id, { actor: 'sandbox:simulation' });
    res.json(presentOrder(order, intake, links));
  });

  router.post('/v1/sandbox/sign', (req, res) => {
    const signed_body = JSON.stringify(req.body.body);
    const secret = req.body.source === 'bank' ? settings.BANK_SIGNING_SECRET : settings.PARTNER_SIGNING_SECRET;
    res.json({ headers: signatureHeaders(secret, signed_body), signed_body });
  });

  router.post('/v1/sandbox/webhook-sink', async (req, res) => {
    const signature = req.get(SIGNATURE_HEADER);
    const timestamp = req.get(TIMESTAMP_HEADER);
    const secrets = await secretsFor(needs, String(req.body?.pa_order_id ?? ''));
    const signatureValid = isSignedBy(secrets, { body: req.rawBody ?? '', timestamp, signature });
    const [eventId, eventType] = [req.get('x-pa-event-id'), req.get('x-pa-event-type')];
    await captureWebhook(db, { eventId, eventType, signature, timestamp, signatureValid, body: req.body as Prisma.InputJsonObject });
    res.json({ captured: true });
  });

  router.get('/v1/sandbox/webhook-sink', async (req, res) => {
    res.json({ items: await capturedWebhooks(db, Number(req.query.limit)) });
  });

  router.delete('/v1/sandbox/webhook-sink', async (_req, res) => {
    res.json({ cleared: await clearCaptured(db) });
  });

  return router;
}

/** The secrets that an event about this order may be signed with: its operator's, and the partners'. */
async function secretsFor({ intakes, secrets }: GatewayNeeds, paOrderId: string): Promise<string[]> {
  const intake = await intakes.find(paOrderId);
  const operator_id = intake?.operatorId ?? '';
  return [...(await secrets.active({ recipient: 'operator', operator_id })), ...(await secrets.active({ recipient: 'partner', operator_id }))];
}

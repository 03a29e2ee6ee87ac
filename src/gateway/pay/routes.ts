import { join } from 'node:path';
import express, { type Request, type RequestHandler, type Response, Router } from 'express';
import type { OrderState } from '../../domain/order';
import { Refusal } from '../../domain/refusal';
import { receiveStatement } from '../../payments/receive';
import { readCopy } from '../../store/orders';
import { param } from '../api';
import type { GatewayNeeds } from '../needs';
import { assertSimulation } from '../routes/sandbox';
import { messagePage, orderPage } from './page';
import { LANGUAGES, type Language, STAGES } from './texts';

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The page where a customer pays in the sandbox. It knows amounts and requisites: nothing of who pays, nothing of the partner. */
export function payRoutes(needs: GatewayNeeds): Router {
  const { db, settings } = needs;
  const router = Router();
  const order = async (req: Request): Promise<OrderState> => {
    const found = await readCopy(db, param(req, 'paOrderId'));
    const { uin = found?.uin } = req.query;
    if (!found || uin !== found.uin) throw new Refusal('ORDER_NOT_FOUND', `There is no order ${param(req, 'paOrderId')}.`);
    return found;
  };

  router.use((_req, res, next) => {
    res.set({
      'Content-Security-Policy': POLICY,
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
    });
    next();
  });
  router.use('/assets', express.static(join(__dirname, 'assets'), { index: false }));
  router.use(async (req, res, next) => {
    if (settings.SANDBOX_ENABLED) return next();
    refuse(req, res, new Refusal('SANDBOX_DISABLED', 'The sandbox is switched off here.'));
  });

  router.get(
    '/:paOrderId',
    shown(async (req, res) => void res.type('html').send(orderPage(await order(req), languageOf(req)))),
  );

  router.get('/:paOrderId/status', async (req, res) => {
    const { status, expires_at } = await order(req);
    res.json({ status, stage: STAGES[status], expires_at });
  });

  router.post(
    '/:paOrderId/simulate',
    shown(async (req, res) => {
      const { uin, amount_rub, pa_order_id } = await order(req);
      await assertSimulation(needs);
      const paid = receiveStatement(needs, { uin, amountRub: amount_rub ?? '1', source: 'sandbox:simulation' });
      if (!wantsHtml(req)) return void res.json({ status: (await paid).status });
      await paid.catch((error: unknown) => {
        if (!(error instanceof Refusal)) throw error;
      });
      res.redirect(303, `/pay/${pa_order_id}?lang=${languageOf(req)}`);
    }),
  );

  return router;
}

/** A browser is shown a refusal as a page, everything else gets the interface's error body. */
const shown =
  (handle: (req: Request, res: Response) => Promise<void>): RequestHandler =>
  async (req, res) => {
    try {
      await handle(req, res);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refuse(req, res, error);
    }
  };

function refuse(req: Request, res: Response, refusal: Refusal): void {
  if (!wantsHtml(req) || (refusal.code !== 'ORDER_NOT_FOUND' && refusal.code !== 'SANDBOX_DISABLED')) throw refusal;
  res
    .status(404)
    .type('html')
    .send(messagePage(languageOf(req), refusal.code === 'SANDBOX_DISABLED' ? 'sandboxOff' : 'notFound'));
}

const wantsHtml = (req: Request): boolean => req.accepts(['json', 'html']) === 'html';

const languageOf = (req: Request): Language =>
  LANGUAGES.find((language) => language === req.query.lang) ??
  LANGUAGES.find((language) => language === req.acceptsLanguages([...LANGUAGES])) ??
  'ru';

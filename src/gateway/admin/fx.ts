import { Router } from 'express';
import { type DecimalText, decimal, decimalText, rounded, toNumber } from '../../domain/money';
import { markedUp, price } from '../../domain/pricing';
import { invalid, Refusal } from '../../domain/refusal';
import { commissionFor, markupOf, readConfig } from '../../store/config';
import { type Exposure, exposures } from '../../store/exposures';
import type { FxRate } from '../../store/generated/client';
import { baseRate, deleteRate, listRates, setRates } from '../../store/rates';
import { type Api, actorOf, param } from '../api';
import type { GatewayNeeds } from '../needs';

/** Rates and the open position. */
export function fxRoutes({ db, settings }: GatewayNeeds): Router {
  const router = Router();
  const markup = async (): Promise<DecimalText> => markupOf(await readConfig(db, 'pricing'), settings.FX_MARKUP_PERCENT);
  const quote = ({ currency, base, updatedAt }: FxRate, markupPercent: DecimalText): Api['FxQuote'] => ({
    currency,
    base: base.toNumber(),
    markup_percent: toNumber(markupPercent),
    effective: toNumber(markedUp(base.toFixed(), markupPercent)),
    updated_at: updatedAt.toISOString(),
  });
  const board = async (): Promise<Api['FxBoard']> => {
    const [rates, markupPercent] = await Promise.all([listRates(db), markup()]);
    return { markup_percent: toNumber(markupPercent), items: rates.map((rate) => quote(rate, markupPercent)) };
  };

  router.get('/v1/admin/fx/board', async (_req, res) => void res.json(await board()));

  router.put('/v1/admin/fx/rates', async (req, res) => {
    const { rates }: Api['FxRates'] = req.body;
    const twice = rates.find(({ currency }, i) => rates.findIndex((r) => r.currency === currency) !== i);
    if (twice) throw invalid('rates', `${twice.currency} is there twice`);
    await setRates(
      db,
      actorOf(req),
      rates.map(({ currency, base }) => ({ currency, base: baseOf(base) })),
    );
    res.json(await board());
  });

  router.put('/v1/admin/fx/rates/:currency', async (req, res) => {
    const [rate] = await setRates(db, actorOf(req), [{ currency: param(req, 'currency'), base: baseOf(req.body.base) }]);
    if (!rate) throw new Error('the rate was not set');
    res.json(quote(rate, await markup()));
  });

  router.delete('/v1/admin/fx/rates/:currency', async (req, res) => {
    const currency = param(req, 'currency');
    if (!(await deleteRate(db, actorOf(req), currency))) throw new Refusal('NOT_FOUND', `There is no rate of ${currency}.`);
    res.sendStatus(204);
  });

  router.get('/v1/admin/fx/preview', async (req, res) => {
    const { amount, currency, partner_id } = req.query as unknown as { amount: number; currency: string; partner_id?: string };
    const [base, pricing] = await Promise.all([baseRate(db, currency), readConfig(db, 'pricing')]);
    const markupPercent = markupOf(pricing, settings.FX_MARKUP_PERCENT);
    const commissionPercent = commissionFor(pricing, partner_id ?? '');
    const rate = markedUp(base, markupPercent);
    const { base_rub, commission_rub, amount_rub } = price(decimalText(amount), rate, commissionPercent);
    const answer: Api['FxPreview'] = {
      amount,
      currency,
      base: toNumber(base),
      markup_percent: toNumber(markupPercent),
      rate: toNumber(rate),
      base_rub: toNumber(base_rub),
      commission_percent: toNumber(commissionPercent),
      commission_rub: toNumber(commission_rub),
      amount_rub: toNumber(amount_rub),
    };
    res.json(answer);
  });

  router.get('/v1/admin/fx/exposures', async (_req, res) => {
    const items = (await exposures(db)).map(presentExposure);
    const result = items.reduce((sum, { result_rub }) => sum.add(result_rub), decimal(0));
    res.json({ items, result_rub: toNumber(rounded(result)) } satisfies Api['Exposures']);
  });

  return router;
}

export const presentExposure = (e: Exposure): Api['Exposure'] => ({
  currency: e.currency,
  orders: e.orders,
  paid_orders: e.paid_orders,
  amount_local: toNumber(e.amount_local),
  promised_rub: toNumber(e.promised_rub),
  now_rub: toNumber(e.now_rub),
  result_rub: toNumber(rounded(decimal(e.promised_rub).sub(e.now_rub))),
});

/** Six decimals are what is kept. @throws Refusal VALIDATION_ERROR */
function baseOf(base: number): DecimalText {
  const text = decimalText(base);
  if (decimal(text).decimalPlaces() > 6) throw invalid('base', 'must have at most six decimals');
  return text;
}

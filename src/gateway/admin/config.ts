import { type Request, type Response, Router } from 'express';
import { decimal, decimalText, toNumber } from '../../domain/money';
import { bicOf } from '../../domain/payee-card';
import { invalid, Refusal } from '../../domain/refusal';
import { isCorrespondentAccount, isInn, isSettlementAccount } from '../../domain/requisites';
import { listChanges } from '../../store/audit';
import { type Config, type ConfigKey, changeConfig, findConfig, markupOf, type Pricing, type SettlementRequisites } from '../../store/config';
import { literally } from '../../store/like';
import type { Page } from '../../store/page';
import { type Api, actorOf } from '../api';
import type { GatewayNeeds } from '../needs';
import { presentChange } from './present';

/** A subject that staff can change: how it is shown, and what a change makes of it. */
interface Subject<K extends ConfigKey> {
  path: string;
  show(value: Config<K>): object;
  /** @throws Refusal VALIDATION_ERROR */
  change(now: Config<K>, body: Request['body']): Config<K>;
  /** What a change begins from where nothing was set and there is no default. */
  empty?: Config<K>;
}

/** What staff set; in force everywhere within a second or two, for orders that have not fixed yet what it is about. */
export function configRoutes({ db, settings }: GatewayNeeds): Router {
  const router = Router();

  const serve = <K extends ConfigKey>(key: K, { path, show, change, empty }: Subject<K>): void => {
    router.get(`/v1/admin/${path}`, async (_req, res) => {
      const value = await findConfig(db, key);
      if (!value) throw new Refusal('NOT_FOUND', `${path} are not set yet; set all of them.`);
      res.json(show(value));
    });
    router.patch(`/v1/admin/${path}`, async (req, res) => {
      res.json(show(await changeConfig(db, key, actorOf(req), (now = empty) => change(now as Config<K>, req.body))));
    });
  };

  serve('pricing', { path: 'pricing', show: (p) => showPricing(p, settings.FX_MARKUP_PERCENT), change: changePricing });
  serve('requisites', { path: 'requisites', show: (requisites) => requisites, change: changeRequisites, empty: NO_REQUISITES });
  serve('rate_limits', {
    path: 'rate-limits',
    show: (limits) => limits,
    change: (now, { operator_per_minute, partner_per_minute, staff_per_minute }) =>
      given(now, { operator_per_minute, partner_per_minute, staff_per_minute }),
  });
  serve('webhook_ops', {
    path: 'webhook-ops',
    show: (ops) => ops,
    change: (now, { response_timeout_seconds, paused_operators }) => given(now, { response_timeout_seconds, paused_operators }),
  });
  serve('flags', {
    path: 'flags',
    show: (flags) => flags,
    change: (now, { new_orders_enabled, payouts_enabled, webhooks_enabled, sandbox_simulation_enabled }) =>
      given(now, { new_orders_enabled, payouts_enabled, webhooks_enabled, sandbox_simulation_enabled }),
  });
  serve('refund_policy', {
    path: 'refund-policy',
    show: ({ approval_above_rub: above }) => ({ approval_above_rub: above === null ? null : toNumber(above) }),
    change: (_now, { approval_above_rub: above }) => ({ approval_above_rub: above === null ? null : decimalText(above) }),
  });

  const audit = (whereOf: (req: Request) => { subject?: object }) => async (req: Request, res: Response) => {
    const { limit, offset } = req.query as unknown as Page;
    const { items, total } = await listChanges(db, whereOf(req), { limit, offset });
    res.json({ items: items.map(presentChange), total, limit, offset });
  };
  router.get(
    '/v1/admin/flags/audit',
    audit(() => ({ subject: { equals: 'flags' } })),
  );
  router.get(
    '/v1/admin/ops-config/audit',
    audit(({ query: { subject } }) => (subject === undefined ? {} : { subject: { startsWith: literally(String(subject)) } })),
  );

  return router;
}

/** What there was, with what is given in its place. */
const given = <T extends object>(now: T, change: { [F in keyof T]?: T[F] | undefined }): T => ({
  ...now,
  ...Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)),
});

const showPricing = (p: Pricing, markupPercent: string): Api['Pricing'] => ({
  commission_percent: toNumber(p.commission_percent),
  vat_percent: toNumber(p.vat_percent),
  markup_percent: toNumber(markupOf(p, markupPercent)),
  partner_commission_percent: Object.fromEntries(Object.entries(p.partner_commission_percent).map(([id, percent]) => [id, toNumber(percent)])),
});

function changePricing(now: Pricing, body: Api['PricingChange']): Pricing {
  const { commission_percent, vat_percent, markup_percent, partner_commission_percent: partners = {} } = body;
  const own = Object.entries(partners).flatMap(([id, percent]) =>
    percent === null ? [] : [[id, percentOf(`partner_commission_percent.${id}`, percent)]],
  );
  const kept = Object.entries(now.partner_commission_percent).filter(([id]) => !Object.hasOwn(partners, id));
  return {
    ...given(now, {
      commission_percent: percentOf('commission_percent', commission_percent),
      vat_percent: percentOf('vat_percent', vat_percent),
      markup_percent: percentOf('markup_percent', markup_percent),
    }),
    partner_commission_percent: Object.fromEntries([...kept, ...own]),
  };
}

function percentOf(field: string, percent: number): string;
function percentOf(field: string, percent: number | undefined): string | undefined;
function percentOf(field: string, percent: number | undefined): string | undefined {
  if (percent === undefined) return undefined;
  if (decimal(percent).decimalPlaces() > 4) throw invalid(field, 'must have at most four decimals');
  return decimalText(percent);
}

const NO_REQUISITES: SettlementRequisites = {
  recipient_name: '',
  inn: '',
  account: '',
  bank_bik: '',
  bank_name: '',
  correspondent_account: '',
  sender_bic: '',
  sender_name: '',
  sender_account: '',
};

function changeRequisites(now: SettlementRequisites, body: Api['RequisitesChange']): SettlementRequisites {
  const names = Object.keys(now) as (keyof SettlementRequisites)[];
  const next = given(now, Object.fromEntries(names.map((name) => [name, body[name]])));
  const missing = names.find((name) => !next[name]);
  if (missing) throw invalid(missing, 'is not set yet; set all of them together');
  const { inn, account, bank_bik, correspondent_account } = next;
  if (!isInn(inn)) throw invalid('inn', 'has wrong check digits');
  if (!isSettlementAccount(account, bank_bik)) throw invalid('account', `has a control key that does not fit the BIK ${bank_bik}`);
  if (!isCorrespondentAccount(correspondent_account, bank_bik)) {
    throw invalid('correspondent_account', `is not the correspondent account of the bank with the BIK ${bank_bik}`);
  }
  return { ...next, sender_bic: bicOf('sender_bic', next.sender_bic) };
}

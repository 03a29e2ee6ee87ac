import { z } from 'zod';
import type { Requisites } from '../domain/order';
import { aloneWith, audited } from './audit';
import type { Database } from './database';
import { recently } from './recently';

const percent = z.string().regex(/^\d{1,3}(\.\d{1,4})?$/);

const schemas = {
  pricing: z.object({
    commission_percent: percent,
    partner_commission_percent: z.record(z.string(), percent),
    vat_percent: percent.default('22'),
    /** In place of FX_MARKUP_PERCENT, once staff have set it. */
    markup_percent: percent.optional(),
  }),
  requisites: z.object({
    recipient_name: z.string(),
    inn: z.string(),
    account: z.string(),
    bank_bik: z.string(),
    bank_name: z.string(),
    correspondent_account: z.string(),
    /** BIC of the bank that sends our SWIFT transfers, and our account there. */
    sender_bic: z.string(),
    sender_name: z.string(),
    sender_account: z.string(),
  }),
  rate_limits: z.object({
    operator_per_minute: z.number().int().positive(),
    partner_per_minute: z.number().int().positive(),
    staff_per_minute: z.number().int().positive().default(1200),
  }),
  webhook_ops: z.object({
    response_timeout_seconds: z.number().int().min(1).max(10),
    paused_operators: z.array(z.string()),
  }),
  flags: z.object({
    new_orders_enabled: z.boolean(),
    payouts_enabled: z.boolean(),
    webhooks_enabled: z.boolean(),
    sandbox_simulation_enabled: z.boolean(),
  }),
  refund_policy: z.object({
    /** Refunds of more rubles need a second person; null: none does. */
    approval_above_rub: z.string().nullable(),
  }),
} as const;

export type ConfigKey = keyof typeof schemas;
export type Config<K extends ConfigKey> = z.infer<(typeof schemas)[K]>;
export type Pricing = Config<'pricing'>;
export type SettlementRequisites = Config<'requisites'>;

/** What counts until staff have set something. Requisites have none: nobody is told to pay to an account that staff have not named. */
const DEFAULTS: { [K in ConfigKey]?: Config<K> } = {
  pricing: { commission_percent: '2.0', partner_commission_percent: {}, vat_percent: '22' },
  rate_limits: { operator_per_minute: 1000, partner_per_minute: 100, staff_per_minute: 1200 },
  webhook_ops: { response_timeout_seconds: 10, paused_operators: [] },
  flags: { new_orders_enabled: true, payouts_enabled: true, webhooks_enabled: true, sandbox_simulation_enabled: true },
  refund_policy: { approval_above_rub: '1000000' },
};

/** What operations staff have set, or the default; undefined where there is neither. */
export async function findConfig<K extends ConfigKey>(db: Pick<Database, 'config'>, key: K): Promise<Config<K> | undefined> {
  const row = await db.config.findUnique({ where: { key } });
  const value = row?.value ?? DEFAULTS[key];
  return value === undefined ? undefined : (schemas[key].parse(value) as Config<K>);
}

/** The same. @throws Error when it has neither been set nor a default */
export async function readConfig<K extends ConfigKey>(db: Pick<Database, 'config'>, key: K): Promise<Config<K>> {
  const value = await findConfig(db, key);
  if (value === undefined) throw new Error(`${key} is not set yet`);
  return value;
}

/** Reads what is in force, at most a second old. */
export function configInForce<K extends ConfigKey>(db: Database, key: K): () => Promise<Config<K>> {
  const read = recently<Config<K>>(() => readConfig(db, key));
  return async () => {
    const value = await read('in force');
    if (!value) throw new Error(`${key} could not be read`);
    return value;
  };
}

/** Sets it for every process; each notices within a second or two. @throws ZodError when the value has another shape */
export async function writeConfig<K extends ConfigKey>(db: Pick<Database, 'config'>, key: K, value: z.input<(typeof schemas)[K]>): Promise<void> {
  const checked = schemas[key].parse(value);
  await db.config.upsert({ where: { key }, create: { key, value: checked }, update: { value: checked } });
}

/** Changes what is set and records who did. Two changes at once take turns, so that none undoes the other's. @throws what `change` throws */
export function changeConfig<K extends ConfigKey>(
  db: Database,
  key: K,
  actor: string,
  change: (now: Config<K> | undefined) => Config<K>,
): Promise<Config<K>> {
  return db.$transaction(async (tx) => {
    await aloneWith(tx, key);
    const before = await findConfig(tx, key);
    const after = change(before);
    await writeConfig(tx, key, after as z.input<(typeof schemas)[K]>);
    await audited(tx, { subject: key, actor, before, after });
    return after;
  });
}

/** What a customer is told to pay to. */
export const customerRequisites = ({
  recipient_name,
  inn,
  account,
  bank_bik,
  bank_name,
  correspondent_account,
}: SettlementRequisites): Requisites => ({
  recipient_name,
  inn,
  account,
  bank_bik,
  bank_name,
  correspondent_account,
});

/** Markup in force. @param otherwise FX_MARKUP_PERCENT, which counts until staff have set another */
export const markupOf = ({ markup_percent }: Pricing, otherwise: string): string => markup_percent ?? otherwise;

export const commissionFor = ({ partner_commission_percent: own, commission_percent }: Pricing, partnerId: string): string =>
  (Object.hasOwn(own, partnerId) ? own[partnerId] : undefined) ?? commission_percent;

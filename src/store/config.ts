import { z } from 'zod';
import type { Requisites } from '../domain/order';
import type { Database } from './database';

const percent = z.string().regex(/^\d{1,3}(\.\d{1,4})?$/);

const schemas = {
  pricing: z.object({ commission_percent: percent, partner_commission_percent: z.record(z.string(), percent), vat_percent: percent.default('22') }),
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
  rate_limits: z.object({ operator_per_minute: z.number().int().positive(), partner_per_minute: z.number().int().positive() }),
} as const;

/** What counts until staff have set something. */
const DEFAULTS: { [K in keyof typeof schemas]?: z.infer<(typeof schemas)[K]> } = {
  rate_limits: { operator_per_minute: 1000, partner_per_minute: 100 },
};

export type Pricing = z.infer<typeof schemas.pricing>;
export type SettlementRequisites = z.infer<typeof schemas.requisites>;

/** What operations staff have set. @throws Error when it has neither been set nor a default */
export async function readConfig<K extends keyof typeof schemas>(db: Database, key: K): Promise<z.infer<(typeof schemas)[K]>> {
  const row = await db.config.findUnique({ where: { key } });
  return schemas[key].parse(row?.value ?? DEFAULTS[key]) as z.infer<(typeof schemas)[K]>;
}

/** Sets it for every process; each notices within a second or two. @throws ZodError when the value has another shape */
export async function writeConfig<K extends keyof typeof schemas>(db: Database, key: K, value: z.infer<(typeof schemas)[K]>): Promise<void> {
  const checked = schemas[key].parse(value);
  await db.config.upsert({ where: { key }, create: { key, value: checked }, update: { value: checked } });
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

export const commissionFor = (pricing: Pricing, partnerId: string): string =>
  pricing.partner_commission_percent[partnerId] ?? pricing.commission_percent;

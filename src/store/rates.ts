import { Refusal } from '../domain/refusal';
import type { Database } from './database';

/** Base rate of a currency in rubles. @throws Refusal CURRENCY_NOT_SUPPORTED with the supported ones */
export async function baseRate(db: Database, currency: string): Promise<string> {
  const rate = await db.fxRate.findUnique({ where: { currency } });
  if (rate) return rate.base.toFixed();
  const supported = (await db.fxRate.findMany({ select: { currency: true }, orderBy: { currency: 'asc' } })).map((r) => r.currency);
  throw new Refusal('CURRENCY_NOT_SUPPORTED', `${currency} is not supported.`, { supported });
}

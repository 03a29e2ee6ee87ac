import { Refusal } from '../domain/refusal';
import { aloneWith, audited } from './audit';
import type { Database } from './database';
import type { FxRate } from './generated/client';

/** Base rate of a currency in rubles. @throws Refusal CURRENCY_NOT_SUPPORTED with the supported ones */
export async function baseRate(db: Database, currency: string): Promise<string> {
  const rate = await db.fxRate.findUnique({ where: { currency } });
  if (rate) return rate.base.toFixed();
  const supported = (await db.fxRate.findMany({ select: { currency: true }, orderBy: { currency: 'asc' } })).map((r) => r.currency);
  throw new Refusal('CURRENCY_NOT_SUPPORTED', `${currency} is not supported.`, { supported });
}

export const listRates = (db: Database): Promise<FxRate[]> => db.fxRate.findMany({ orderBy: { currency: 'asc' } });

const subjectOf = (currency: string): string => `fx_rate:${currency}`;

/** Sets base rates, all or none, and records who did. */
export const setRates = (db: Database, actor: string, rates: { currency: string; base: string }[]): Promise<FxRate[]> =>
  db.$transaction(async (tx) => {
    await aloneWith(tx, 'fx_rates');
    const set: FxRate[] = [];
    for (const { currency, base } of rates) {
      const before = await tx.fxRate.findUnique({ where: { currency } });
      const after = await tx.fxRate.upsert({ where: { currency }, create: { currency, base }, update: { base } });
      await audited(tx, { subject: subjectOf(currency), actor, before: before && { base: before.base.toFixed() }, after: { base } });
      set.push(after);
    }
    return set;
  });

/** A currency is supported no longer. @returns false when it was not */
export const deleteRate = (db: Database, actor: string, currency: string): Promise<boolean> =>
  db.$transaction(async (tx) => {
    await aloneWith(tx, 'fx_rates');
    const before = await tx.fxRate.findUnique({ where: { currency } });
    if (!before) return false;
    await tx.fxRate.delete({ where: { currency } });
    await audited(tx, { subject: subjectOf(currency), actor, before: { base: before.base.toFixed() } });
    return true;
  });

import type { FxReceipt, FxRequest, Providers } from '../src/providers/ports';
import type { Database } from '../src/store/database';
import { type Asked, askOnce, withdrawOnce } from './ask-once';
import { classified } from './provider-failure';
import type { Activities, FxDeal } from './types';

interface Needs extends Pick<Providers, 'fx'> {
  db: Database;
}

/** Buys currency at the order's rate. */
export function fxActivities({ fx, db }: Needs): Pick<Activities, 'buyCurrency' | 'withdrawPurchase'> {
  const desk: Asked<FxRequest, FxReceipt> = {
    db,
    kind: 'fx',
    rail: fx,
    declared: ({ reference = '' }) => ({ reference, executed_at: new Date().toISOString() }),
  };
  return {
    buyCurrency: (step) =>
      classified(async () => {
        const { currency, amount, rate } = step;
        return deal(await askOnce(desk, step, () => ({ currency, amount, rate })));
      }),
    withdrawPurchase: (step) =>
      classified(async () => {
        const done = await withdrawOnce(desk, step);
        return done && deal(done);
      }),
  };
}

const deal = ({ receipt: { reference, executed_at } }: { receipt: FxReceipt }): FxDeal => ({ deal_ref: reference, executed_at });

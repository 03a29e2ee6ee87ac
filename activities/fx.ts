import type { FxReceipt, Providers } from '../src/providers/ports';
import { askOnce } from './ask-once';
import { classified } from './provider-failure';
import type { Activities, FxDeal } from './types';

/** Buys currency at the order's rate. */
export function fxActivities({ fx }: Pick<Providers, 'fx'>): Pick<Activities, 'buyCurrency' | 'findFxDeal'> {
  return {
    buyCurrency: (step) =>
      classified(async () => {
        const { currency, amount, rate } = step;
        return deal(await askOnce(fx, step, () => ({ currency, amount, rate })));
      }),
    findFxDeal: ({ key }) =>
      classified(async () => {
        const receipt = await fx.find(key);
        return receipt && deal(receipt);
      }),
  };
}

const deal = ({ reference, executed_at }: FxReceipt): FxDeal => ({ deal_ref: reference, executed_at });

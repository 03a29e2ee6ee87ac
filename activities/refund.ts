import type { Providers } from '../src/providers/ports';
import { askOnce } from './ask-once';
import { classified } from './provider-failure';
import type { Activities } from './types';

/** Returns the customer's rubles. */
export function refundActivities({ refund }: Pick<Providers, 'refund'>): Pick<Activities, 'refundCustomer'> {
  return {
    refundCustomer: (step) =>
      classified(async () => {
        const { uin, amount_rub } = step;
        const { reference } = await askOnce(refund, step, () => ({ uin, amount_rub }));
        return { refund_ref: reference };
      }),
  };
}

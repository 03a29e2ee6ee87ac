import type { Providers } from '../src/providers/ports';
import type { Database } from '../src/store/database';
import { finishReturn } from '../src/store/suspense';
import { askOnce } from './ask-once';
import { classified } from './provider-failure';
import type { Activities } from './types';

interface Needs extends Pick<Providers, 'refund'> {
  db: Database;
}

/** Returns the customer's rubles. */
export function refundActivities({ refund, db }: Needs): Pick<Activities, 'refundCustomer' | 'finishReturn'> {
  return {
    refundCustomer: (step) =>
      classified(async () => {
        const { uin, amount_rub } = step;
        const { reference } = await askOnce(refund, step, () => ({ uin, amount_rub }));
        return { refund_ref: reference };
      }),
    finishReturn: ({ statement_id, actor }, { refund_ref }) => finishReturn(db, { id: statement_id, actor, note: refund_ref }),
  };
}

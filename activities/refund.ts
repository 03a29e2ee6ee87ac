import type { Providers, RefundReceipt, RefundRequest } from '../src/providers/ports';
import type { Database } from '../src/store/database';
import { finishReturn, giveUpReturn } from '../src/store/suspense';
import { type Asked, askOnce, withdrawOnce } from './ask-once';
import { classified } from './provider-failure';
import type { Activities, RefundDone } from './types';

interface Needs extends Pick<Providers, 'refund'> {
  db: Database;
}

/** Returns the customer's rubles. */
export function refundActivities({ refund, db }: Needs): Pick<Activities, 'refundCustomer' | 'withdrawRefund' | 'finishReturn' | 'giveUpReturn'> {
  const rail: Asked<RefundRequest, RefundReceipt> = { db, kind: 'refund', rail: refund, declared: ({ reference = '' }) => ({ reference }) };
  return {
    refundCustomer: (step) =>
      classified(async () => {
        const { uin, amount_rub, payment_ref } = step;
        return refunded(await askOnce(rail, step, () => ({ uin, amount_rub, payment_ref })));
      }),
    withdrawRefund: (step) =>
      classified(async () => {
        const done = await withdrawOnce(rail, step);
        return done && refunded(done);
      }),
    finishReturn: ({ statement_id, actor }, { refund_ref }) => finishReturn(db, { id: statement_id, actor, note: refund_ref }),
    giveUpReturn: ({ statement_id, actor }, reason) => giveUpReturn(db, { id: statement_id, actor, note: reason }),
  };
}

const refunded = ({ receipt: { reference } }: { receipt: RefundReceipt }): RefundDone => ({ refund_ref: reference });

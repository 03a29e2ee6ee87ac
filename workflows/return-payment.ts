import { proxyActivities } from '@temporalio/workflow';
import { type Activities, MONEY_ATTEMPT_S, type ReturnRequest } from '../activities/types';
import { reasonOf, wasRefused } from './failures';
import { inRound, MONEY_QUEUE } from './messages';

const money = proxyActivities<Activities>({
  taskQueue: MONEY_QUEUE,
  startToCloseTimeout: `${MONEY_ATTEMPT_S}s`,
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '2m' },
});

/** Sends a payment back that no order took, once. What the bank refuses to send stands in suspense again, with the reason. */
export async function returnPayment(request: ReturnRequest): Promise<void> {
  const { statement_id, round, uin, amount_rub, payment_ref } = request;
  const refund = { key: inRound(`statement:${statement_id}:return`, round, ':'), asked_before: true, uin, amount_rub, payment_ref };
  let refusal = '';
  const done = await money.refundCustomer(refund).catch((error: unknown) => {
    if (!wasRefused(error)) throw error;
    refusal = reasonOf(error);
    return money.withdrawRefund(refund); // a refusal counts once its key is withdrawn
  });
  if (done) await money.finishReturn(request, done);
  else await money.giveUpReturn(request, refusal);
}

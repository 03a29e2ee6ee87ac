import { proxyActivities } from '@temporalio/workflow';
import { type Activities, MONEY_ATTEMPT_S, type ReturnRequest } from '../activities/types';
import { MONEY_QUEUE } from './messages';

const money = proxyActivities<Activities>({
  taskQueue: MONEY_QUEUE,
  startToCloseTimeout: `${MONEY_ATTEMPT_S}s`,
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '2m' },
});

/** Sends a payment back that no order took. Its key follows from the statement, so it goes back once; a final refusal fails this workflow, and staff begin it again. */
export async function returnPayment(request: ReturnRequest): Promise<void> {
  const { statement_id, uin, amount_rub } = request;
  const done = await money.refundCustomer({ key: `statement:${statement_id}:return`, asked_before: true, uin, amount_rub });
  await money.finishReturn(request, done);
}

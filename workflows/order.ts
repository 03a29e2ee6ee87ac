import { allHandlersFinished, CancellationScope, condition } from '@temporalio/workflow';
import { isPaid, isTerminal, type OrderStatus } from '../src/domain/lifecycle';
import type { OrderTerms } from '../src/domain/order';
import { keepTime } from './clock';
import { takeCommands } from './commands';
import { buyCurrency, payPartner, refundCustomer } from './money-steps';
import { OrderRecord } from './order-record';
import { answerQueries } from './queries';

/**
 * The life of one order, from DRAFT to a closed status; the workflow's id is the pa_order_id.
 * Commands move it until the rubles arrive; from then on it buys the currency and pays the partner by itself.
 * A cancellation request from outside is not a command: only `cancel` and `refund` end an order early.
 */
export async function order(terms: OrderTerms): Promise<OrderStatus> {
  const record = new OrderRecord(terms);
  takeCommands(record);
  answerQueries(record);
  return CancellationScope.nonCancellable(() => live(record));
}

async function live(record: OrderRecord): Promise<OrderStatus> {
  await record.open();
  const time = keepTime(record);

  await condition(() => record.isPaid || record.isClosed);
  if (record.isPaid) await fulfil(record);

  await time;
  await condition(() => allHandlersFinished() && record.deliveries.pending === 0);
  return record.state.status;
}

/** The rubles are here: each step settles before the next begins, and a refund that was asked for stops the next from beginning. */
async function fulfil(record: OrderRecord): Promise<void> {
  await buyCurrency(record);
  await payPartner(record);
  await condition(() => record.isClosed || record.refundRequest !== undefined);
  if (record.refundRequest && isPaid(record.state.status)) await refundCustomer(record, record.refundRequest);
  await condition(() => isTerminal(record.state.status));
}

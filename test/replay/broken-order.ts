import { sleep } from '@temporalio/workflow';
import type { OrderStatus } from '../../src/domain/lifecycle';
import type { OrderTerms } from '../../src/domain/order';
import { order as realOrder } from '../../workflows/order';

/** Broken on purpose: it waits where the order has not waited. The replay gate has to notice. */
export async function order(terms: OrderTerms): Promise<OrderStatus> {
  await sleep('1s');
  return realOrder(terms);
}

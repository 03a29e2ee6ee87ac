import { sleep } from '@temporalio/workflow';
import type { OrderStatus } from '../../src/domain/lifecycle';
import type { OrderTerms } from '../../src/domain/order';
import { order as orderNow } from '../../workflows/order';

/** A next build's order, which does one thing more: on a history of today's it would fail. */
export function order(terms: OrderTerms): Promise<OrderStatus> {
  void sleep('1s');
  return orderNow(terms);
}

import type { OrderState } from '../domain/order';
import type { Database } from './database';
import type { Order, OrderIntake } from './generated/client';
import type { Intakes } from './intake';

/** An order as it can be read: its state, and what only the intake knows. */
export interface StoredOrder {
  state: OrderState;
  intake: OrderIntake;
}

export interface OrderFilter {
  operatorId: string;
  status?: string;
  scenario?: string;
  partnerId?: string;
}

const stateOf = (row: Order): OrderState => row.state as unknown as OrderState;

/** The read copy of an order, whoever's it is. */
export async function readCopy(db: Database, paOrderId: string): Promise<OrderState | undefined> {
  const row = await db.order.findUnique({ where: { paOrderId } });
  return row ? stateOf(row) : undefined;
}

/** The read copy of an operator's order; undefined when it is not theirs or not there. */
export async function findOrder(db: Database, intakes: Intakes, operatorId: string, paOrderId: string): Promise<StoredOrder | undefined> {
  const [state, intake] = await Promise.all([readCopy(db, paOrderId), intakes.findOwn(operatorId, paOrderId)]);
  return state && intake ? { state, intake } : undefined;
}

/** A page of an operator's orders, newest first, and how many there are. */
export async function listOrders(
  db: Database,
  filter: OrderFilter,
  page: { limit: number; offset: number },
): Promise<{ items: StoredOrder[]; total: number }> {
  const [rows, total] = await Promise.all([
    db.order.findMany({ where: filter, orderBy: [{ createdAt: 'desc' }, { paOrderId: 'desc' }], take: page.limit, skip: page.offset }),
    db.order.count({ where: filter }),
  ]);
  const intakes = await db.orderIntake.findMany({ where: { paOrderId: { in: rows.map((r) => r.paOrderId) } } });
  const byId = new Map(intakes.map((i) => [i.paOrderId, i]));
  return { total, items: rows.flatMap((row) => withIntake(row, byId.get(row.paOrderId))) };
}

const withIntake = (row: Order, intake: OrderIntake | undefined): StoredOrder[] => (intake ? [{ state: stateOf(row), intake }] : []);

/** An order's journal, oldest first. */
export const journalOf = (db: Database, paOrderId: string) => db.journalRecord.findMany({ where: { paOrderId }, orderBy: { seq: 'asc' } });

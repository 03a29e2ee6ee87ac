import { TERMINAL_STATUSES } from '../domain/lifecycle';
import type { OrderState } from '../domain/order';
import type { Database } from './database';
import type { Order, OrderIntake, Prisma } from './generated/client';
import type { Intakes } from './intake';
import { literally } from './like';
import type { Page } from './page';

/** An order as it can be read: its state, and what only the intake knows. */
export interface StoredOrder {
  state: OrderState;
  intake: OrderIntake;
}

export interface OrderFilter {
  /** Everybody's when absent. */
  operatorId?: string;
  status?: string;
  scenario?: string;
  partnerId?: string;
  /** Only those that staff have to look at, or only the others. */
  needsAttention?: boolean;
  /** Only open ones that are due before this. */
  deadlineBefore?: Date;
  /** Only open ones that are due then or later. */
  deadlineAfter?: Date;
  /** A pa_order_id or UIN, or what the operator's order number or the customer's id begins with. */
  text?: string;
}

const stateOf = (row: Order): OrderState => row.state as unknown as OrderState;

/** The read copy of an order, whoever's it is. */
export async function readCopy(db: Database, paOrderId: string): Promise<OrderState | undefined> {
  const row = await db.order.findUnique({ where: { paOrderId } });
  return row ? stateOf(row) : undefined;
}

/** An order of any operator. */
export async function findAnyOrder(db: Database, intakes: Intakes, paOrderId: string): Promise<StoredOrder | undefined> {
  const [state, intake] = await Promise.all([readCopy(db, paOrderId), intakes.find(paOrderId)]);
  return state && intake ? { state, intake } : undefined;
}

/** The read copy of an operator's order; undefined when it is not theirs or not there. */
export async function findOrder(db: Database, intakes: Intakes, operatorId: string, paOrderId: string): Promise<StoredOrder | undefined> {
  const [state, intake] = await Promise.all([readCopy(db, paOrderId), intakes.findOwn(operatorId, paOrderId)]);
  return state && intake ? { state, intake } : undefined;
}

const MOST_FOUND = 1000;

/** Ids of orders that a text stands for, the newest of them. */
const idsByText = (db: Database, text: string): Promise<{ pa_order_id: string }[]> => {
  const prefix = `${literally(text)}%`;
  return db.$queryRaw`
    SELECT pa_order_id FROM order_intake WHERE pa_order_id = ${text} OR uin = ${text} OR order_id LIKE ${prefix} OR client_id LIKE ${prefix}
    ORDER BY created_at DESC LIMIT ${MOST_FOUND}`;
};

async function conditions(
  db: Database,
  { needsAttention, deadlineBefore, deadlineAfter, text, status, ...same }: OrderFilter,
): Promise<Prisma.OrderWhereInput> {
  const ids = text === undefined ? undefined : (await idsByText(db, text)).map((row) => row.pa_order_id);
  const isByDeadline = deadlineBefore !== undefined || deadlineAfter !== undefined;
  const openAndDue = { deadline: { lt: deadlineBefore, gte: deadlineAfter }, NOT: { status: { in: TERMINAL_STATUSES } } };
  return {
    ...same,
    status,
    ...(needsAttention === undefined ? {} : { needsAttention: needsAttention ? { not: null } : null }),
    ...(ids ? { paOrderId: { in: ids } } : {}),
    AND: isByDeadline ? [openAndDue] : [],
  };
}

/** A page of orders, newest first, and how many there are. @param counted how many are counted at most; all when absent */
export async function listOrders(db: Database, filter: OrderFilter, page: Page, counted?: number): Promise<{ items: StoredOrder[]; total: number }> {
  const where = await conditions(db, filter);
  const [rows, total] = await Promise.all([
    db.order.findMany({ where, orderBy: [{ createdAt: 'desc' }, { paOrderId: 'desc' }], take: page.limit, skip: page.offset }),
    db.order.count({ where, take: counted }),
  ]);
  const intakes = await db.orderIntake.findMany({ where: { paOrderId: { in: rows.map((r) => r.paOrderId) } } });
  const byId = new Map(intakes.map((i) => [i.paOrderId, i]));
  return { total, items: rows.flatMap((row) => withIntake(row, byId.get(row.paOrderId))) };
}

const withIntake = (row: Order, intake: OrderIntake | undefined): StoredOrder[] => (intake ? [{ state: stateOf(row), intake }] : []);

/** An order's journal, oldest first. */
export const journalOf = (db: Database, paOrderId: string) => db.journalRecord.findMany({ where: { paOrderId }, orderBy: { seq: 'asc' } });

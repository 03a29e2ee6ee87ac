import type { Database } from './database';
import type { Prisma, WebhookAttempt, WebhookEvent } from './generated/client';
import { COUNTED, type Page } from './page';

export type Delivery = WebhookEvent & { log: WebhookAttempt[] };

interface Deliveries {
  items: Delivery[];
  total: number;
}

/** What an operator is told about one of its orders, oldest first, with every attempt. */
export async function deliveriesOf(db: Database, operatorId: string, paOrderId: string): Promise<Delivery[]> {
  const events = await db.webhookEvent.findMany({
    where: { operatorId, paOrderId, recipient: 'operator' },
    orderBy: [{ createdAt: 'asc' }, { eventId: 'asc' }],
  });
  return withLog(db, events);
}

/** Everything that was owed because of an order, to operator and partner, oldest first. */
export const deliveriesOfOrder = (db: Database, paOrderId: string, page: Page): Promise<Deliveries> =>
  listed(db, { paOrderId }, 'asc', page, COUNTED);

/** The newest events of all. */
export const recentDeliveries = (db: Database, limit: number): Promise<Deliveries> => listed(db, {}, 'desc', { limit, offset: 0 }, COUNTED);

/** Whose dead letters: those that an operator is told of, or all. */
export type Whose = { operatorId: string; recipient: 'operator' } | { operatorId?: string };

/** Events that exhausted their attempts, newest first. @param counted how many are counted at most; all when absent */
export const deadLettersOf = (db: Database, whose: Whose, page: Page, counted?: number): Promise<Deliveries> =>
  listed(db, { ...whose, status: 'DEAD' }, 'desc', page, counted);

/** Ids of dead letters, oldest first: of the named ones, or of all, `limit` at most. */
export async function deadLetterIds(db: Database, whose: Whose, limit: number, named?: string[]): Promise<string[]> {
  const where = { ...whose, status: 'DEAD', ...(named ? { eventId: { in: named } } : {}) };
  const events = await db.webhookEvent.findMany({ where, select: { eventId: true }, orderBy: { createdAt: 'asc' }, take: limit });
  return events.map((e) => e.eventId);
}

async function listed(
  db: Database,
  where: Prisma.WebhookEventWhereInput,
  order: 'asc' | 'desc',
  { limit, offset }: Page,
  counted?: number,
): Promise<Deliveries> {
  const [events, total] = await Promise.all([
    db.webhookEvent.findMany({ where, orderBy: [{ createdAt: order }, { eventId: order }], take: limit, skip: offset }),
    db.webhookEvent.count({ where, take: counted }),
  ]);
  return { items: await withLog(db, events), total };
}

async function withLog(db: Database, events: WebhookEvent[]): Promise<Delivery[]> {
  const attempts = await db.webhookAttempt.findMany({ where: { eventId: { in: events.map((e) => e.eventId) } }, orderBy: { at: 'asc' } });
  return events.map((event) => ({ ...event, log: attempts.filter((a) => a.eventId === event.eventId) }));
}

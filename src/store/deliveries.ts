import type { Database } from './database';
import type { WebhookAttempt, WebhookEvent } from './generated/client';
import type { Page } from './page';

export type Delivery = WebhookEvent & { log: WebhookAttempt[] };

/** What an operator is told about one of its orders, oldest first, with every attempt. */
export async function deliveriesOf(db: Database, operatorId: string, paOrderId: string): Promise<Delivery[]> {
  const events = await db.webhookEvent.findMany({
    where: { operatorId, paOrderId, recipient: 'operator' },
    orderBy: [{ createdAt: 'asc' }, { eventId: 'asc' }],
  });
  return withLog(db, events);
}

/** Everything that was owed because of an order, to operator and partner. */
export const deliveriesOfOrder = async (db: Database, paOrderId: string): Promise<Delivery[]> =>
  withLog(db, await db.webhookEvent.findMany({ where: { paOrderId }, orderBy: [{ createdAt: 'asc' }, { eventId: 'asc' }] }));

/** The newest events of all. */
export async function recentDeliveries(db: Database, limit: number): Promise<{ items: Delivery[]; total: number }> {
  const [events, total] = await Promise.all([
    db.webhookEvent.findMany({ orderBy: [{ createdAt: 'desc' }, { eventId: 'desc' }], take: limit }),
    db.webhookEvent.count(),
  ]);
  return { items: await withLog(db, events), total };
}

/** Whose dead letters: those that an operator is told of, or all. */
export type Whose = { operatorId: string; recipient: 'operator' } | { operatorId?: string };

/** Events that exhausted their attempts, newest first. */
export async function deadLettersOf(db: Database, whose: Whose, page: Page): Promise<{ items: Delivery[]; total: number }> {
  const where = { ...whose, status: 'DEAD' };
  const [events, total] = await Promise.all([
    db.webhookEvent.findMany({ where, orderBy: [{ createdAt: 'desc' }, { eventId: 'desc' }], take: page.limit, skip: page.offset }),
    db.webhookEvent.count({ where }),
  ]);
  return { items: await withLog(db, events), total };
}

/** Ids of dead letters, oldest first: of the named ones, or of all, `limit` at most. */
export async function deadLetterIds(db: Database, whose: Whose, limit: number, named?: string[]): Promise<string[]> {
  const where = { ...whose, status: 'DEAD', ...(named ? { eventId: { in: named } } : {}) };
  const events = await db.webhookEvent.findMany({ where, select: { eventId: true }, orderBy: { createdAt: 'asc' }, take: limit });
  return events.map((e) => e.eventId);
}

async function withLog(db: Database, events: WebhookEvent[]): Promise<Delivery[]> {
  const attempts = await db.webhookAttempt.findMany({ where: { eventId: { in: events.map((e) => e.eventId) } }, orderBy: { at: 'asc' } });
  return events.map((event) => ({ ...event, log: attempts.filter((a) => a.eventId === event.eventId) }));
}

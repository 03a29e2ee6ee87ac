import type { Database } from './database';
import { Prisma } from './generated/client';

/** An event to be sent: where to, what, and which secrets may sign it. */
export interface DueEvent {
  event_id: string;
  operator_id: string;
  recipient: 'operator' | 'partner';
  url: string;
  event_type: string;
  body: string;
  attempts: number;
}

export interface Attempt {
  event_id: string;
  attempt: number;
  at: string;
  duration_ms: number;
  response_status: number | null;
  error: string | null;
}

/** Those of the events that still have to be sent. */
export const dueEvents = (db: Database, eventIds: string[]): Promise<DueEvent[]> =>
  db.$queryRaw<DueEvent[]>`
    SELECT event_id, operator_id, recipient, url, event_type, body, attempts
    FROM webhook_events WHERE event_id = ANY(${eventIds}) AND status = 'PENDING'`;

/** Whose the events are. */
export async function operatorsOf(db: Database, eventIds: string[]): Promise<string[]> {
  const rows = await db.webhookEvent.findMany({ where: { eventId: { in: eventIds } }, select: { operatorId: true }, distinct: ['operatorId'] });
  return rows.map(({ operatorId }) => operatorId);
}

/** Keeps each attempt, and on its event the newest one; an answer without an error delivers the event. */
export async function recordAttempts(db: Database, attempts: Attempt[]): Promise<void> {
  await db.$executeRaw`
    WITH a AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(attempts)}::jsonb)
        AS a(event_id text, attempt int, at timestamptz, duration_ms int, response_status int, error text)
    ), kept AS (
      INSERT INTO webhook_attempts (event_id, attempt, at, duration_ms, response_status, error)
      SELECT event_id, attempt, at, duration_ms, response_status, error FROM a ON CONFLICT DO NOTHING
    )
    UPDATE webhook_events e SET
      attempts = a.attempt, response_status = a.response_status, last_error = a.error,
      status = CASE WHEN a.error IS NULL THEN 'DELIVERED' ELSE e.status END,
      settled_at = CASE WHEN a.error IS NULL THEN a.at END
    FROM a WHERE e.event_id = a.event_id`;
}

/** A dead letter is owed again. */
export async function reopen(db: Database, eventId: string): Promise<void> {
  await db.webhookEvent.updateMany({ where: { eventId, status: 'DEAD' }, data: { status: 'PENDING', settledAt: null } });
}

/** An event that exhausted its attempts: it waits for a manual replay. */
export async function markDead(db: Database, eventId: string): Promise<void> {
  await db.webhookEvent.updateMany({ where: { eventId, status: 'PENDING' }, data: { status: 'DEAD', settledAt: new Date() } });
}

/** Whether staff hold an event of `webhook_events e` back: it is owed, and waits. */
export const HELD_BACK = Prisma.sql`EXISTS (
  SELECT 1 FROM config c
  WHERE (c.key = 'flags' AND c.value ->> 'webhooks_enabled' = 'false')
     OR (c.key = 'webhook_ops' AND jsonb_exists(c.value -> 'paused_operators', e.operator_id)))`;

/** Events that nobody carries any more: still owed long after all attempts would have been made, and not held back. */
export async function strandedEvents(db: Database, olderThanS: number): Promise<string[]> {
  const rows = await db.$queryRaw<{ event_id: string }[]>`
    SELECT event_id FROM webhook_events e
    WHERE status = 'PENDING' AND created_at < now() - make_interval(secs => ${olderThanS}) AND NOT ${HELD_BACK}
    ORDER BY created_at LIMIT 1000`;
  return rows.map(({ event_id }) => event_id);
}

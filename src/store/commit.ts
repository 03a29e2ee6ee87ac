import type { OutgoingEvent } from '../domain/events';
import { type Transfer, transfersOn } from '../domain/ledger';
import type { JournalEntry, OrderState } from '../domain/order';
import type { Database } from './database';
import type { DueEvent } from './webhooks';

export interface CommitRows {
  order: OrderState;
  journal: JournalEntry[];
  events: (OutgoingEvent & { body: string })[];
}

/**
 * Writes one commit of an order: its copy (only over a lower version), its journal records and the events it owes. One statement, so one
 * transaction and one round trip; repeated, it changes nothing. What a transition moves is entered in the ledger with it. A partner without an address is owed nothing.
 * @param mends a copy of the same version is wrong, and is written over as well; a newer one never is
 * @returns the events that are owed now
 */
export function writeCommit(db: Database, { order: o, journal, events }: CommitRows, mends = false): Promise<DueEvent[]> {
  return db.$queryRaw<DueEvent[]>`
    WITH copy AS (
      INSERT INTO orders (pa_order_id, operator_id, version, status, scenario, partner_id, currency, needs_attention,
                          deadline, expires_at, created_at, updated_at, state)
      VALUES (${o.pa_order_id}, ${o.operator_id}, ${o.version}, ${o.status}, ${o.scenario}, ${o.service.partner_id}, ${o.currency_local},
              ${o.needs_attention ?? null}, ${o.deadline}::timestamptz, ${o.expires_at}::timestamptz, ${o.created_at}::timestamptz,
              ${o.updated_at}::timestamptz, ${JSON.stringify(o)}::jsonb)
      ON CONFLICT (pa_order_id) DO UPDATE SET
        operator_id = excluded.operator_id, version = excluded.version, status = excluded.status, scenario = excluded.scenario,
        partner_id = excluded.partner_id, currency = excluded.currency, needs_attention = excluded.needs_attention, deadline = excluded.deadline,
        expires_at = excluded.expires_at, created_at = excluded.created_at, updated_at = excluded.updated_at, state = excluded.state
      WHERE orders.version < excluded.version OR (${mends} AND orders.version = excluded.version)
    ), journal AS (
      INSERT INTO journal (event_id, pa_order_id, seq, event_type, status_from, status_to, actor, payload, created_at)
      SELECT j.event_id, ${o.pa_order_id}, j.seq, j.event_type, j.status_from, j.status_to, j.actor, j.payload, j.created_at
      FROM jsonb_to_recordset(${JSON.stringify(journal)}::jsonb)
        AS j(event_id text, seq int, event_type text, status_from text, status_to text, actor text, payload jsonb, created_at timestamptz)
      ON CONFLICT (event_id) DO NOTHING
    ), ledger AS (
      INSERT INTO ledger (id, pa_order_id, from_account, to_account, currency, amount, created_at)
      SELECT l.id, ${o.pa_order_id}, l."from", l."to", l.currency, l.amount, l.created_at
      FROM jsonb_to_recordset(${JSON.stringify(transfersOf(o, journal))}::jsonb)
        AS l(id text, "from" ledger_account, "to" ledger_account, currency text, amount numeric, created_at timestamptz)
      ON CONFLICT (id) DO NOTHING
    )
    INSERT INTO webhook_events (event_id, pa_order_id, operator_id, recipient, url, event_type, body, created_at)
    SELECT e.event_id, ${o.pa_order_id}, ${o.operator_id}, e.recipient, a.url, e.event_type, e.body, e."timestamp"
    FROM jsonb_to_recordset(${JSON.stringify(events)}::jsonb)
      AS e(event_id text, recipient text, event_type text, body text, "timestamp" timestamptz),
    LATERAL (
      SELECT i.callback_url AS url FROM order_intake i WHERE i.pa_order_id = ${o.pa_order_id} AND e.recipient = 'operator'
      UNION ALL
      (SELECT p.webhook_url FROM partners p
       WHERE p.partner_id = ${o.service.partner_id} AND p.operator_id IN (${o.operator_id}, '') AND e.recipient = 'partner'
       ORDER BY p.operator_id DESC LIMIT 1)
    ) a
    WHERE a.url IS NOT NULL
    ON CONFLICT (event_id) DO NOTHING
    RETURNING event_id, operator_id, recipient, url, event_type, body, attempts`;
}

export interface Entry extends Transfer {
  id: string;
  created_at: string;
}

/** What the ledger has of these records. */
export const transfersOf = (order: OrderState, journal: JournalEntry[]): Entry[] =>
  journal.flatMap(({ event_id, status_from, status_to, created_at }) =>
    (status_to ? transfersOn(order, status_from, status_to) : []).map((transfer, i) => ({ ...transfer, id: `${event_id}:${i}`, created_at })),
  );

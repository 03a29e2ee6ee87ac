import { OPEN_STATUSES } from '../domain/lifecycle';
import type { Database } from './database';

export interface OpenOrders {
  status: string;
  orders: number;
  needing_attention: number;
  sla_breached: number;
}

/** Open orders by status. */
export const openOrders = (db: Database): Promise<OpenOrders[]> =>
  db.$queryRaw<OpenOrders[]>`
    SELECT status, count(*)::int AS orders, count(needs_attention)::int AS needing_attention,
           (count(*) FILTER (WHERE (state ->> 'sla_breached')::boolean))::int AS sla_breached
    FROM orders WHERE status = ANY (${OPEN_STATUSES}) GROUP BY status`;

/** Webhook events that wait, and those given up. */
export async function unsettledWebhooks(db: Database): Promise<{ pending: number; dead: number }> {
  const [row] = await db.$queryRaw<{ pending: number; dead: number }[]>`
    SELECT (count(*) FILTER (WHERE status = 'PENDING'))::int AS pending, (count(*) FILTER (WHERE status = 'DEAD'))::int AS dead
    FROM webhook_events WHERE status <> 'DELIVERED'`;
  return row ?? { pending: 0, dead: 0 };
}

import { TERMINAL_STATUSES } from '../domain/lifecycle';
import type { Database } from './database';
import { Prisma } from './generated/client';

/** Medians are those of the newest orders. */
const SAMPLE = 2_000;

/** Midnight UTC, so many days ago that today is the last of them. */
const since = (days: number): Prisma.Sql =>
  Prisma.sql`((date_trunc('day', now() AT TIME ZONE 'UTC') - make_interval(days => ${days - 1}::int)) AT TIME ZONE 'UTC')`;

export interface Stage {
  status: string;
  orders: number;
  median_seconds: number;
}

export interface Day {
  day: string;
  orders: number;
  rub: string;
  commission_rub: string;
}

/** Orders created in the last days, by status. */
export const ordersByStatus = (db: Database, days: number): Promise<{ status: string; orders: number }[]> =>
  db.$queryRaw`SELECT status, count(*)::int AS orders FROM orders WHERE created_at >= ${since(days)} GROUP BY status`;

/** How long the newest orders of the last days were in each status, for those that have left it. */
export const stageTimes = (db: Database, days: number): Promise<Stage[]> =>
  db.$queryRaw`
    WITH sample AS (
      SELECT pa_order_id FROM orders WHERE created_at >= ${since(days)} ORDER BY created_at DESC, pa_order_id DESC LIMIT ${SAMPLE}
    ), stays AS (
      SELECT status_to AS status, lead(created_at) OVER (PARTITION BY pa_order_id ORDER BY seq) - created_at AS stay
      FROM journal JOIN sample USING (pa_order_id) WHERE status_to IS NOT NULL
    )
    SELECT status, count(*)::int AS orders, percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM stay))::float8 AS median_seconds
    FROM stays WHERE stay IS NOT NULL GROUP BY status`;

/** What customers have paid and was not sent back, by the day (UTC) on which the order was created. */
export const volumeByDay = (db: Database, days: number): Promise<Day[]> =>
  db.$queryRaw`
    SELECT to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, count(*)::int AS orders,
           sum((state -> 'payment_details' ->> 'amount_received_rub')::numeric)::text AS rub, sum((state -> 'commission' ->> 'amount_rub')::numeric)::text AS commission_rub
    FROM orders WHERE created_at >= ${since(days)} AND status NOT IN ('REFUND_INITIATED', 'REFUNDED')
      AND state -> 'payment_details' ->> 'amount_received_rub' IS NOT NULL
    GROUP BY day ORDER BY day`;

/** Events of the last days by status. */
export const webhooksByStatus = (db: Database, days: number): Promise<{ status: string; events: number }[]> =>
  db.$queryRaw`SELECT status, count(*)::int AS events FROM webhook_events WHERE created_at >= ${since(days)} GROUP BY status`;

/** What staff have to look at now. */
export async function attention(db: Database): Promise<{ stuck_orders: number; sla_breached: number; deadline_near: number; approvals: number }> {
  const [row] = await db.$queryRaw<{ stuck_orders: number; sla_breached: number; deadline_near: number; approvals: number }[]>`
    SELECT (SELECT count(*)::int FROM orders WHERE needs_attention IS NOT NULL) AS stuck_orders,
           (SELECT count(*)::int FROM orders WHERE deadline < now() AND NOT status = ANY (${TERMINAL_STATUSES})) AS sla_breached,
           (SELECT count(*)::int FROM orders WHERE deadline >= now() AND deadline < now() + interval '24 hours' AND NOT status = ANY (${TERMINAL_STATUSES})) AS deadline_near,
           (SELECT count(*)::int FROM refund_approvals WHERE status IN ('PENDING', 'APPROVED')) AS approvals`;
  return row ?? { stuck_orders: 0, sla_breached: 0, deadline_near: 0, approvals: 0 };
}

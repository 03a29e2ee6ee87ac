import { decimal, rounded } from '../domain/money';
import type { Database } from './database';

/** Currency that customers were promised at a fixed rate and that is not bought yet. */
export interface Exposure {
  currency: string;
  orders: number;
  /** Of them those whose rubles have arrived. */
  paid_orders: number;
  amount_local: string;
  /** What the customers pay for it, before commission. */
  promised_rub: string;
  /** What it costs at the base rate of now. */
  now_rub: string;
}

interface Row extends Omit<Exposure, 'now_rub'> {
  base: string | null;
}

/** The open position by currency. A currency that is supported no longer costs what was promised for it. */
export async function exposures(db: Database): Promise<Exposure[]> {
  const rows = await db.$queryRaw<Row[]>`
    SELECT o.currency, count(*)::int AS orders, (count(*) FILTER (WHERE status = 'CLIENT_PAID'))::int AS paid_orders,
           sum((state ->> 'amount_local')::numeric)::text AS amount_local,
           sum((state ->> 'amount_rub')::numeric - (state -> 'commission' ->> 'amount_rub')::numeric)::text AS promised_rub,
           (SELECT base::text FROM fx_rates r WHERE r.currency = o.currency) AS base
    FROM orders o WHERE status IN ('FX_FIXED', 'AWAITING_PAYMENT', 'CLIENT_PAID') GROUP BY o.currency ORDER BY o.currency`;
  return rows.map(({ base, ...row }) => ({ ...row, now_rub: base ? rounded(decimal(row.amount_local).mul(base)) : row.promised_rub }));
}

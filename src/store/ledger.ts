import type { Database } from './database';

export interface Transfer {
  id: string;
  from: string;
  to: string;
  currency: string;
  amount: string;
  at: Date;
}

/** What was entered because of an order, oldest first. */
export const transfersOfOrder = (db: Database, paOrderId: string): Promise<Transfer[]> =>
  db.$queryRaw`
    SELECT id, from_account::text AS "from", to_account::text AS "to", currency::text, trim_scale(amount)::text AS amount, created_at AS at
    FROM ledger WHERE pa_order_id = ${paOrderId} ORDER BY created_at, id`;

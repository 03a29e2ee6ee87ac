import type { Database } from '../store/database';
import { Prisma } from '../store/generated/client';

/** What our records say that a provider did. */
export interface Claim {
  /** The order's id, or the returned statement's. */
  subject: string;
  status: string;
  reference: string | null;
  amount: string;
  currency: string;
  /** Within the time that is looked at. */
  isRecent: boolean;
}

export const STEPS = ['fx', 'payout', 'refund'] as const;
export type Step = (typeof STEPS)[number];

interface Columns {
  status: string;
  reference: Prisma.Sql;
  amount: Prisma.Sql;
  currency: Prisma.Sql;
}

/** A card payment's reference stands in the name of its receipt alone. */
const CARD_REFERENCE = Prisma.sql`(
  SELECT substring(d ->> 'file_name' FROM '^receipt-(.*)\\.txt$') FROM orders o, jsonb_array_elements(o.state -> 'documents') d
  WHERE o.pa_order_id = j.pa_order_id AND d ->> 'uploaded_by' = 'system:payout' LIMIT 1)`;
const said = (name: string): Prisma.Sql => Prisma.raw(`j.payload ->> '${name}'`);
const COLUMNS: Record<Step, Columns> = {
  fx: { status: 'FX_EXECUTED', reference: said('deal_ref'), amount: said('amount'), currency: said('currency') },
  payout: {
    status: 'PARTNER_PAID',
    reference: Prisma.sql`COALESCE(${said('swift_ref')}, ${CARD_REFERENCE})`,
    amount: said('amount_sent'),
    currency: said('currency_sent'),
  },
  refund: { status: 'REFUNDED', reference: said('refund_ref'), amount: said('amount_rub'), currency: Prisma.sql`'RUB'` },
};

/** What is claimed of these orders and statements, and of whatever has changed since then. */
export async function claimsOf(db: Database, step: Step, subjects: string[], since: Date): Promise<Claim[]> {
  const ofOrders = await orderClaims(db, step, subjects, since);
  return step === 'refund' ? [...ofOrders, ...(await returnClaims(db, subjects, since))] : ofOrders;
}

function orderClaims(db: Database, step: Step, subjects: string[], since: Date): Promise<Claim[]> {
  const { status, reference, amount, currency } = COLUMNS[step];
  return db.$queryRaw`
    WITH asked AS (SELECT unnest(${subjects}::text[]) AS pa_order_id UNION SELECT pa_order_id FROM orders WHERE updated_at >= ${since})
    SELECT j.pa_order_id AS subject, j.status_to AS status, ${reference} AS reference, COALESCE(${amount}, '0') AS amount,
           COALESCE(${currency}, '') AS currency, j.created_at >= ${since} AS "isRecent"
    FROM asked JOIN journal j ON j.pa_order_id = asked.pa_order_id WHERE j.status_to = ${status}`;
}

/** Payments that no order took, and staff have sent back. */
const returnClaims = (db: Database, subjects: string[], since: Date): Promise<Claim[]> => db.$queryRaw`
  SELECT b.id::text AS subject, b.outcome AS status, a.note AS reference, b.amount_rub::text AS amount, 'RUB' AS currency,
         COALESCE(a.created_at, b.created_at) >= ${since} AS "isRecent"
  FROM bank_statements b LEFT JOIN statement_actions a ON a.statement_id = b.id AND a.action = 'RETURNED'
  WHERE b.outcome = 'RETURNED' AND (b.id::text = ANY(${subjects}::text[]) OR COALESCE(a.created_at, b.created_at) >= ${since})`;

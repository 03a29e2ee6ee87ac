import type { Database } from './database';

export type StatementOutcome = 'MATCHED' | 'REPEAT' | 'MISMATCH' | 'LATE' | 'NOT_FIXED' | 'UNKNOWN_UIN' | 'REFUSED';

interface NewStatement {
  uin: string;
  amountRub: string;
  receivedAt?: string;
  statementRef?: string;
  source: string;
}

/** Keeps a statement as it came, with the order that has its UIN; its outcome is RECEIVED until the order has answered. */
export async function storeStatement(db: Database, s: NewStatement): Promise<{ id: string; paOrderId: string | null }> {
  const [stored] = await db.$queryRaw<{ id: string; paOrderId: string | null }[]>`
    INSERT INTO bank_statements (id, uin, amount_rub, received_at, statement_ref, source, pa_order_id)
    VALUES (gen_random_uuid(), ${s.uin}, ${s.amountRub}::numeric, ${s.receivedAt ?? null}::timestamptz, ${s.statementRef ?? null}, ${s.source},
            (SELECT pa_order_id FROM order_intake WHERE uin = ${s.uin}))
    RETURNING id::text, pa_order_id AS "paOrderId"`;
  if (!stored) throw new Error('the statement was not stored');
  return stored;
}

/** What became of a statement. The second one that matches the same order is a repeat of the first. */
export async function settleStatement(db: Database, id: string, outcome: StatementOutcome): Promise<void> {
  await db.$executeRaw`
    UPDATE bank_statements s SET outcome = CASE
      WHEN ${outcome} = 'MATCHED' AND EXISTS (
        SELECT 1 FROM bank_statements o WHERE o.uin = s.uin AND o.id <> s.id AND o.outcome = 'MATCHED') THEN 'REPEAT'
      ELSE ${outcome} END
    WHERE s.id = ${id}::uuid`;
}

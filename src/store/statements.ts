import { decimalText } from '../domain/money';
import { type Statement, type StatementOutcome, SUSPENSE_OUTCOMES, type SuspenseOutcome } from '../domain/statement';
import type { Database } from './database';
import { Prisma } from './generated/client';

export interface StoredStatement extends Statement {
  id: string;
  outcome: StatementOutcome;
  /** The order it names, or was matched to by staff. */
  paOrderId: string | null;
  /** Staff have sent this payment back, or are doing so. */
  isReturned: boolean;
}

const SUSPENSE = Prisma.sql`(${Prisma.join([...SUSPENSE_OUTCOMES])})`;

type Answer = 'MATCHED' | SuspenseOutcome;

/** Statements about one UIN are taken and settled one at a time. */
const alone = (db: Database, uin: string) => db.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${uin}, 0))`;

/**
 * Keeps a statement as it came, with the order that has its UIN; its outcome is RECEIVED until the order has answered. Statements about one UIN and amount
 * tell of the same payment unless the bank's references say otherwise: the second reference of a source is the second payment.
 */
export async function storeStatement(db: Database, s: Statement): Promise<string> {
  const alike = Prisma.sql`b.uin = ${s.uin} AND b.amount_rub = ${s.amountRub}::numeric`;
  const ref = s.statementRef ?? null;
  const [, [stored]] = await db.$transaction([
    alone(db, s.uin),
    db.$queryRaw<{ id: string }[]>`
      INSERT INTO bank_statements (id, uin, amount_rub, received_at, statement_ref, source, pa_order_id, payment_no)
      SELECT gen_random_uuid(), ${s.uin}, ${s.amountRub}::numeric, ${s.receivedAt ?? null}::timestamptz, ${ref}, ${s.source},
        (SELECT pa_order_id FROM order_intake WHERE uin = ${s.uin}),
        COALESCE(
          (SELECT min(payment_no) FROM bank_statements b WHERE ${alike} AND b.statement_ref = ${ref}),
          CASE WHEN ${ref}::text IS NULL THEN 1
               ELSE 1 + (SELECT count(DISTINCT b.statement_ref)::int FROM bank_statements b WHERE ${alike} AND b.source = ${s.source}) END)
      RETURNING id::text`,
  ]);
  if (!stored) throw new Error('the statement was not stored');
  return stored.id;
}

const TWIN = Prisma.sql`o.uin = s.uin AND o.amount_rub = s.amount_rub AND o.payment_no = s.payment_no AND o.id <> s.id`;

/** @throws Error when there is none */
export async function readStatement(db: Database, id: string): Promise<StoredStatement> {
  const [row] = await db.$queryRaw<StoredStatement[]>`
    SELECT s.id::text, s.uin, s.amount_rub::text AS "amountRub", s.statement_ref AS "statementRef", s.source, s.outcome, s.pa_order_id AS "paOrderId",
           to_char(s.received_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "receivedAt",
           EXISTS (SELECT 1 FROM bank_statements o WHERE ${TWIN} AND o.outcome IN ('RETURNING', 'RETURNED')) AS "isReturned"
    FROM bank_statements s WHERE s.id = ${id}::uuid`;
  if (!row) throw new Error(`there is no statement ${id}`);
  return { ...row, amountRub: decimalText(row.amountRub) };
}

/** Statements whose order has not answered for a while: whoever received them went away. */
export async function unsettledStatements(db: Database, olderThanS: number): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT id::text FROM bank_statements WHERE outcome = 'RECEIVED' AND created_at < now() - make_interval(secs => ${olderThanS}) ORDER BY created_at LIMIT 500`;
  return rows.map(({ id }) => id);
}

/**
 * What became of a statement, once. An order has one MATCHED statement: another payment of its amount is PAID_TWICE, another statement of the same
 * payment a REPEAT. Rubles that no order took enter suspense in the ledger; they leave it when a later statement of the same payment is MATCHED.
 */
export async function settleStatement(db: Database, statement: Pick<StoredStatement, 'id' | 'uin'>, answer: Answer): Promise<void> {
  await settleOnce(db, statement, answer).catch((error: Error) => {
    if (!error.message.includes('bank_statements_one_match')) throw error;
    return settleOnce(db, statement, answer); // another statement, under another UIN, was matched to the order at the same moment
  });
}

async function settleOnce(db: Database, { id, uin }: Pick<StoredStatement, 'id' | 'uin'>, answer: Answer): Promise<void> {
  await db.$transaction([
    alone(db, uin),
    db.$executeRaw`
      WITH this AS (
        SELECT * FROM bank_statements WHERE id = ${id}::uuid AND outcome = 'RECEIVED'
      ), twin AS (
        SELECT o.* FROM bank_statements o, this s WHERE ${TWIN} AND o.outcome NOT IN ('RECEIVED', 'REPEAT')
      ), decided AS (
        SELECT id, CASE
          WHEN ${answer} <> 'MATCHED' AND EXISTS (SELECT 1 FROM twin) THEN 'REPEAT'
          WHEN ${answer} = 'MATCHED' AND EXISTS (
            SELECT 1 FROM bank_statements o WHERE o.pa_order_id = s.pa_order_id AND o.id <> s.id AND o.outcome = 'MATCHED')
            THEN CASE WHEN EXISTS (SELECT 1 FROM twin) THEN 'REPEAT' ELSE 'PAID_TWICE' END
          ELSE ${answer} END AS outcome
        FROM this s
      ), taken AS (
        UPDATE bank_statements b SET outcome = 'REPEAT' FROM twin t, decided d
        WHERE b.id = t.id AND t.outcome IN ${SUSPENSE} AND d.outcome = 'MATCHED' RETURNING b.*
      ), settled AS (
        UPDATE bank_statements b SET outcome = d.outcome FROM decided d WHERE b.id = d.id RETURNING b.*
      )
      INSERT INTO ledger (id, pa_order_id, from_account, to_account, currency, amount, created_at)
      SELECT ${movement('in')}, pa_order_id, 'customers'::ledger_account, 'suspense'::ledger_account, 'RUB', amount_rub, now()
      FROM settled b WHERE outcome IN ${SUSPENSE}
      UNION ALL
      SELECT ${movement('out')}, pa_order_id, 'suspense', 'customers', 'RUB', amount_rub, now() FROM taken b
      ON CONFLICT (id) DO NOTHING`,
  ]);
}

/** A statement enters and leaves suspense once for each thing that staff do about it. */
const movement = (way: 'in' | 'out'): Prisma.Sql =>
  Prisma.sql`'statement:' || b.id || ':' || (SELECT count(*) FROM statement_actions a WHERE a.statement_id = b.id AND a.action <> 'NOTE') || ${`:${way}`}`;

/** Sources that have told before of a payment with this UIN, amount and reference. */
export async function sourcesOf(
  db: Database,
  { uin, amountRub, statementRef }: Pick<Statement, 'uin' | 'amountRub' | 'statementRef'>,
): Promise<string[]> {
  const rows = await db.bankStatement.findMany({ where: { uin, amountRub, statementRef }, distinct: ['source'], select: { source: true } });
  return rows.map(({ source }) => source);
}

/** The newest outcome of what a source told under a reference. */
export async function outcomeOf(db: Database, { uin, statementRef, source }: Statement): Promise<StatementOutcome> {
  const row = await db.bankStatement.findFirst({ where: { uin, statementRef, source }, orderBy: { createdAt: 'desc' } });
  return (row?.outcome as StatementOutcome | undefined) ?? 'RECEIVED';
}

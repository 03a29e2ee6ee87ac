import { decimalText } from '../domain/money';
import { type Statement, type StatementOutcome, SUSPENSE_OUTCOMES, type SuspenseOutcome } from '../domain/statement';
import { alone } from './alone';
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

/**
 * Keeps a statement as it came, with the order that has its UIN; its outcome is RECEIVED until the order has answered. Which payment of this amount on this
 * UIN it tells of: the one that the bank's reference names, or that the same message has told of before. Where either has no reference of the bank's,
 * counting decides: the first payment that its source has not told of. Else it is another payment: in doubt, rubles stand in suspense.
 * @returns its id; of a file's line that is kept already, the id of that
 */
export async function storeStatement(db: Database, s: Statement): Promise<string> {
  const alike = Prisma.sql`b.uin = ${s.uin} AND b.amount_rub = ${s.amountRub}::numeric`;
  const [ref, key, at] = [s.statementRef ?? null, s.lineKey ?? null, s.receivedAt ?? null];
  const [, [stored]] = await db.$transaction([
    alone(db, s.uin), // statements about one UIN are taken and settled one at a time
    db.$queryRaw<{ id: string }[]>`
      WITH payments AS (
        SELECT b.payment_no, bool_or(b.source = ${s.source}) AS is_told, bool_or(b.statement_ref IS NOT NULL) AS is_named,
          bool_or(b.statement_ref = ${ref}) AS is_same,
          bool_or(b.source = ${s.source} AND b.statement_ref IS NULL AND b.line_key IS NULL AND b.received_at IS NOT DISTINCT FROM ${at}::timestamptz)
            AND ${ref}::text IS NULL AND ${key}::text IS NULL AS is_again
        FROM bank_statements b WHERE ${alike} GROUP BY b.payment_no
      ), stored AS (
        INSERT INTO bank_statements (id, uin, amount_rub, received_at, statement_ref, other_ref, line_key, source, pa_order_id, payment_no)
        SELECT gen_random_uuid(), ${s.uin}, ${s.amountRub}::numeric, ${at}::timestamptz, ${ref}, ${s.otherRef ?? null}, ${key}, ${s.source},
          (SELECT pa_order_id FROM order_intake WHERE uin = ${s.uin}),
          COALESCE(
            (SELECT min(payment_no) FROM payments WHERE is_same OR is_again),
            (SELECT min(payment_no) FROM payments WHERE NOT is_told AND (${ref}::text IS NULL OR NOT is_named)),
            (SELECT 1 + max(payment_no) FROM payments),
            1)
        ON CONFLICT (line_key) DO NOTHING
        RETURNING id::text
      )
      SELECT id FROM stored UNION ALL SELECT id::text FROM bank_statements WHERE line_key = ${key} LIMIT 1`,
  ]);
  if (!stored) throw new Error('the statement was not stored');
  return stored.id;
}

/**
 * Keeps a reversal of a file, once, with its outcome: it is offered to nobody. It has no UIN and no reference by which a payment could be taken for it;
 * what it names stands in `otherRef`, for the reader. What bounced enters suspense.
 */
export async function storeReversal(db: Database, s: Omit<Statement, 'uin' | 'statementRef'>, outcome: 'BOUNCED' | 'TAKEN_BACK'): Promise<void> {
  await db.$transaction([
    alone(db, ''),
    db.$executeRaw`
      WITH b AS (
        INSERT INTO bank_statements (id, uin, amount_rub, received_at, other_ref, line_key, source, outcome, payment_no)
        SELECT gen_random_uuid(), '', ${s.amountRub}::numeric, ${s.receivedAt ?? null}::timestamptz, ${s.otherRef ?? null}, ${s.lineKey ?? null}, ${s.source},
          ${outcome}, 1 + COALESCE(max(payment_no), 0)
        FROM bank_statements WHERE uin = '' AND amount_rub = ${s.amountRub}::numeric
        ON CONFLICT (line_key) DO NOTHING RETURNING *
      )
      INSERT INTO ledger (id, from_account, to_account, currency, amount, created_at)
      SELECT ${movement('in')}, 'customers'::ledger_account, 'suspense'::ledger_account, 'RUB', amount_rub, now() FROM b WHERE outcome IN ${SUSPENSE}`,
  ]);
}

/** Those of the lines that are kept already. */
export async function knownLines(db: Database, keys: string[]): Promise<Set<string>> {
  const rows = await db.$queryRaw<{ key: string }[]>`SELECT line_key AS key FROM bank_statements WHERE line_key = ANY(${keys}::text[])`;
  return new Set(rows.map(({ key }) => key));
}

const TWIN = Prisma.sql`o.uin = s.uin AND o.amount_rub = s.amount_rub AND o.payment_no = s.payment_no AND o.id <> s.id`;

/** @throws Error when there is none */
export async function readStatement(db: Database, id: string): Promise<StoredStatement> {
  const [row] = await db.$queryRaw<StoredStatement[]>`
    SELECT s.id::text, s.uin, s.amount_rub::text AS "amountRub", s.statement_ref AS "statementRef", s.other_ref AS "otherRef", s.source, s.outcome, s.pa_order_id AS "paOrderId",
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

/** Id of a movement of the statement `b`: it enters and leaves suspense once for each thing that staff do about it. */
export const movement = (way: 'in' | 'out'): Prisma.Sql =>
  Prisma.sql`'statement:' || b.id || ':' || (SELECT count(*) FROM statement_actions a WHERE a.statement_id = b.id AND a.action <> 'NOTE') || ${`:${way}`}`;

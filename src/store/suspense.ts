import { type StatementOutcome, SUSPENSE_OUTCOMES, type SuspenseOutcome } from '../domain/statement';
import type { Database } from './database';
import { Prisma } from './generated/client';
import { COUNTED } from './page';
import { movement } from './statements';

/** A statement, and what staff have done about it. */
export interface StatementView {
  id: string;
  uin: string;
  amountRub: string;
  receivedAt: Date;
  /** The bank's own, or else what may help to find it. */
  statementRef: string | null;
  source: string;
  outcome: StatementOutcome;
  paOrderId: string | null;
  notes: { action: string; actor: string; note: string | null; at: string }[];
}

const SUSPENSE = Prisma.sql`(${Prisma.join([...SUSPENSE_OUTCOMES])})`;

const VIEW = Prisma.sql`
    SELECT s.id::text, s.uin, round(s.amount_rub, 2)::text AS "amountRub", COALESCE(s.received_at, s.created_at) AS "receivedAt", COALESCE(s.statement_ref, s.other_ref) AS "statementRef",
           s.source, s.outcome, s.pa_order_id AS "paOrderId",
           COALESCE((SELECT jsonb_agg(jsonb_build_object('action', action, 'actor', actor, 'note', note, 'at', created_at) ORDER BY id)
                     FROM statement_actions a WHERE a.statement_id = s.id), '[]') AS notes
    FROM bank_statements s`;

/** What stands in suspense, oldest first. */
export const listSuspense = (db: Database, limit = 100, offset = 0): Promise<StatementView[]> =>
  db.$queryRaw`${VIEW} WHERE s.outcome IN ${SUSPENSE} ORDER BY s.created_at, s.id LIMIT ${limit} OFFSET ${offset}`;

/** How many stand there. */
export const countSuspense = (db: Database): Promise<number> =>
  db.bankStatement.count({ where: { outcome: { in: [...SUSPENSE_OUTCOMES] } }, take: COUNTED });

/** Everything that named an order's UIN or was matched to it, oldest first. */
export const statementsOfOrder = (db: Database, paOrderId: string): Promise<StatementView[]> =>
  db.$queryRaw`${VIEW} WHERE s.pa_order_id = ${paOrderId} ORDER BY s.created_at`;

/** One statement, wherever it stands. */
export async function viewStatement(db: Database, id: string): Promise<StatementView | undefined> {
  const [found] = await db.$queryRaw<StatementView[]>`${VIEW} WHERE s.id = ${id}::uuid`;
  return found;
}

/** How many statements stand in suspense, and their rubles, by outcome. */
export const suspenseByOutcome = (db: Database): Promise<{ outcome: SuspenseOutcome; statements: number; rubles: string }[]> =>
  db.$queryRaw`
    SELECT outcome, count(*)::int AS statements, round(sum(amount_rub), 2)::text AS rubles FROM bank_statements WHERE outcome IN ${SUSPENSE}
    GROUP BY outcome ORDER BY outcome`;

interface Act {
  id: string;
  actor: string;
  note?: string;
}

/** Takes a statement out of suspense, to be received by this order. @returns false when it does not stand in suspense */
export const matchTo = (db: Database, act: Act, paOrderId: string): Promise<boolean> => takeOut(db, act, 'MATCH', 'RECEIVED', 'customers', paOrderId);

/** What an order has refused belongs again to the order that it names. */
export const unmatch = (db: Database, id: string, paOrderId: string | null) =>
  db.$executeRaw`UPDATE bank_statements SET pa_order_id = ${paOrderId} WHERE id = ${id}::uuid AND outcome IN ${SUSPENSE}`;

/** Takes a statement out of suspense, to be sent back. @returns false when it does not stand in suspense, or is being received at this moment */
export const beginReturn = (db: Database, act: Act): Promise<boolean> => takeOut(db, act, 'RETURN', 'RETURNING', 'refunds');

async function takeOut(
  db: Database,
  { id, actor, note }: Act,
  action: 'MATCH' | 'RETURN',
  outcome: 'RECEIVED' | 'RETURNING',
  to: 'customers' | 'refunds',
  paOrderId: string | null = null,
): Promise<boolean> {
  const [, moved] = await db.$transaction([
    db.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(uin, 0)) FROM bank_statements WHERE id = ${id}::uuid`,
    db.$executeRaw`
      WITH moved AS (
        UPDATE bank_statements s SET outcome = ${outcome}, pa_order_id = COALESCE(${paOrderId}, s.pa_order_id) FROM bank_statements was
        WHERE s.id = ${id}::uuid AND was.id = s.id AND s.outcome IN ${SUSPENSE} AND NOT EXISTS (
          SELECT 1 FROM bank_statements o
          WHERE o.uin = s.uin AND o.amount_rub = s.amount_rub AND o.payment_no = s.payment_no AND o.id <> s.id AND o.outcome = 'RECEIVED')
        RETURNING s.id, was.pa_order_id, s.amount_rub
      ), noted AS (
        INSERT INTO statement_actions (statement_id, action, actor, note) SELECT id, ${action}, ${actor}, ${note ?? null} FROM moved
      )
      INSERT INTO ledger (id, pa_order_id, from_account, to_account, currency, amount, created_at)
      SELECT ${movement('out')}, b.pa_order_id, 'suspense', ${to}::ledger_account, 'RUB', b.amount_rub, now() FROM moved b`,
  ]);
  return moved === 1;
}

/** The rubles have gone back. Repeated, it changes nothing. */
export const finishReturn = (db: Database, act: Act): Promise<void> =>
  endReturn(db, act, 'RETURNED', 'customers', Prisma.sql`'statement:' || b.id || ':returned'`);

/** The bank would not: the rubles stand in suspense again. Repeated, it changes nothing. */
export const giveUpReturn = (db: Database, act: Act): Promise<void> => endReturn(db, act, 'RETURN_REFUSED', 'suspense', movement('in'));

/** @param ledgerId of the movement of the statement `b` */
async function endReturn(
  db: Database,
  { id, actor, note }: Act,
  outcome: 'RETURNED' | 'RETURN_REFUSED',
  to: 'customers' | 'suspense',
  ledgerId: Prisma.Sql,
): Promise<void> {
  await db.$executeRaw`
    WITH ended AS (
      UPDATE bank_statements SET outcome = ${outcome} WHERE id = ${id}::uuid AND outcome = 'RETURNING' RETURNING id, pa_order_id, amount_rub
    ), noted AS (
      INSERT INTO statement_actions (statement_id, action, actor, note) SELECT id, ${outcome}, ${actor}, ${note ?? null} FROM ended
    )
    INSERT INTO ledger (id, pa_order_id, from_account, to_account, currency, amount, created_at)
    SELECT ${ledgerId}, b.pa_order_id, 'refunds', ${to}::ledger_account, 'RUB', b.amount_rub, now() FROM ended b`;
}

/** How often staff have asked for a statement to be sent back. */
export const returnsAsked = (db: Database, id: string): Promise<number> => db.statementAction.count({ where: { statementId: id, action: 'RETURN' } });

/** A remark of staff. @returns false when there is no such statement */
export async function noteStatement(db: Database, { id, actor, note }: Act): Promise<boolean> {
  const noted = await db.$executeRaw`
    INSERT INTO statement_actions (statement_id, action, actor, note) SELECT id, 'NOTE', ${actor}, ${note ?? null} FROM bank_statements WHERE id = ${id}::uuid`;
  return noted === 1;
}

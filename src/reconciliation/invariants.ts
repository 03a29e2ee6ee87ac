import { allowedNext, isTerminal, ORDER_STATUSES } from '../domain/lifecycle';
import { SUSPENSE_OUTCOMES } from '../domain/statement';
import type { Database } from '../store/database';
import { Prisma } from '../store/generated/client';
import { HELD_BACK } from '../store/webhooks';
import type { Violation } from './violation';

export interface Scope {
  /** Only orders that have changed since then. */
  since: Date;
  /** What is younger may still be on its way: statements to their outcome, events to their receiver. Seconds. */
  graceS: number;
}

type Rows = Promise<{ subject: string; detail: string }[]>;
type Find = (db: Database, scope: Scope) => Rows;

const list = (values: readonly string[]): Prisma.Sql => Prisma.sql`(${Prisma.join([...values])})`;
const LEGAL = list(ORDER_STATUSES.flatMap((from) => allowedNext(from).map((to) => `${from}>${to}`)));
const CLOSED = list(ORDER_STATUSES.filter(isTerminal));
const SUSPENSE = list(SUSPENSE_OUTCOMES);
const changed = (since: Date): Prisma.Sql => Prisma.sql`scope AS (SELECT pa_order_id, status, state FROM orders WHERE updated_at >= ${since})`;

/** The journal alone reproduces every order's status, along the table of transitions. */
const journalExplainsStatus: Find = (db, { since }) => db.$queryRaw`
  WITH ${changed(since)}, records AS (
    SELECT j.*, row_number() OVER w AS place FROM journal j JOIN scope USING (pa_order_id) WINDOW w AS (PARTITION BY j.pa_order_id ORDER BY seq)
  ), steps AS (
    SELECT *, lag(status_to) OVER (PARTITION BY pa_order_id ORDER BY seq) AS was FROM records WHERE status_to IS NOT NULL
  ), last AS (
    SELECT DISTINCT ON (pa_order_id) pa_order_id, status_to FROM steps ORDER BY pa_order_id, seq DESC
  )
  SELECT pa_order_id AS subject, format('record %s is number %s', seq, place) AS detail FROM records WHERE seq <> place
  UNION ALL
  SELECT pa_order_id, format('record %s leaves %s, but the order was in %s', seq, status_from, was) FROM steps WHERE status_from IS DISTINCT FROM was
  UNION ALL
  SELECT pa_order_id, format('record %s goes from %s to %s', seq, status_from, status_to) FROM steps
  WHERE status_from IS NOT NULL AND status_from || '>' || status_to NOT IN ${LEGAL}
  UNION ALL
  SELECT s.pa_order_id, format('the copy says %s, the journal %s', s.status, l.status_to) FROM scope s LEFT JOIN last l USING (pa_order_id)
  WHERE s.status IS DISTINCT FROM l.status_to`;

/** Each order is paid for once, buys once, pays out once, is refunded once, and pays nothing out once a refund has begun. */
const moneyMovesOnce: Find = (db, { since }) => db.$queryRaw`
  WITH ${changed(since)}, steps AS (SELECT j.* FROM journal j JOIN scope USING (pa_order_id) WHERE status_to IS NOT NULL)
  SELECT pa_order_id AS subject, format('%s times %s', count(*), status_to) AS detail FROM steps
  WHERE status_to IN ('CLIENT_PAID', 'FX_EXECUTED', 'PARTNER_PAID', 'REFUND_INITIATED', 'REFUNDED') GROUP BY pa_order_id, status_to HAVING count(*) > 1
  UNION ALL
  SELECT p.pa_order_id, 'paid out after its refund had begun' FROM steps p JOIN steps r USING (pa_order_id)
  WHERE p.status_to = 'PARTNER_PAID' AND r.status_to = 'REFUND_INITIATED' AND p.seq > r.seq`;

/** Each transition that moves money has its transfers, and each transfer of an order its transition. */
const ledgerFollowsJournal: Find = (db, { since }) => db.$queryRaw`
  WITH ${changed(since)}
  SELECT j.pa_order_id AS subject, format('nothing is entered for its way to %s', j.status_to) AS detail
  FROM journal j JOIN scope USING (pa_order_id) LEFT JOIN ledger l ON l.id = j.event_id || ':0'
  WHERE j.status_to IN ('CLIENT_PAID', 'FX_EXECUTED', 'PARTNER_PAID', 'REFUND_INITIATED', 'REFUNDED') AND l.id IS NULL
  UNION ALL
  SELECT l.pa_order_id, format('transfer %s has no record in the journal', l.id)
  FROM ledger l JOIN scope USING (pa_order_id) LEFT JOIN journal j ON j.event_id = split_part(l.id, ':', 1)
  WHERE l.id NOT LIKE 'statement:%' AND j.event_id IS NULL`;

/** Rubles in are rubles refunded, converted, earned or waiting: what an order received left the customer, and nothing of a closed order is still with us. */
const rublesAddUp: Find = (db, { since }) => db.$queryRaw`
  WITH ${changed(since)}, balances AS (
    SELECT p.pa_order_id, p.account, p.currency, sum(p.amount) AS amount FROM ledger_postings p JOIN scope USING (pa_order_id)
    WHERE p.id NOT LIKE 'statement:%' GROUP BY p.pa_order_id, p.account, p.currency
  )
  SELECT pa_order_id AS subject, format('%s %s in %s', amount, currency, account) AS detail FROM balances
  WHERE amount < 0 AND account NOT IN ('customers', 'fx_desk', 'partners', 'correspondents', 'position')
  UNION ALL
  SELECT pa_order_id, format('closed, with %s %s left in %s', amount, currency, account) FROM balances JOIN scope USING (pa_order_id)
  WHERE amount <> 0 AND account IN ('orders', 'refunds') AND status IN ${CLOSED}
  UNION ALL
  SELECT s.pa_order_id, format('%s RUB are with us, the order says %s', COALESCE(-b.amount, 0), d.due)
  FROM scope s
  CROSS JOIN LATERAL (
    SELECT CASE WHEN s.status = 'REFUNDED' THEN 0 ELSE COALESCE((s.state -> 'payment_details' ->> 'amount_received_rub')::numeric, 0) END AS due) d
  LEFT JOIN balances b ON b.pa_order_id = s.pa_order_id AND b.account = 'customers' AND b.currency = 'RUB'
  WHERE d.due <> COALESCE(-b.amount, 0)`;

/** Every accepted statement belongs to exactly one order, and every paid order has one. */
const statementsHaveOnePlace: Find = (db, { since, graceS }) => db.$queryRaw`
  WITH ${changed(since)}, paid AS (
    SELECT j.pa_order_id, j.created_at, (s.state -> 'payment_details' ->> 'amount_received_rub')::numeric AS amount
    FROM journal j JOIN scope s USING (pa_order_id) WHERE j.status_to = 'CLIENT_PAID'
  )
  SELECT p.pa_order_id AS subject, 'paid, but no bank statement is matched to it' AS detail FROM paid p
  WHERE p.created_at < now() - make_interval(secs => ${graceS})
    AND NOT EXISTS (SELECT 1 FROM bank_statements b WHERE b.pa_order_id = p.pa_order_id AND b.outcome = 'MATCHED')
  UNION ALL
  SELECT b.id::text, format('matched to %s, which has not been paid this', b.pa_order_id) FROM bank_statements b JOIN scope USING (pa_order_id)
  LEFT JOIN paid p ON p.pa_order_id = b.pa_order_id AND p.amount = b.amount_rub WHERE b.outcome = 'MATCHED' AND p.pa_order_id IS NULL
  UNION ALL
  SELECT id::text, 'received, and still without an outcome' FROM bank_statements
  WHERE outcome = 'RECEIVED' AND created_at < now() - make_interval(secs => ${graceS})
  UNION ALL
  SELECT b.id::text, format('on its way back since %s; see the workflow return-%s, and return it again', a.created_at, b.id)
  FROM bank_statements b
  CROSS JOIN LATERAL (SELECT max(created_at) AS created_at FROM statement_actions WHERE statement_id = b.id AND action = 'RETURN') a
  WHERE b.outcome = 'RETURNING' AND a.created_at < now() - make_interval(secs => ${graceS * 12})`;

/** What the bank has taken again, until staff have noted what they did about it. */
const nothingTakenBack: Find = (db) => db.$queryRaw`
  SELECT id::text AS subject, format('the bank has taken %s RUB back: %s; see to its order, then leave a note on the statement', round(amount_rub, 2), other_ref) AS detail
  FROM bank_statements b
  WHERE outcome = 'TAKEN_BACK' AND NOT EXISTS (SELECT 1 FROM statement_actions a WHERE a.statement_id = b.id AND a.action = 'NOTE')`;

/** What stands in suspense, and what is on its way back from there, is what the ledger says. */
const suspenseAddsUp: Find = (db) => db.$queryRaw`
  SELECT account AS subject, format('%s RUB by the statements, %s by the ledger', by_statement, by_ledger) AS detail FROM (
    SELECT 'suspense' AS account,
      (SELECT COALESCE(sum(amount_rub), 0) FROM bank_statements WHERE outcome IN ${SUSPENSE}) AS by_statement,
      (SELECT COALESCE(sum(amount), 0) FROM ledger_postings WHERE account = 'suspense') AS by_ledger
    UNION ALL
    SELECT 'refunds',
      (SELECT COALESCE(sum(amount_rub), 0) FROM bank_statements WHERE outcome = 'RETURNING'),
      (SELECT COALESCE(sum(amount), 0) FROM ledger_postings WHERE account = 'refunds' AND id LIKE 'statement:%')
  ) sums WHERE by_statement <> by_ledger`;

/** Each transition is told to the operator, and each event owed is delivered or a dead letter in the end, unless staff hold it back. */
const eventsAreSettled: Find = (db, { since, graceS }) => db.$queryRaw`
  WITH ${changed(since)}
  SELECT pa_order_id AS subject, format('%s transitions, %s of them told to the operator', j.moves, COALESCE(e.told, 0)) AS detail
  FROM (SELECT pa_order_id, count(*) AS moves FROM journal JOIN scope USING (pa_order_id) WHERE status_from IS NOT NULL GROUP BY pa_order_id) j
  LEFT JOIN (SELECT pa_order_id, count(*) AS told FROM webhook_events WHERE event_type = 'order.status_changed' GROUP BY pa_order_id) e USING (pa_order_id)
  WHERE j.moves <> COALESCE(e.told, 0)
  UNION ALL
  SELECT event_id, format('owed since %s, neither delivered nor given up', e.created_at) FROM webhook_events e
  WHERE e.status = 'PENDING' AND e.created_at < now() - make_interval(secs => ${graceS}) AND NOT ${HELD_BACK}`;

const INVARIANTS: Record<string, Find> = {
  'the journal explains the status': journalExplainsStatus,
  'money moves once': moneyMovesOnce,
  'the ledger follows the journal': ledgerFollowsJournal,
  'rubles add up': rublesAddUp,
  'statements have one place': statementsHaveOnePlace,
  'the bank takes nothing back': nothingTakenBack,
  'suspense adds up': suspenseAddsUp,
  'events are settled': eventsAreSettled,
};

/** What the database alone can tell. @param alive told before each promise */
export async function violationsIn(db: Database, scope: Scope, alive: () => void = () => undefined): Promise<Map<string, Violation[]>> {
  const found = new Map<string, Violation[]>();
  for (const [invariant, find] of Object.entries(INVARIANTS)) {
    alive();
    found.set(
      invariant,
      (await find(db, scope)).map((row) => ({ invariant, ...row })),
    );
  }
  return found;
}

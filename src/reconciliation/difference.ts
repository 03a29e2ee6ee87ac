import type { OrderMemory } from '../../workflows/messages';
import type { OutgoingEvent } from '../domain/events';
import { decimal } from '../domain/money';
import type { JournalEntry, OrderState } from '../domain/order';
import { pathPublished } from '../security/identity';
import { transfersOf } from '../store/commit';
import type { Database } from '../store/database';
import type { JournalRecord, LedgerTransfer, Order, WebhookEvent } from '../store/generated/client';
import { differingIn, isAlike } from './alike';

/** What is kept of an order otherwise than its workflow remembers it, or not at all; undefined when all of it is there. A newer copy is no difference. */
export async function difference(db: Database, { order, journal, events }: OrderMemory): Promise<string | undefined> {
  if (journal.length === 0) return undefined; // about to write its first copy
  const of = { where: { paOrderId: order.pa_order_id } };
  const [records, transfers, owed] = await Promise.all([db.journalRecord.findMany(of), db.ledgerTransfer.findMany(of), db.webhookEvent.findMany(of)]);
  const copy = await db.order.findUnique(of); // read last: while it is not newer, nothing else is
  return (
    inCopy(copy, order) ??
    inJournal(records, journal, copy?.version === order.version) ??
    inLedger(transfers, order, journal) ??
    inEvents(owed, events)
  );
}

/** Of a copy, which can be written anew; records and events keep the moments that they were first written with. */
const COPY_APART_MS = 3_600_000;
const ANY_TIME = Number.POSITIVE_INFINITY;
const moment = (time: Date | string): string => new Date(time).toISOString();

function inCopy(copy: Order | null, order: OrderState): string | undefined {
  if (!copy) return 'there is no copy';
  if (copy.version > order.version) return undefined;
  if (copy.version < order.version) return `the copy is at ${copy.version} (${copy.status}), the workflow at ${order.version} (${order.status})`;
  const { state, ...columns } = copy;
  const other = differingIn(state as object, order, COPY_APART_MS);
  if (other.length > 0) return `the copy has another ${other.join(', ')} than the workflow, at the same version`;
  const wrong = differingIn({ ...columns, ...momentsOf(columns) }, columnsOf(state as unknown as OrderState), 0);
  return wrong.length === 0 ? undefined : `these columns of the copy are wrong: ${wrong.join(', ')}`;
}

const momentsOf = ({ deadline, expiresAt, createdAt, updatedAt }: Pick<Order, 'deadline' | 'expiresAt' | 'createdAt' | 'updatedAt'>) => ({
  deadline: moment(deadline),
  expiresAt: moment(expiresAt),
  createdAt: moment(createdAt),
  updatedAt: moment(updatedAt),
});

const columnsOf = (o: OrderState) => ({
  paOrderId: o.pa_order_id,
  operatorId: o.operator_id,
  version: o.version,
  status: o.status,
  scenario: o.scenario,
  partnerId: o.service.partner_id,
  currency: o.currency_local,
  needsAttention: o.needs_attention ?? null,
  deadline: moment(o.deadline),
  expiresAt: moment(o.expires_at),
  createdAt: moment(o.created_at),
  updatedAt: moment(o.updated_at),
});

function inJournal(records: JournalRecord[], journal: JournalEntry[], isAtRest: boolean): string | undefined {
  const kept = new Map(records.map((record) => [record.eventId, record]));
  const found = journal.filter(({ event_id }) => kept.has(event_id));
  if (found.length < journal.length) return `${found.length} of ${journal.length} records are in the journal`;
  if (isAtRest && records.length > journal.length) return `the journal has ${records.length} records, the workflow remembers ${journal.length}`;
  const wrong = found.find((entry) => !isAlike(asEntry(kept.get(entry.event_id)), asEntry(recordOf(entry)), ANY_TIME));
  return wrong && `record ${wrong.seq} of the journal is not what the workflow remembers`;
}

type Recorded = Omit<JournalRecord, 'eventId' | 'paOrderId'>;

const recordOf = (entry: JournalEntry): Recorded => ({
  seq: entry.seq,
  eventType: entry.event_type,
  statusFrom: entry.status_from ?? null,
  statusTo: entry.status_to ?? null,
  actor: entry.actor,
  payload: (entry.payload ?? null) as Recorded['payload'],
  createdAt: new Date(entry.created_at),
});

const asEntry = (record: Recorded | undefined) =>
  record && {
    seq: record.seq,
    type: record.eventType,
    from: record.statusFrom,
    to: record.statusTo,
    actor: record.actor,
    payload: record.payload,
    at: moment(record.createdAt),
  };

function inLedger(transfers: LedgerTransfer[], order: OrderState, journal: JournalEntry[]): string | undefined {
  const entered = new Map(transfers.map((transfer) => [transfer.id, transfer]));
  const due = transfersOf(order, journal);
  const lacking = due.filter(({ id }) => !entered.has(id));
  if (lacking.length > 0) return `${due.length - lacking.length} of ${due.length} transfers are in the ledger`;
  const wrong = due.find(({ id, from, to, currency, amount }) => {
    const is = entered.get(id);
    return is?.fromAccount !== from || is.toAccount !== to || is.currency !== currency || !decimal(is.amount.toString()).equals(amount);
  });
  return wrong && `transfer ${wrong.id} of the ledger is not what the workflow remembers`;
}

/** A partner without an address is owed nothing. */
function inEvents(owed: WebhookEvent[], events: OutgoingEvent[]): string | undefined {
  const kept = new Map(owed.map((event) => [event.eventId, event]));
  const due = events.filter(({ recipient, event_id }) => recipient === 'operator' || kept.has(event_id));
  const lacking = due.filter(({ event_id }) => !kept.has(event_id));
  if (lacking.length > 0) return `${due.length - lacking.length} of ${due.length} events are owed`;
  const wrong = due.find((event) => !isTold(kept.get(event.event_id), event));
  return wrong && `event ${wrong.event_id} does not tell what the workflow remembers`;
}

function isTold(kept: WebhookEvent | undefined, { recipient, event_type, data }: OutgoingEvent): boolean {
  if (kept?.recipient !== recipient || kept.eventType !== event_type) return false;
  const body = JSON.parse(kept.body, (key, value: unknown) => (key === 'url' && typeof value === 'string' ? pathPublished(value) : value));
  return isAlike((body as { data?: unknown }).data, data, ANY_TIME);
}

import { setTimeout as wait } from 'node:timers/promises';
import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import { ORDER_WORKFLOW, type OrderMemory, queries } from '../../workflows/messages';
import { OPEN_STATUSES } from '../domain/lifecycle';
import type { Database } from '../store/database';
import type { Violation } from './violation';

export const COPIES_AGREE = 'the read copy equals the workflow';

interface Look {
  db: Database;
  client: Client;
  /** Orders that closed before then are left out. */
  since: Date;
  /** Ask every workflow; otherwise only those whose status in Temporal is not the copy's. */
  deep: boolean;
}

/** An order whose copy is not what its workflow remembers; or that cannot be asked. */
export interface Drift {
  paOrderId: string;
  detail: string;
  memory?: OrderMemory;
}

const PAGE = 200;
const AT_ONCE = 10;
const QUERY_TIMEOUT_MS = 15_000;
const SECOND_LOOK_MS = 2_000;

/** Goes through the orders in Temporal, page by page, and through the open copies that Temporal knows nothing of. */
export async function* drifts(look: Look): AsyncGenerator<Drift> {
  const { client, since } = look;
  const query = `WorkflowType = "${ORDER_WORKFLOW}" AND (ExecutionStatus = "Running" OR CloseTime > "${since.toISOString()}")`;
  let page = new Map<string, string>();
  for await (const { workflowId, searchAttributes } of client.workflow.list({ query, pageSize: PAGE })) {
    page.set(workflowId, String(searchAttributes.OrderStatus?.[0]));
    if (page.size < PAGE) continue;
    yield* driftsAmong(look, page);
    page = new Map();
  }
  yield* driftsAmong(look, page);
  yield* orphans(look);
}

async function* driftsAmong(look: Look, statuses: Map<string, string>): AsyncGenerator<Drift> {
  const copies = await versionsOf(look.db, [...statuses.keys()]);
  const suspects = [...statuses].filter(([id, status]) => look.deep || copies.get(id)?.status !== status).map(([id]) => id);
  while (suspects.length > 0) {
    const found = await Promise.all(suspects.splice(0, AT_ONCE).map((id) => compare(look, id)));
    yield* found.filter((drift) => drift !== undefined);
  }
}

/** A commit that is being written at this moment is no drift: what lacks is looked at twice. */
async function compare(look: Look, paOrderId: string): Promise<Drift | undefined> {
  if ((await compareOnce(look, paOrderId)) === undefined) return undefined;
  await wait(SECOND_LOOK_MS);
  return compareOnce(look, paOrderId);
}

/** The workflow is asked first: a copy that is written meanwhile is then newer, never older. */
async function compareOnce({ db, client }: Look, paOrderId: string): Promise<Drift | undefined> {
  try {
    const handle = client.workflow.getHandle(paOrderId);
    const memory = await client.withDeadline(Date.now() + QUERY_TIMEOUT_MS, () => handle.query(queries.memory));
    const detail = await difference(db, paOrderId, memory);
    return detail === undefined ? undefined : { paOrderId, detail, memory };
  } catch (error) {
    return { paOrderId, detail: `its workflow does not answer: ${error instanceof Error ? error.message : 'error'}` };
  }
}

/** What a copy lacks of what its workflow remembers; undefined when it has all of it. */
export async function difference(db: Database, paOrderId: string, { order, journal, events }: OrderMemory): Promise<string | undefined> {
  if (journal.length === 0) return undefined; // about to write its first copy
  const [copies, records, owed] = await Promise.all([
    versionsOf(db, [paOrderId]),
    db.journalRecord.count({ where: { paOrderId, eventId: { in: journal.map((j) => j.event_id) } } }),
    db.webhookEvent.count({ where: { paOrderId, eventId: { in: events.filter((e) => e.recipient === 'operator').map((e) => e.event_id) } } }),
  ]);
  const copy = copies.get(paOrderId);
  if (!copy) return 'there is no copy';
  if (copy.version < order.version) return `the copy is at ${copy.version} (${copy.status}), the workflow at ${order.version} (${order.status})`;
  if (records < journal.length) return `${records} of ${journal.length} records are in the journal`;
  const due = events.filter((e) => e.recipient === 'operator').length;
  return owed < due ? `${owed} of ${due} events are owed` : undefined;
}

async function versionsOf(db: Database, ids: string[]): Promise<Map<string, { status: string; version: number }>> {
  const rows = await db.order.findMany({ where: { paOrderId: { in: ids } }, select: { paOrderId: true, status: true, version: true } });
  return new Map(rows.map((row) => [row.paOrderId, row]));
}

/** Open copies without a workflow: Temporal has lost what the database still has. */
async function* orphans({ db, client }: Look): AsyncGenerator<Drift> {
  let after = '';
  for (;;) {
    const where = { paOrderId: { gt: after }, status: { in: OPEN_STATUSES } };
    const open = await db.order.findMany({ where, orderBy: { paOrderId: 'asc' }, take: PAGE, select: { paOrderId: true, status: true } });
    const last = open.at(-1);
    if (!last) return;
    after = last.paOrderId;
    const listed = new Set<string>();
    const ids = open.map(({ paOrderId }) => `"${paOrderId}"`).join(', ');
    for await (const { workflowId } of client.workflow.list({ query: `WorkflowId IN (${ids})` })) listed.add(workflowId);
    for (const { paOrderId, status } of open) {
      if (listed.has(paOrderId) || (await exists(client, paOrderId))) continue;
      yield { paOrderId, detail: `the copy says ${status}, Temporal has no workflow for it` };
    }
  }
}

/** Lists are behind by moments; this is not. */
async function exists(client: Client, workflowId: string): Promise<boolean> {
  try {
    await client.workflow.getHandle(workflowId).describe();
    return true;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return false;
    throw error;
  }
}

export const asViolation = ({ paOrderId, detail }: Drift): Violation => ({ invariant: COPIES_AGREE, subject: paOrderId, detail });

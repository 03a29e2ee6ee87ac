import { setTimeout as wait } from 'node:timers/promises';
import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import { type OrderMemory, queries } from '../../workflows/messages';
import { OPEN_STATUSES } from '../domain/lifecycle';
import type { Database } from '../store/database';
import { difference } from './difference';
import { glancesAt, type Shown, type WorkflowPage, workflowPages } from './glance';
import type { Violation } from './violation';

export const COPIES_AGREE = 'the read copy equals the workflow';

/** Where a look stands; it can go on from the beginning of this page. */
export interface Place {
  among: 'workflows' | 'copies';
  after: string;
}

interface Look {
  db: Database;
  client: Client;
  /** Orders that closed before then are left out. */
  since: Date;
  /** Ask every workflow; otherwise only those whose copy looks wrong beside what Temporal lists. */
  deep: boolean;
  /** Goes on from there. */
  from?: Place;
  /** Told every few orders. */
  onProgress?: (place: Place) => void;
  pageSize?: number;
}

/** An order whose copy is not what its workflow remembers; or that cannot be asked, or cannot be right. */
export interface Drift {
  paOrderId: string;
  detail: string;
  memory?: OrderMemory;
  /** Versions, where the copy's is the higher one. */
  ahead?: { copy: number; workflow: number };
}

const PAGE = 200;
const AT_ONCE = 10;
const QUERY_TIMEOUT_MS = 15_000;
const SECOND_LOOK_MS = 2_000;

/** Goes through the orders in Temporal, page by page, and through the open copies that Temporal knows nothing of. */
export async function* drifts(look: Look): AsyncGenerator<Drift> {
  const { client, since, from, pageSize = PAGE } = look;
  if (from?.among !== 'copies') {
    for await (const page of workflowPages(client, since, pageSize, from?.after)) yield* driftsAmong(look, page);
  }
  yield* orphans(look, from?.among === 'copies' ? from.after : '', pageSize);
}

async function* driftsAmong(look: Look, { orders, after }: WorkflowPage): AsyncGenerator<Drift> {
  const place: Place = { among: 'workflows', after };
  look.onProgress?.(place);
  const copies = await glancesAt(look.db, [...orders.keys()]);
  const isSuspect = ([id, shown]: [string, Shown]): boolean => {
    const copy = copies.get(id);
    return look.deep || !copy?.isWhole || copy.status !== shown.status || copy.isFlagged !== shown.isFlagged;
  };
  const suspects = [...orders].filter(isSuspect).map(([id]) => id);
  while (suspects.length > 0) {
    const found = await Promise.all(suspects.splice(0, AT_ONCE).map((id) => compare(look, id)));
    look.onProgress?.(place);
    yield* found.filter((drift) => drift !== undefined);
  }
}

/** A commit that is being written at this moment is no drift: what lacks is looked at twice. */
async function compare(look: Look, paOrderId: string): Promise<Drift | undefined> {
  const first = await compareOnce(look, paOrderId);
  if (first === undefined) return undefined;
  await wait(SECOND_LOOK_MS);
  const second = await compareOnce(look, paOrderId);
  // asked after the first look, the workflow has all that the copy had then
  const isBusy = second?.ahead && second.ahead.workflow >= (first.ahead?.copy ?? 0);
  return isBusy ? undefined : second;
}

/** The workflow is asked first: a copy that is written meanwhile is then newer, never older. */
async function compareOnce({ db, client }: Look, paOrderId: string): Promise<Drift | undefined> {
  try {
    const handle = client.workflow.getHandle(paOrderId);
    const memory = await client.withDeadline(Date.now() + QUERY_TIMEOUT_MS, () => handle.query(queries.memory));
    const detail = await difference(db, memory);
    if (detail !== undefined) return { paOrderId, detail, memory };
    const copy = await db.order.findUnique({ where: { paOrderId }, select: { version: true } });
    const ahead = { copy: copy?.version ?? 0, workflow: memory.order.version };
    if (ahead.copy <= ahead.workflow) return undefined;
    return { paOrderId, detail: `the copy is at ${ahead.copy}, its workflow only at ${ahead.workflow}`, ahead };
  } catch (error) {
    return { paOrderId, detail: `its workflow does not answer: ${error instanceof Error ? error.message : 'error'}` };
  }
}

/** Open copies without a workflow: Temporal has lost what the database still has. */
async function* orphans({ db, client, onProgress }: Look, from: string, pageSize: number): AsyncGenerator<Drift> {
  for (let after = from; ; ) {
    onProgress?.({ among: 'copies', after });
    const where = { paOrderId: { gt: after }, status: { in: OPEN_STATUSES } };
    const open = await db.order.findMany({ where, orderBy: { paOrderId: 'asc' }, take: pageSize, select: { paOrderId: true, status: true } });
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

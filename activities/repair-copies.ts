import { log } from '@temporalio/activity';
import type { Client } from '@temporalio/client';
import { rewritePayment } from '../src/payments/remembered';
import { asViolation, type Drift, drifts, type Place } from '../src/reconciliation/copies';
import { difference } from '../src/reconciliation/difference';
import type { Violation } from '../src/reconciliation/violation';
import type { SignedLinks } from '../src/security/identity';
import { writeCommit } from '../src/store/commit';
import type { Database } from '../src/store/database';
import type { Redeliveries } from '../src/temporal/redeliveries';
import { rowsOf } from './projection';

interface Needs {
  db: Database;
  client: Client;
  links: SignedLinks;
  redeliveries: Redeliveries;
  /** Orders asked for at a time. */
  pageSize?: number;
}

/** PostgreSQL's code for a unique key that is there already. */
const TAKEN = '23505';

/** What the attempts so far have done, for the one that goes on. */
export interface Progress {
  from?: Place;
  repaired: number;
  raised: Violation[];
}

/** Writes copies anew from what their workflows remember. @param onProgress told with every page, and within it */
export async function repairCopies(
  needs: Needs,
  scope: { since: Date; deep: boolean },
  begun: Progress,
  onProgress: (progress: Progress) => void,
): Promise<Progress> {
  const progress = { ...begun, raised: [...begun.raised] };
  const raise = (violation: Violation): void => {
    if (!progress.raised.some(({ subject }) => subject === violation.subject)) progress.raised.push(violation);
  };
  const told = (from: Place): void => {
    progress.from = from;
    onProgress(progress);
  };
  for await (const drift of drifts({ ...needs, ...scope, from: begun.from, onProgress: told })) {
    const left = await repair(needs, drift);
    if (left) raise(left);
    else progress.repaired++;
  }
  return progress;
}

/** @returns what is left for staff; undefined when the copy is as it should be */
async function repair({ db, links, redeliveries }: Needs, drift: Drift): Promise<Violation | undefined> {
  const { paOrderId, memory, detail } = drift;
  if (!memory) return asViolation(drift);
  await rewritePayment(db, memory);
  const owed = await writeCommit(db, rowsOf(memory, links), true).catch((error: Error) => {
    if (!error.message.includes(TAKEN)) throw error;
    return undefined;
  });
  if (!owed) return asViolation({ paOrderId, detail: `${detail}; another record has the place of one` });
  for (const { event_id } of owed) await redeliveries.start(event_id);
  const left = await difference(db, memory);
  if (left) {
    const intake = await db.orderIntake.findUnique({ where: { paOrderId } });
    const why = intake ? left : `${left}: its intake is lost; have the operator send the creation of the order again`;
    return asViolation({ paOrderId, detail: why });
  }
  log.warn('a read copy was repaired', { workflowId: paOrderId, detail });
  return undefined;
}

import { activityInfo, heartbeat, log } from '@temporalio/activity';
import type { Client } from '@temporalio/client';
import { Refusal } from '../src/domain/refusal';
import { settle } from '../src/payments/receive';
import type { Providers } from '../src/providers/ports';
import { violationsIn } from '../src/reconciliation/invariants';
import { providerViolations } from '../src/reconciliation/providers';
import type { SignedLinks } from '../src/security/identity';
import type { Database } from '../src/store/database';
import { keepFindings } from '../src/store/findings';
import { unsettledStatements } from '../src/store/statements';
import { strandedEvents } from '../src/store/webhooks';
import { OrderCommands } from '../src/temporal/order-commands';
import { Redeliveries } from '../src/temporal/redeliveries';
import { type Progress, repairCopies } from './repair-copies';
import type { Activities, Reconciled, ReconciliationScope } from './types';

interface Needs {
  db: Database;
  client: Client;
  links: SignedLinks;
  providers: Providers;
  pageSize?: number;
}

/** What is younger may still be on its way. */
const GRACE_S = 60;
/** Events have had all their attempts by then. */
const STRANDED_S = 300;
/** More than this is too much for a heartbeat: an attempt after it begins anew. */
const RAISED_KEPT = 1_000;

/** Compares Temporal, copies, ledger, statements and providers; repairs what has one right answer, and raises the rest. */
export function reconciliationActivities({ db, client, links, providers, pageSize }: Needs): Pick<Activities, 'reconcile'> {
  const { offerPayment } = new OrderCommands(client, db, 10_000);
  const redeliveries = new Redeliveries(client);

  const settleStatements = async (alive: () => void): Promise<number> => {
    const left = await unsettledStatements(db, GRACE_S);
    for (const id of left) {
      alive();
      await settle({ db, offerPayment }, id).catch((error: unknown) => {
        if (!(error instanceof Refusal)) throw error;
      });
    }
    return left.length;
  };

  const redeliver = async (alive: () => void): Promise<number> => {
    const stranded = await strandedEvents(db, STRANDED_S);
    for (const eventId of stranded) {
      alive();
      await redeliveries.start(eventId);
    }
    return stranded.length;
  };

  return {
    async reconcile({ hours, deep }: ReconciliationScope): Promise<Reconciled> {
      const { scheduledTimestampMs, heartbeatDetails } = activityInfo();
      const since = new Date(scheduledTimestampMs - hours * 3_600_000);
      let progress: Progress = heartbeatDetails ?? { repaired: 0, raised: [] };
      const alive = (): void => heartbeat(progress.raised.length > RAISED_KEPT ? undefined : progress);
      const statements_settled = await settleStatements(alive);
      progress = await repairCopies({ db, client, links, redeliveries, pageSize }, { since, deep }, progress, (now) => {
        progress = now;
        alive();
      });
      const events_redelivered = await redeliver(alive);
      const invariants = await violationsIn(db, { since, graceS: STRANDED_S }, alive);
      const found = [...progress.raised, ...[...invariants.values()].flat(), ...(await providerViolations(db, providers, since, GRACE_S))];
      await keepFindings(db, found);
      for (const { invariant, subject, detail } of found) log.error(`reconciliation: not so: ${invariant}`, { workflowId: subject, detail });
      return { statements_settled, copies_repaired: progress.repaired, events_redelivered, findings: found.length };
    },
  };
}

import { activityInfo, heartbeat, log } from '@temporalio/activity';
import type { Client } from '@temporalio/client';
import { Refusal } from '../src/domain/refusal';
import { settle } from '../src/payments/receive';
import type { Providers } from '../src/providers/ports';
import { asViolation, difference, drifts } from '../src/reconciliation/copies';
import { violationsIn } from '../src/reconciliation/invariants';
import { providerViolations } from '../src/reconciliation/providers';
import type { Violation } from '../src/reconciliation/violation';
import type { SignedLinks } from '../src/security/identity';
import { writeCommit } from '../src/store/commit';
import type { Database } from '../src/store/database';
import { keepFindings } from '../src/store/findings';
import { unsettledStatements } from '../src/store/statements';
import { strandedEvents } from '../src/store/webhooks';
import { OrderCommands } from '../src/temporal/order-commands';
import { Redeliveries } from '../src/temporal/redeliveries';
import { rowsOf } from './projection';
import type { Activities, Reconciled, ReconciliationScope } from './types';

interface Needs {
  db: Database;
  client: Client;
  links: SignedLinks;
  providers: Providers;
}

/** What is younger may still be on its way. */
const GRACE_S = 60;
/** Events have had all their attempts by then. */
const STRANDED_S = 300;

/** Compares Temporal, copies, ledger, statements and providers; repairs what has one right answer, and raises the rest. */
export function reconciliationActivities({ db, client, links, providers }: Needs): Pick<Activities, 'reconcile'> {
  const { offerPayment } = new OrderCommands(client, db, 10_000);
  const redeliveries = new Redeliveries(client);

  const repairCopies = async (scope: { since: Date; deep: boolean }): Promise<{ repaired: number; raised: Violation[] }> => {
    const raised: Violation[] = [];
    let repaired = 0;
    for await (const drift of drifts({ db, client, ...scope })) {
      heartbeat();
      if (!drift.memory) {
        raised.push(asViolation(drift));
        continue;
      }
      const owed = await writeCommit(db, rowsOf(drift.memory, links));
      for (const { event_id } of owed) await redeliveries.start(event_id);
      const left = await difference(db, drift.paOrderId, drift.memory);
      if (left) {
        const intake = await db.orderIntake.findUnique({ where: { paOrderId: drift.paOrderId } });
        const why = intake ? left : `${left}: its intake is lost; have the operator send the creation of the order again`;
        raised.push(asViolation({ paOrderId: drift.paOrderId, detail: why }));
        continue;
      }
      log.warn('a read copy was repaired', { workflowId: drift.paOrderId, detail: drift.detail });
      repaired++;
    }
    return { repaired, raised };
  };

  const settleStatements = async (): Promise<number> => {
    const left = await unsettledStatements(db, GRACE_S);
    for (const id of left) {
      heartbeat();
      await settle({ db, offerPayment }, id).catch((error: unknown) => {
        if (!(error instanceof Refusal)) throw error;
      });
    }
    return left.length;
  };

  const redeliver = async (): Promise<number> => {
    const stranded = await strandedEvents(db, STRANDED_S);
    for (const eventId of stranded) await redeliveries.start(eventId);
    return stranded.length;
  };

  return {
    async reconcile({ hours, deep }: ReconciliationScope): Promise<Reconciled> {
      const since = new Date(activityInfo().scheduledTimestampMs - hours * 3_600_000);
      const statements_settled = await settleStatements();
      const { repaired, raised } = await repairCopies({ since, deep });
      const events_redelivered = await redeliver();
      const invariants = await violationsIn(db, { since, graceS: STRANDED_S });
      const found = [...raised, ...[...invariants.values()].flat(), ...(await providerViolations(db, providers, since, GRACE_S))];
      await keepFindings(db, found);
      for (const { invariant, subject, detail } of found) log.error(`reconciliation: not so: ${invariant}`, { workflowId: subject, detail });
      return { statements_settled, copies_repaired: repaired, events_redelivered, findings: found.length };
    },
  };
}

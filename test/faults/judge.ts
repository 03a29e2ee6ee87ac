import { randomUUID } from 'node:crypto';
import type { Reconciled } from '../../activities/types';
import type { Installation } from '../../src/installation';
import { until } from '../../src/local/until';
import { httpProviders } from '../../src/providers/http';
import { verify } from '../../src/reconciliation/verify';
import type { Violation } from '../../src/reconciliation/violation';
import { parseKeyRing, SealedBox } from '../../src/security/sealed-box';
import type { Database } from '../../src/store/database';
import { ORDERS_QUEUE, RECONCILIATION_WORKFLOW } from '../../workflows/messages';
import type { Bank } from './bank';
import type { Ordered } from './caller';
import type { TroubledReceiver } from './receiver';
import { termsViolations } from './terms';
import { copiesGoneBack } from './watch';

interface Outside {
  bank: Bank;
  receiver: TroubledReceiver;
  ordered: Map<string, Ordered>;
  everyOneEnds: boolean;
}

const SETTLE_MS = 120_000;

/**
 * Every promise, by the service's own program and by what those outside of it have seen.
 * @param found is added to, so that what was found before something else fails is kept
 * @returns how many orders have which status
 */
export async function judge({ db, client, settings }: Installation, o: Outside, found: Violation[]): Promise<Record<string, number>> {
  found.push(...o.bank.violations, ...(await copiesGoneBack(db)), ...(await termsViolations(db, o.bank, o.ordered)));
  const open = async () => (await client.workflow.count('WorkflowType = "order" AND ExecutionStatus = "Running"')).count;
  if (o.everyOneEnds) await until('every workflow has ended', SETTLE_MS, async () => (await open()) === 0);
  await db.$executeRaw`UPDATE bank_statements SET created_at = created_at - interval '1 hour' WHERE outcome = 'RECEIVED'`;
  await db.$executeRaw`UPDATE webhook_events SET created_at = created_at - interval '1 hour' WHERE status = 'PENDING'`;
  const reconciled: Reconciled = await client.workflow.execute(RECONCILIATION_WORKFLOW, {
    workflowId: `reconcile-${randomUUID()}`,
    workflowRunTimeout: SETTLE_MS,
    taskQueue: ORDERS_QUEUE,
    args: [{ hours: 26, deep: true }],
  });
  if (reconciled.copies_repaired > 0) {
    found.push({ invariant: 'copies need no repair', subject: 'orders', detail: `${reconciled.copies_repaired} had to be repaired` });
  }
  await until('every event is settled', SETTLE_MS, async () => (await db.webhookEvent.count({ where: { status: 'PENDING' } })) === 0);
  found.push(...(await notTaken(db, o.receiver)));
  const box = new SealedBox(parseKeyRing(settings.PII_KEYS));
  const broken = await verify({ db, client, providers: httpProviders(o.bank.url, 'bank'), box }, 0);
  found.push(...[...broken.values()].flat());
  const byStatus = await db.order.groupBy({ by: ['status'], _count: true });
  return Object.fromEntries(byStatus.map((row) => [row.status, row._count]));
}

/** An operator's event has arrived, or is a dead letter. */
async function notTaken(db: Database, { taken }: TroubledReceiver): Promise<Violation[]> {
  const owed = await db.webhookEvent.findMany({ where: { recipient: 'operator', status: { not: 'DEAD' } } });
  return owed
    .filter(({ eventId }) => !taken.has(eventId))
    .map(({ eventId, eventType, paOrderId, status }) => {
      return {
        invariant: 'an event is taken or a dead letter',
        subject: eventId,
        detail: `${eventType} of ${paOrderId} is ${status}, and was not taken`,
      };
    });
}

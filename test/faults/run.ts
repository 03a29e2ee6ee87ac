import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import type { Reconciled } from '../../activities/types';
import { sandboxOperator } from '../../scripts/operator';
import { connectInstallation } from '../../src/installation';
import { until } from '../../src/local/until';
import { httpProviders } from '../../src/providers/http';
import { verify } from '../../src/reconciliation/verify';
import type { Violation } from '../../src/reconciliation/violation';
import { parseKeyRing, SealedBox } from '../../src/security/sealed-box';
import { readSettings } from '../../src/settings';
import { writeConfig } from '../../src/store/config';
import { ORDERS_QUEUE, RECONCILIATION_WORKFLOW } from '../../workflows/messages';
import { Bank } from './bank';
import { Caller } from './caller';
import { Chance } from './chance';
import { Chaos, FAULTS } from './chaos';
import { Clerk } from './clerk';
import { type LinkName, Parts } from './parts';
import { TroubledReceiver } from './receiver';
import { Tally } from './tally';
import { Watch } from './watch';

export interface FaultRun {
  seed: number;
  orders: number;
  /** Orders under way at a time. */
  concurrency: number;
  /** Where the service's code is; this project when not given. */
  source?: string;
  /** In place of the usual mixture. */
  faults?: typeof FAULTS;
  links?: readonly LinkName[];
  /** How long a caller sends again before it gives up. */
  patienceMs?: number;
  say?: (line: string) => void;
}

export interface FaultReport {
  seed: number;
  orders: number;
  seconds: number;
  /** What was survived, and how often. */
  faults: [string, number][];
  statuses: Record<string, number>;
  violations: Violation[];
}

const PROJECT = resolve(__dirname, '../..');
const SETTLE_MS = 180_000;
/** However soon the orders are closed. */
const LEAST_FAULTS = 5;

/** Orders of every kind while everything fails that can; then, when all is well again, every promise is checked. */
export async function runFaults({
  seed,
  orders,
  concurrency,
  source = PROJECT,
  faults = FAULTS,
  links,
  patienceMs = 240_000,
  say = () => undefined,
}: FaultRun): Promise<FaultReport> {
  const started = Date.now();
  const chance = new Chance(seed);
  const tally = new Tally();
  const bank = await new Bank(chance, tally).start();
  const receiver = await new TroubledReceiver(chance, tally).start();
  const parts = new Parts({ providerUrl: bank.url, source });
  try {
    say(`seed ${seed}: starting PostgreSQL, Temporal, worker and gateway …`);
    await parts.start();
    const near = await connectInstallation({ ...readSettings({}), DATABASE_URL: parts.databaseUrl, TEMPORAL_ADDRESS: parts.temporalAddress });
    await writeConfig(near.db, 'rate_limits', { operator_per_minute: 10_000_000, partner_per_minute: 10_000_000 });
    await near.close();

    const caller = new Caller(sandboxOperator(parts.baseUrl), chance, tally, receiver.url, patienceMs);
    const chaos = new Chaos(parts, chance, tally, faults, links);
    const clerk = new Clerk(parts, tally);
    const watch = new Watch(parts.databaseUrl);
    for (const ongoing of [chaos, clerk, watch]) ongoing.begin();
    let [next, closed] = [0, 0];
    const left: Violation[] = [];
    const one = async (): Promise<void> => {
      while (next < orders && watch.violations.length === 0) {
        await caller
          .drive(next++)
          .catch((error: Error) => left.push({ invariant: 'every order comes to its end', subject: 'caller', detail: error.message }));
        if (++closed % 10 === 0) say(`${closed} of ${orders} orders closed, ${tally.total} faults`);
      }
    };
    try {
      await Promise.all(Array.from({ length: concurrency }, one));
      await until('enough has failed', SETTLE_MS, () => chaos.faults >= LEAST_FAULTS);
    } catch (error) {
      throw new Error(`seed ${seed}: ${(error as Error).message}\n${parts.internalErrors().slice(-3).join('\n')}\n${parts.lastWords()}`, {
        cause: error,
      });
    } finally {
      for (const ongoing of [chaos, clerk, watch]) await ongoing.end();
    }
    bank.isCalm = true;
    receiver.isCalm = true;
    say(`${left.length === 0 ? 'all orders are closed' : `${left.length} callers gave up\n${parts.lastWords()}`}; checking every promise …`);
    const { statuses, violations } = await judge(parts, bank, left.length === 0);
    violations.push(...left, ...watch.violations);
    for (const detail of parts.internalErrors()) violations.push({ invariant: 'no caller gets an internal error', subject: 'gateway', detail });
    return { seed, orders, seconds: Math.round((Date.now() - started) / 1000), faults: tally.entries, statuses, violations };
  } finally {
    await parts.stop();
    await Promise.all([bank.stop(), receiver.stop()]);
  }
}

async function judge(parts: Parts, bank: Bank, everyOneEnds: boolean): Promise<Pick<FaultReport, 'statuses' | 'violations'>> {
  const settings = readSettings({});
  const { db, client, close } = await connectInstallation({ ...settings, DATABASE_URL: parts.databaseUrl, TEMPORAL_ADDRESS: parts.temporalAddress });
  try {
    const open = async () => (await client.workflow.count('WorkflowType = "order" AND ExecutionStatus = "Running"')).count;
    if (everyOneEnds) await until('every workflow has ended', SETTLE_MS, async () => (await open()) === 0);
    await db.$executeRaw`UPDATE bank_statements SET created_at = created_at - interval '1 hour' WHERE outcome = 'RECEIVED'`;
    await db.$executeRaw`UPDATE webhook_events SET created_at = created_at - interval '1 hour' WHERE status = 'PENDING'`;
    const args = [{ hours: 26, deep: true }];
    const reconciled: Reconciled = await client.workflow.execute(RECONCILIATION_WORKFLOW, {
      workflowId: `reconcile-${randomUUID()}`,
      taskQueue: ORDERS_QUEUE,
      args,
    });
    await until('every event is settled', SETTLE_MS, async () => (await db.webhookEvent.count({ where: { status: 'PENDING' } })) === 0);
    const box = new SealedBox(parseKeyRing(settings.PII_KEYS));
    const found = await verify({ db, client, providers: httpProviders(bank.url, 'bank'), box }, 0);
    const byStatus = await db.order.groupBy({ by: ['status'], _count: true });
    const violations = [...found.values()].flat();
    if (reconciled.copies_repaired > 0) {
      violations.push({ invariant: 'copies need no repair', subject: 'orders', detail: `${reconciled.copies_repaired} had to be repaired` });
    }
    return { statuses: Object.fromEntries(byStatus.map((row) => [row.status, row._count])), violations };
  } finally {
    await close();
  }
}

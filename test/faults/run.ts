import { resolve } from 'node:path';
import { sandboxOperator } from '../../scripts/operator';
import { connectInstallation, type Installation } from '../../src/installation';
import { until } from '../../src/local/until';
import type { Violation } from '../../src/reconciliation/violation';
import { readSettings } from '../../src/settings';
import { writeConfig } from '../../src/store/config';
import { RECONCILIATION_SCHEDULE } from '../../src/temporal/reconciliation-schedule';
import { Bank } from './bank';
import { Caller } from './caller';
import { Chance } from './chance';
import { Chaos } from './chaos';
import { Clerk } from './clerk';
import { judge } from './judge';
import { Parts } from './parts';
import { TroubledReceiver } from './receiver';
import { Tally } from './tally';
import { watchCopies } from './watch';

export interface FaultRun {
  seed: number;
  orders: number;
  /** Orders under way at a time. */
  concurrency: number;
  /** How long callers send again before they give up. */
  minutes: number;
  /** Where the service's code is; this project when not given. */
  source?: string;
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
const ENOUGH_MS = 120_000;
/** However soon the orders are closed. */
const LEAST_FAULTS = 5;

/** Orders of every kind while everything fails that can; then, when all is well again, every promise is checked. */
export async function runFaults({ source = PROJECT, say = () => undefined, ...run }: FaultRun): Promise<FaultReport> {
  const started = Date.now();
  const chance = new Chance(run.seed);
  const tally = new Tally();
  const bank = await new Bank(chance, tally).start();
  const receiver = await new TroubledReceiver(chance, tally).start();
  const parts = new Parts({ providerUrl: bank.url, source });
  const over = new AbortController();
  const violations: Violation[] = [];
  let statuses: Record<string, number> = {};
  try {
    say(`seed ${run.seed}: starting PostgreSQL, Temporal, worker and gateway …`);
    await parts.start();
    await near(parts, prepare);
    const caller = new Caller(sandboxOperator(parts.baseUrl), chance, tally, receiver.url, over.signal);
    setTimeout(() => over.abort(), run.minutes * 60_000).unref();
    const left = await amongFaults(new Chaos(parts, chance, tally), new Clerk(parts, tally), () => drive(run, { caller, tally, say }));
    violations.push(...left);
    bank.isCalm = true;
    receiver.isCalm = true;
    say(`${left.length === 0 ? 'all orders are closed' : `${left.length} orders were given up\n${parts.lastWords()}`}; checking every promise …`);
    const all = { bank, receiver, ordered: caller.ordered, everyOneEnds: left.length === 0 };
    statuses = await near(parts, (installation) => judge(installation, all, violations));
    for (const detail of parts.internalErrors()) violations.push({ invariant: 'no caller gets an internal error', subject: 'gateway', detail });
  } catch (error) {
    const detail = `${(error as Error).message}\n${parts.lastWords()}`;
    violations.push({ invariant: 'the run comes to its end', subject: `seed ${run.seed}`, detail });
  } finally {
    over.abort();
    await parts.stop();
    await Promise.all([bank.stop(), receiver.stop()]);
  }
  const seconds = Math.round((Date.now() - started) / 1000);
  return { seed: run.seed, orders: run.orders, seconds, faults: tally.entries, statuses, violations };
}

/** Past the links that are troubled. */
async function near<T>(parts: Parts, use: (installation: Installation) => Promise<T>): Promise<T> {
  const addresses = { DATABASE_URL: parts.databaseUrl, TEMPORAL_ADDRESS: parts.temporalAddress };
  const installation = await connectInstallation({ ...readSettings({}), ...addresses });
  return use(installation).finally(installation.close);
}

async function prepare({ db, client }: Installation): Promise<void> {
  await writeConfig(db, 'rate_limits', { operator_per_minute: 10_000_000, partner_per_minute: 10_000_000 });
  await watchCopies(db);
  await client.schedule.getHandle(RECONCILIATION_SCHEDULE).pause('what it would repair is to be seen');
}

/** @throws Error when it or what goes on beside it cannot go on */
async function amongFaults<T>(chaos: Chaos, clerk: Clerk, work: () => Promise<T>): Promise<T> {
  for (const ongoing of [chaos, clerk]) ongoing.begin();
  const worked = async (): Promise<T> => {
    const result = await work();
    await until('enough has failed', ENOUGH_MS, () => chaos.faults >= LEAST_FAULTS);
    return result;
  };
  try {
    return await Promise.race([worked(), chaos.failed, clerk.failed]);
  } finally {
    for (const ongoing of [chaos, clerk]) await ongoing.end();
  }
}

interface Driving {
  caller: Caller;
  tally: Tally;
  say(line: string): void;
}

/** @returns which orders did not come to their end, and why */
async function drive({ orders, concurrency }: FaultRun, { caller, tally, say }: Driving): Promise<Violation[]> {
  const left: Violation[] = [];
  let [next, closed] = [0, 0];
  const one = async (): Promise<void> => {
    while (next < orders) {
      const number = next++;
      const failed = (error: Error) => left.push({ invariant: 'every order comes to its end', subject: `order ${number}`, detail: error.message });
      await caller.drive(number).catch(failed);
      if (++closed % 10 === 0) say(`${closed} of ${orders} orders closed, ${tally.total} faults`);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, one));
  return left;
}

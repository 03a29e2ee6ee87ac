import { ActivityCancellationType, CancellationScope, condition, isCancellation, proxyActivities, sleep } from '@temporalio/workflow';
import { type Activities, MONEY_ATTEMPT_S, type MoneyStep, type Verdict } from '../activities/types';
import { isUnknown, reasonOf, wasRefused } from './failures';
import { MONEY_QUEUE } from './messages';
import type { OrderRecord } from './order-record';

export interface Step<T> {
  name: 'fx' | 'payout' | 'refund';
  summary: string;
  /** Asks the provider for it. */
  ask(provider: Activities, turn: MoneyStep): Promise<T>;
  /** What the provider has done of it; null: nothing, and nothing ever will be. */
  withdraw(provider: Activities, turn: MoneyStep): Promise<T | null>;
  /** Whether a refund that is asked for ends the step. */
  endsForRefund: boolean;
}

const base = {
  taskQueue: MONEY_QUEUE,
  startToCloseTimeout: `${MONEY_ATTEMPT_S}s`,
  cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
} as const;
const brisk = (summary: string) =>
  proxyActivities<Activities>({ ...base, summary, retry: { initialInterval: '1s', backoffCoefficient: 2, maximumAttempts: 4 } });
const patient = (summary: string) =>
  proxyActivities<Activities>({ ...base, summary, retry: { initialInterval: '10s', backoffCoefficient: 1.5, maximumInterval: '2m' } });

/**
 * Carries a money step through, under a key for each round. One rule: another key, or a refund, begins only after the key before was withdrawn; what
 * turns out to have been done under it is the step's result. A refusal parks the step until ops retry or a refund is asked for.
 * @returns undefined when a refund was asked for and the provider has done nothing, and never will
 */
export async function settle<T>(record: OrderRecord, step: Step<T>): Promise<T | undefined> {
  const ended = (): boolean => step.endsForRefund && record.refundRequest !== undefined;
  for (let round = 1; !ended(); round++) {
    const key = `${record.state.pa_order_id}:${step.name}:${round}`;
    const verdict = (): Verdict | undefined => (record.verdict?.key === key ? record.verdict : undefined);
    const attempts = await attempt(record, step, key, () => ended() || verdict() !== undefined);
    if (verdict()?.outcome === 'not_done') record.verdict = undefined; // it was sent meanwhile: the word counts only once nothing is sent any more
    const done = attempts.done ?? (await withdrawn(record, step, key, verdict));
    record.flag(undefined);
    if (done) return done;
    const refusal = verdict()?.outcome === 'done' ? new Error('staff had learned that it was done; the provider has not done it') : attempts.refusal;
    if (refusal && !ended()) await park(record, step, key, refusal, ended);
  }
  return undefined;
}

/**
 * A few brisk attempts; then, flagged for ops, patient ones for as long as it takes. A refund or a verdict ends the waiting: an attempt in flight finishes.
 * @returns neither when one of these has ended them
 */
async function attempt<T>(record: OrderRecord, step: Step<T>, key: string, ended: () => boolean): Promise<{ done?: T; refusal?: unknown }> {
  for (let asked_before = false; !ended(); asked_before = true) {
    const provider = asked_before ? patient(step.summary) : brisk(step.summary);
    try {
      return { done: await until(record, ended, () => step.ask(provider, { key, asked_before })) };
    } catch (error) {
      if (isCancellation(error)) return {};
      if (wasRefused(error)) return { refusal: error };
      if (isUnknown(error)) await report(record, step, key, error, 'unknown', `${UNKNOWN}; it is looked up before it is sent again`);
      else await report(record, step, key, error, 'delayed', 'the provider does not answer');
    }
  }
  return {};
}

const UNKNOWN = 'its outcome is not known';

/** The brisk attempts are used up: ops are told, and the patient ones begin. */
async function report<T>(record: OrderRecord, step: Step<T>, key: string, error: unknown, kind: 'delayed' | 'unknown', state: string): Promise<void> {
  const reason = reasonOf(error);
  await record.change(() => {
    record.flag(`${step.name}: ${state}; this goes on by itself. ${step.summary}, key ${key}. Last: ${reason}`, { kind, step: step.name, key });
    record.note(`order.${step.name}_delayed`, `system:${step.name}`, { reason, key });
  });
}

/** An attempt may have reached the provider without an answer, or be on its way: the provider is asked until it says, or staff do. */
async function withdrawn<T>(record: OrderRecord, step: Step<T>, key: string, verdict: () => Verdict | undefined): Promise<T | null> {
  const summary = `Withdraw, unless it was done: ${step.summary}`;
  for (let told: Verdict | undefined, tries = 0; ; tries++) {
    if (verdict() !== told) tries = 0;
    told = verdict();
    const provider = tries === 0 ? brisk(summary) : patient(summary);
    try {
      return await until(
        record,
        () => verdict() !== told,
        () => step.withdraw(provider, { key, asked_before: true, verdict: told }),
      );
    } catch (error) {
      if (isCancellation(error)) continue;
      await report(record, step, key, error, 'unknown', `${UNKNOWN}; it is withdrawn before anything else begins`);
      if (wasRefused(error)) await sleep('1m', { summary: 'No withdrawal can be refused: it is asked for again' });
    }
  }
}

/** Has an activity tried until something ends it. @throws a cancellation when that came first */
function until<T>(record: OrderRecord, ended: () => boolean, activity: () => Promise<T>): Promise<T> {
  const scope = new CancellationScope();
  record.interrupt = () => {
    if (ended()) scope.cancel();
  };
  return scope.run(activity);
}

async function park<T>(record: OrderRecord, step: Step<T>, key: string, error: unknown, ended: () => boolean): Promise<void> {
  const reason = reasonOf(error);
  const asked = record.retriesAsked;
  await record.change(() => {
    const about = { kind: 'parked', step: step.name, key } as const;
    record.flag(
      `${step.name}: refused by the provider, parked. Correct and retry, or refund. ${step.summary}, key ${key}. Refusal: ${reason}`,
      about,
    );
    record.note(`order.${step.name}_parked`, `system:${step.name}`, { reason, key });
  });
  await condition(() => record.retriesAsked > asked || ended());
  record.flag(undefined);
}

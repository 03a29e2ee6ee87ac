import {
  ActivityCancellationType,
  ActivityFailure,
  ApplicationFailure,
  CancellationScope,
  condition,
  isCancellation,
  proxyActivities,
  sleep,
} from '@temporalio/workflow';
import { type Activities, MONEY_ATTEMPT_S, type MoneyStep, PROVIDER_REFUSED, PROVIDER_UNKNOWN } from '../activities/types';
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
    const attempts = await attempt(record, step, key, ended);
    const done = attempts.done ?? (await withdrawn(record, step, key));
    record.flag(undefined);
    if (done) return done;
    if (attempts.refusal && !ended()) await park(record, step, key, attempts.refusal, ended);
  }
  return undefined;
}

/**
 * A few brisk attempts; then, flagged for ops, patient ones for as long as it takes. A refund ends the waiting: an attempt in flight finishes.
 * @returns neither when a refund has ended them
 */
async function attempt<T>(record: OrderRecord, step: Step<T>, key: string, ended: () => boolean): Promise<{ done?: T; refusal?: unknown }> {
  for (let asked_before = false; !ended(); asked_before = true) {
    const provider = asked_before ? patient(step.summary) : brisk(step.summary);
    const attempts = new CancellationScope();
    if (step.endsForRefund) record.onRefundRequest = () => attempts.cancel();
    try {
      return { done: await attempts.run(() => step.ask(provider, { key, asked_before })) };
    } catch (error) {
      if (isCancellation(error)) return {};
      if (wasRefused(error)) return { refusal: error };
      const isUnknown = typeOf(error) === PROVIDER_UNKNOWN;
      await reportDelay(record, step, key, error, isUnknown ? `${UNKNOWN}; it is looked up before it is sent again` : 'the provider does not answer');
    }
  }
  return {};
}

const UNKNOWN = 'its outcome is not known';

/** The brisk attempts are used up: ops are told, and the patient ones begin. */
async function reportDelay<T>(record: OrderRecord, step: Step<T>, key: string, error: unknown, state: string): Promise<void> {
  const reason = reasonOf(error);
  await record.change(() => {
    record.flag(`${step.name}: ${state}; this goes on by itself. ${step.summary}, key ${key}. Last: ${reason}`);
    record.note(`order.${step.name}_delayed`, `system:${step.name}`, { reason, key });
  });
}

/** An attempt may have reached the provider without an answer, or be on its way: only the provider knows, and it is asked until it says. */
async function withdrawn<T>(record: OrderRecord, step: Step<T>, key: string): Promise<T | null> {
  const summary = `Withdraw, unless it was done: ${step.summary}`;
  for (let provider = brisk(summary); ; provider = patient(summary)) {
    try {
      return await step.withdraw(provider, { key, asked_before: true });
    } catch (error) {
      await reportDelay(record, step, key, error, `${UNKNOWN}; it is withdrawn before anything else begins`);
      if (wasRefused(error)) await sleep('1m', { summary: 'No withdrawal can be refused: it is asked for again' });
    }
  }
}

async function park<T>(record: OrderRecord, step: Step<T>, key: string, error: unknown, ended: () => boolean): Promise<void> {
  const reason = reasonOf(error);
  const asked = record.retriesAsked;
  await record.change(() => {
    record.flag(`${step.name}: refused by the provider, parked. Correct and retry, or refund. ${step.summary}, key ${key}. Refusal: ${reason}`);
    record.note(`order.${step.name}_parked`, `system:${step.name}`, { reason, key });
  });
  await condition(() => record.retriesAsked > asked || ended());
  record.flag(undefined);
}

const cause = (error: unknown): unknown => (error instanceof ActivityFailure ? error.cause : error);
const typeOf = (error: unknown): string | null | undefined => {
  const failure = cause(error);
  return failure instanceof ApplicationFailure ? failure.type : undefined;
};
const wasRefused = (error: unknown): boolean => typeOf(error) === PROVIDER_REFUSED;
const reasonOf = (error: unknown): string => {
  const failure = cause(error);
  return failure instanceof Error ? failure.message : String(failure);
};

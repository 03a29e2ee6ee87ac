import {
  ActivityCancellationType,
  ActivityFailure,
  ApplicationFailure,
  CancellationScope,
  condition,
  isCancellation,
  proxyActivities,
} from '@temporalio/workflow';
import { type Activities, type MoneyStep, PROVIDER_REFUSED, PROVIDER_UNKNOWN } from '../activities/types';
import { MONEY_QUEUE } from './messages';
import type { OrderRecord } from './order-record';

export interface Step<T> {
  name: 'fx' | 'payout' | 'refund';
  summary: string;
  /** Asks the provider for it. */
  ask(provider: Activities, turn: MoneyStep): Promise<T>;
  /** What the provider has of it already. A step with this stops for a refund; one without does not. */
  find?(provider: Activities, turn: MoneyStep): Promise<T | null>;
}

const base = { taskQueue: MONEY_QUEUE, startToCloseTimeout: '10s', cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED } as const;
const brisk = (summary: string) =>
  proxyActivities<Activities>({ ...base, summary, retry: { initialInterval: '1s', backoffCoefficient: 2, maximumAttempts: 4 } });
const patient = (summary: string) =>
  proxyActivities<Activities>({ ...base, summary, retry: { initialInterval: '10s', backoffCoefficient: 1.5, maximumInterval: '2m' } });

/**
 * Carries a money step through: a few brisk attempts; then, flagged for ops, patient ones for as long as it takes. A final refusal parks it until ops
 * retry or a refund is asked for. A refund ends the waiting: an attempt in flight finishes, and the provider is asked what it has done.
 * @returns undefined when a refund was asked for and the provider has done nothing
 */
export async function settle<T>(record: OrderRecord, step: Step<T>): Promise<T | undefined> {
  const stopped = (): boolean => step.find !== undefined && record.refundRequest !== undefined;
  // a key of its own for each step; another one only after the provider has refused the step for good
  let round = 1;
  let asked_before = false;
  const turn = (): MoneyStep => ({ key: `${record.state.pa_order_id}:${step.name}:${round}`, asked_before });
  while (!stopped()) {
    const provider = asked_before ? patient(step.summary) : brisk(step.summary);
    const attempts = new CancellationScope();
    if (step.find) record.onRefundRequest = () => attempts.cancel();
    try {
      const done = await attempts.run(() => step.ask(provider, turn()));
      record.flag(undefined);
      return done;
    } catch (error) {
      if (isCancellation(error)) return await whatWasDone(record, step, turn().key);
      if (wasRefused(error)) {
        await park(record, step, turn().key, error, stopped);
        round++;
        asked_before = false;
      } else {
        await reportDelay(record, step, turn().key, error);
        asked_before = true;
      }
    }
  }
  return asked_before ? whatWasDone(record, step, turn().key) : undefined;
}

/** The brisk attempts are used up: ops are told, and the patient ones begin. */
async function reportDelay<T>(record: OrderRecord, step: Step<T>, key: string, error: unknown): Promise<void> {
  const reason = reasonOf(error);
  const state =
    typeOf(error) === PROVIDER_UNKNOWN ? 'its outcome is not known; it is looked up before it is sent again' : 'the provider does not answer';
  await record.change(() => {
    record.flag(`${step.name}: ${state}; this goes on by itself. ${step.summary}, key ${key}. Last: ${reason}`);
    record.note(`order.${step.name}_delayed`, `system:${step.name}`, { reason, key });
  });
}

/** An attempt may have reached the provider without an answer: only the provider knows, and it is asked until it says. */
async function whatWasDone<T>(record: OrderRecord, step: Step<T>, key: string): Promise<T | undefined> {
  const summary = `Before the refund, ask whether it was done: ${step.summary}`;
  for (let provider = brisk(summary); ; provider = patient(summary)) {
    try {
      const done = await step.find?.(provider, { key, asked_before: true });
      record.flag(undefined);
      return done ?? undefined;
    } catch (error) {
      await reportDelay(record, step, key, error);
    }
  }
}

async function park<T>(record: OrderRecord, step: Step<T>, key: string, error: unknown, stopped: () => boolean): Promise<void> {
  const reason = reasonOf(error);
  const asked = record.retriesAsked;
  await record.change(() => {
    record.flag(`${step.name}: refused by the provider, parked. Correct and retry, or refund. ${step.summary}, key ${key}. Refusal: ${reason}`);
    record.note(`order.${step.name}_parked`, `system:${step.name}`, { reason, key });
  });
  await condition(() => record.retriesAsked > asked || stopped());
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

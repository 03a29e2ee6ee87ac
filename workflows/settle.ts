import {
  ActivityCancellationType,
  ActivityFailure,
  ApplicationFailure,
  CancellationScope,
  condition,
  isCancellation,
  proxyActivities,
} from '@temporalio/workflow';
import { type Activities, PROVIDER_REFUSED } from '../activities/types';
import { MONEY_QUEUE } from './messages';
import type { OrderRecord } from './order-record';

export interface Turn {
  /** Counts from 1 and grows only after a final refusal. */
  round: number;
  /** The provider may have done it already in this round. */
  asked_before: boolean;
}

export interface Step<T> {
  name: 'fx' | 'payout' | 'refund';
  summary: string;
  /** Asks the provider for it. */
  ask(provider: Activities, turn: Turn): Promise<T>;
  /** What the provider has of it already. A step with this stops for a refund; one without does not. */
  find?(provider: Activities, turn: Turn): Promise<T | null>;
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
  let round = 1;
  let asked_before = false;
  while (!stopped()) {
    const provider = asked_before ? patient(step.summary) : brisk(step.summary);
    const attempts = new CancellationScope();
    if (step.find) record.onRefundRequest = () => attempts.cancel();
    try {
      const turn = { round, asked_before };
      const done = await attempts.run(() => step.ask(provider, turn));
      record.flag(undefined);
      return done;
    } catch (error) {
      if (isCancellation(error)) return await whatWasDone(record, step, round);
      if (wasRefused(error)) {
        await park(record, step, error, stopped);
        round++;
        asked_before = false;
      } else {
        await reportDelay(record, step, error);
        asked_before = true;
      }
    }
  }
  return asked_before ? whatWasDone(record, step, round) : undefined;
}

/** The brisk attempts are used up: ops are told, and the patient ones begin. */
async function reportDelay<T>(record: OrderRecord, step: Step<T>, error: unknown): Promise<void> {
  const reason = reasonOf(error);
  await record.change(() => {
    record.flag(`${step.name}: the provider does not answer; it is asked again by itself. Last: ${reason}`);
    record.note(`order.${step.name}_delayed`, `system:${step.name}`, { reason });
  });
}

/** An attempt may have reached the provider without an answer: only the provider knows, and it is asked until it says. */
async function whatWasDone<T>(record: OrderRecord, step: Step<T>, round: number): Promise<T | undefined> {
  const summary = `Before the refund, ask whether it was done: ${step.summary}`;
  for (let provider = brisk(summary); ; provider = patient(summary)) {
    try {
      const done = await step.find?.(provider, { round, asked_before: true });
      record.flag(undefined);
      return done ?? undefined;
    } catch (error) {
      await reportDelay(record, step, error);
    }
  }
}

async function park<T>(record: OrderRecord, step: Step<T>, error: unknown, stopped: () => boolean): Promise<void> {
  const reason = reasonOf(error);
  const asked = record.retriesAsked;
  await record.change(() => {
    record.flag(`${step.name}: refused by the provider, parked. Correct and retry, or refund. Refusal: ${reason}`);
    record.note(`order.${step.name}_parked`, `system:${step.name}`, { reason });
  });
  await condition(() => record.retriesAsked > asked || stopped());
  record.flag(undefined);
}

const cause = (error: unknown): unknown => (error instanceof ActivityFailure ? error.cause : error);
const wasRefused = (error: unknown): boolean => {
  const failure = cause(error);
  return failure instanceof ApplicationFailure && failure.type === PROVIDER_REFUSED;
};
const reasonOf = (error: unknown): string => {
  const failure = cause(error);
  return failure instanceof Error ? failure.message : String(failure);
};

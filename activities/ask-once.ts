import { activityInfo } from '@temporalio/activity';
import { ProviderError, type Rail } from '../src/providers/ports';
import type { Database } from '../src/store/database';
import { fixMoneyOrder, moneyOrder } from '../src/store/money-orders';
import { MONEY_ATTEMPT_S, type MoneyStep, type Verdict } from './types';

/** A rail, and where it is kept what the rail was asked for. */
export interface Asked<Request, Receipt> {
  db: Database;
  kind: 'fx' | 'payout' | 'refund';
  rail: Rail<Request, Receipt>;
  /** Whether anything may be sent now; what was sent before is looked up in any case. */
  isOn?(): Promise<boolean>;
  /** What staff have learned of the receipt. */
  declared(verdict: Verdict): Receipt;
}

/** What was done, and what had been asked for. */
export interface Settled<Request, Receipt> {
  request: Request;
  receipt: Receipt;
}

/** Until it is asked again whether they are on. */
const SWITCHED_OFF_MS = 5_000;

/** An attempt ends before its activity's timeout: when the next one begins, nothing of this one is sent any more. */
const untilTimeout = (): AbortSignal => AbortSignal.timeout(MONEY_ATTEMPT_S * 1000 - 1_500);

/**
 * Asks a provider under the step's key. What is asked for is fixed before the key is first used; where it may have been used before, what was done is
 * looked up first.
 * @param build what to ask for, when nobody has fixed it yet
 */
export async function askOnce<Request, Receipt>(
  { db, kind, rail, isOn }: Asked<Request, Receipt>,
  step: MoneyStep,
  build: () => Request | Promise<Request>,
): Promise<Settled<Request, Receipt>> {
  const until = untilTimeout();
  const mayBeDone = step.asked_before || activityInfo().attempt > 1;
  const done = mayBeDone ? await rail.find(step.key, until) : null;
  if (!done && isOn && !(await isOn())) throw new ProviderError('unavailable', `${kind}s are switched off by staff`, SWITCHED_OFF_MS);
  const fixed = mayBeDone ? await moneyOrder<Request>(db, step.key) : undefined;
  const request = fixed ?? (await fixMoneyOrder(db, step.key, kind, await build()));
  if (done) return { request, receipt: done };
  until.throwIfAborted();
  return { request, receipt: await rail.send(step.key, request, until) };
}

/** So often a provider must be silent before the word of staff counts. */
const SILENT_TRIES = 3;

/**
 * What was done under the step's key; null: nothing, and nothing ever will be. It never refuses. What the provider answers goes before what staff have
 * learned from it; that it cannot say yet does, too.
 */
export async function withdrawOnce<Request, Receipt>(
  { db, rail, declared }: Asked<Request, Receipt>,
  { key, verdict }: Pick<MoneyStep, 'key' | 'verdict'>,
): Promise<Settled<Request, Receipt> | null> {
  const receipt = await rail.withdraw(key, untilTimeout()).catch((error: unknown) => {
    if (!verdict || !isSilent(error, verdict) || activityInfo().attempt < SILENT_TRIES) throw error;
    return verdict.outcome === 'done' ? declared(verdict) : null;
  });
  if (!receipt) return null;
  const request = await moneyOrder<Request>(db, key);
  if (!request) throw new ProviderError('unknown', `something was done under ${key}, and it is not known what was asked for`);
  return { request, receipt };
}

/** A receipt that is not understood tells at least that it was done. */
const isSilent = (error: unknown, { outcome }: Verdict): boolean =>
  error instanceof ProviderError && (error.heard === undefined || (error.heard === 'not_understood' && outcome === 'done'));

import { activityInfo } from '@temporalio/activity';
import type { Rail } from '../src/providers/ports';
import type { MoneyStep } from './types';

/** Asks a provider under the step's key. Where it may have been asked before, what it has done is looked up first. */
export async function askOnce<Request, Receipt>(
  rail: Rail<Request, Receipt>,
  step: MoneyStep,
  request: () => Request | Promise<Request>,
): Promise<Receipt> {
  const mayBeDone = step.asked_before || activityInfo().attempt > 1;
  const done = mayBeDone ? await rail.find(step.key) : null;
  return done ?? rail.send(step.key, await request());
}

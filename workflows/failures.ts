import { ActivityFailure, ApplicationFailure } from '@temporalio/workflow';
import { Refusal } from '../src/domain/refusal';
import { toFailure, toRefusal } from '../src/temporal/refusal-failure';

/** The refusal that an activity has ended with. */
export const refusalIn = (error: unknown): Refusal | undefined => (error instanceof ActivityFailure ? toRefusal(error.cause) : undefined);

/** What a handler may throw: anything else would fail the workflow task and leave the caller without an answer. */
export function asFailure(error: unknown): ApplicationFailure {
  if (error instanceof Refusal) return toFailure(error);
  if (error instanceof ApplicationFailure) return error;
  const refusal = refusalIn(error);
  if (refusal) return toFailure(refusal);
  const message = error instanceof Error ? error.message : String(error);
  return toFailure(new Refusal('SERVICE_UNAVAILABLE', `Not done now, try again: ${message}`));
}

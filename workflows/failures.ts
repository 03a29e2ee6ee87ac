import { ActivityFailure, ApplicationFailure } from '@temporalio/workflow';
import { Refusal } from '../src/domain/refusal';
import { toFailure, toRefusal } from '../src/temporal/refusal-failure';

/** What a handler may throw: anything else would fail the workflow task and leave the caller without an answer. */
export function asFailure(error: unknown): ApplicationFailure {
  if (error instanceof Refusal) return toFailure(error);
  if (error instanceof ApplicationFailure) return error;
  const refusal = error instanceof ActivityFailure ? toRefusal(error.cause) : undefined;
  if (refusal) return toFailure(refusal);
  const message = error instanceof Error ? error.message : String(error);
  return toFailure(new Refusal('SERVICE_UNAVAILABLE', `Not done now, try again: ${message}`));
}

import { ActivityFailure, ApplicationFailure } from '@temporalio/workflow';
import { PROVIDER_REFUSED, PROVIDER_UNKNOWN } from '../activities/types';
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

const cause = (error: unknown): unknown => (error instanceof ActivityFailure ? error.cause : error);
const typeOf = (error: unknown): string | null | undefined => {
  const failure = cause(error);
  return failure instanceof ApplicationFailure ? failure.type : undefined;
};

/** Whether a provider has refused a step for good. */
export const wasRefused = (error: unknown): boolean => typeOf(error) === PROVIDER_REFUSED;

/** Whether a provider may have done what it was asked for. */
export const isUnknown = (error: unknown): boolean => typeOf(error) === PROVIDER_UNKNOWN;

/** Why an activity has failed, in words. */
export const reasonOf = (error: unknown): string => {
  const failure = cause(error);
  return failure instanceof Error ? failure.message : String(failure);
};

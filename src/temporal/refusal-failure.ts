import { ApplicationFailure } from '@temporalio/common';
import { type Details, isErrorCode, Refusal } from '../domain/refusal';

/** A refusal as Temporal carries it: the code as type, the details as first detail; never tried again. */
export const toFailure = (r: Refusal): ApplicationFailure =>
  ApplicationFailure.create({ type: r.code, message: r.message, nonRetryable: true, details: r.details ? [r.details] : [] });

/** The refusal that a failure carries; undefined when it carries none. */
export function toRefusal(failure: unknown): Refusal | undefined {
  if (!(failure instanceof ApplicationFailure) || !isErrorCode(failure.type)) return undefined;
  return new Refusal(failure.type, failure.message, failure.details?.[0] as Details | undefined);
}

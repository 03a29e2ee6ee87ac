import type { CallError } from '../../scripts/operator';

/** The error that a call is refused with. @throws when it is not refused */
export const refusal = (call: Promise<unknown>): Promise<CallError> =>
  call.then(
    () => Promise.reject(new Error('it was not refused')),
    (error: CallError) => error,
  );

/** `details` of a refusal's error body. */
export const detailsOf = (error: CallError): unknown => (error.body as { error: { details?: unknown } }).error.details;

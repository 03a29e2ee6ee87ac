import { isGrpcServiceError, WorkflowUpdateRPCTimeoutOrCancelledError } from '@temporalio/client';

/** An Update was not answered in time; it may still be carried out. */
export const isUpdateTimeout = (error: unknown): boolean => error instanceof WorkflowUpdateRPCTimeoutOrCancelledError;

/** Temporal did not answer, or not in time. */
export const isTemporalAway = (error: unknown): boolean =>
  isUpdateTimeout(error) || isGrpcServiceError(error) || isGrpcServiceError((error as Error | undefined)?.cause);

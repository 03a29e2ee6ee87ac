import { ApplicationFailure } from '@temporalio/activity';
import { ProviderError } from '../src/providers/ports';
import { PROVIDER_REFUSED } from './types';

/** Classifies a provider's error once: what Temporal tries again, when, and what it gives up. */
export async function classified<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    const { fault, message, retryAfterMs } = error;
    if (fault === 'refused') throw ApplicationFailure.nonRetryable(message, PROVIDER_REFUSED);
    throw ApplicationFailure.create({ type: `PROVIDER_${fault.toUpperCase()}`, message, nextRetryDelay: retryAfterMs });
  }
}

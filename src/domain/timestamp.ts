import type { Timestamp } from './order';
import { invalid } from './refusal';

/**
 * A moment in the form that orders keep. Temporal and PostgreSQL take no other years than 1 to 9999, whichever offset the text was given with.
 * @throws Refusal VALIDATION_ERROR
 */
export function timestampOf(field: string, text: string): Timestamp {
  const at = new Date(text);
  const timestamp = Number.isNaN(at.getTime()) ? '' : at.toISOString();
  if (!/^(?!0000)\d{4}-/.test(timestamp)) throw invalid(field, 'is not a moment of the years 1 to 9999');
  return timestamp;
}

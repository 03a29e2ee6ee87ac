import { LRUCache } from 'lru-cache';

/** How long a process may go on with what another one has changed. */
const FRESH_MS = 1_000;
const MOST = 10_000;

/**
 * Remembers what was read for a second, and lets callers at the same moment share one read. What is not there is not remembered.
 * @param load reads what a key stands for
 */
export function recently<T extends object>(
  load: (key: string) => Promise<T | undefined>,
  freshMs = FRESH_MS,
): (key: string) => Promise<T | undefined> {
  const cache = new LRUCache<string, T>({ max: MOST, ttl: freshMs, fetchMethod: (key) => load(key) });
  return (key) => cache.fetch(key);
}

import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

const LIMIT = 20;

/** Filters and the page of a list, kept in the address. */
export function useFilters() {
  const [params, setParams] = useSearchParams();
  const get = useCallback((name: string): string | undefined => params.get(name) || undefined, [params]);
  const set = useCallback(
    (changes: Record<string, string | undefined>) =>
      setParams((before) => {
        const next = new URLSearchParams(before);
        if (!('offset' in changes)) next.delete('offset');
        for (const [name, value] of Object.entries(changes)) {
          if (value) next.set(name, value);
          else next.delete(name);
        }
        return next;
      }),
    [setParams],
  );
  const whole = (name: string, otherwise: number): number => {
    const value = Number(params.get(name) ?? otherwise);
    return Number.isSafeInteger(value) && value >= 0 ? value : otherwise;
  };
  return {
    get,
    set,
    clear: () => setParams({}),
    any: [...params.keys()].some((name) => name !== 'offset' && name !== 'limit'),
    page: { limit: Math.min(Math.max(whole('limit', LIMIT), 1), 100), offset: whole('offset', 0) },
  };
}

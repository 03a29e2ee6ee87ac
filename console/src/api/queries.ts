import { keepPreviousData, QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { answerOf } from './client';

/** Milliseconds between two looks at what changes while one watches, and at the rest. */
export const OFTEN = 3_000;
export const SELDOM = 10_000;

/** No retries of its own: every query is polled, and the next look is the retry. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, networkMode: 'always', staleTime: 1_000 },
    mutations: { retry: false, networkMode: 'always' },
  },
});

type Call<T> = () => Parameters<typeof answerOf<T>>[0];

interface Reading {
  every?: number;
  enabled?: boolean;
  /** Shows the page before while the next one is on its way: for lists only. */
  keep?: boolean;
}

/** Something that is read again and again while the tab is visible. */
export const useRead = <T>(key: readonly unknown[], call: Call<T>, { every = SELDOM, enabled = true, keep = false }: Reading = {}) =>
  useQuery<NonNullable<T>>({
    queryKey: key,
    queryFn: () => answerOf(call()),
    refetchInterval: every,
    enabled,
    placeholderData: keep ? keepPreviousData : undefined,
  });

/** A change; everything on screen is read anew after it. */
export function useChange<T, V = void>(call: (value: V) => Parameters<typeof answerOf<T>>[0]) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (value: V) => answerOf(call(value)),
    onSettled: () => void client.invalidateQueries(),
  });
}

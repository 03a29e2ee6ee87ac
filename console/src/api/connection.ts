import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let lost = false;

export function noteConnection(isLost: boolean): void {
  if (isLost === lost) return;
  lost = isLost;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const useConnectionLost = (): boolean => useSyncExternalStore(subscribe, () => lost);

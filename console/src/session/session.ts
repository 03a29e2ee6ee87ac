import { useSyncExternalStore } from 'react';

interface Session {
  token: string | undefined;
  /** The gateway took the session back: it was not this tab that signed out. */
  ended: boolean;
}

const KEY = 'console-token';
const listeners = new Set<() => void>();
let session: Session = { token: sessionStorage.getItem(KEY) ?? undefined, ended: false };

function become(next: Session): void {
  session = next;
  if (next.token) sessionStorage.setItem(KEY, next.token);
  else sessionStorage.removeItem(KEY);
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const currentToken = (): string | undefined => session.token;
export const beginSession = (token: string): void => become({ token, ended: false });
export const leaveSession = (): void => become({ token: undefined, ended: false });

/** A late answer to an earlier token ends nothing. */
export function loseSession(token: string | undefined): void {
  if (token !== undefined && token === session.token) become({ token: undefined, ended: true });
}

export const useSession = (): Session => useSyncExternalStore(subscribe, () => session);

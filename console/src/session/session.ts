import { useSyncExternalStore } from 'react';

/** `ended`: it was not this tab that signed out. `untold`: the gateway was not reached. */
type Parting = 'ended' | 'untold';

interface Session {
  token: string | undefined;
  /** What the next to sign in has to know. */
  parting?: Parting;
}

const KEY = 'console-token';
const listeners = new Set<() => void>();
let session: Session = { token: localStorage.getItem(KEY) ?? undefined };

function become(next: Session): void {
  session = next;
  for (const listener of listeners) listener();
}

/** What is kept may be another tab's newer token: that one stays. */
function forget(token: string | undefined): void {
  if (localStorage.getItem(KEY) === token) localStorage.removeItem(KEY);
}

// A session is that of the browser: what one tab does, the others follow.
window.addEventListener('storage', ({ key, newValue }) => {
  const token = newValue ?? undefined;
  if ((key === KEY || key === null) && token !== session.token) become({ token, parting: 'ended' });
});

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const currentToken = (): string | undefined => session.token;

export function beginSession(token: string): void {
  localStorage.setItem(KEY, token);
  become({ token });
}

export function leaveSession(): void {
  forget(session.token);
  become({ token: undefined });
}

/** Signing out was not heard: said as long as nobody is signed in anew. */
export function noteUntold(): void {
  if (session.token === undefined) become({ token: undefined, parting: 'untold' });
}

/** A late answer to an earlier token ends nothing. */
export function loseSession(token: string | undefined): void {
  if (token === undefined || token !== session.token) return;
  forget(token);
  become({ token: undefined, parting: 'ended' });
}

export const useSession = (): Session => useSyncExternalStore(subscribe, () => session);

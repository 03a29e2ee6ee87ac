import { envelope, type OutgoingEvent } from '../src/domain/events';
import type { SignedLinks } from '../src/security/identity';
import { type CommitRows, writeCommit } from '../src/store/commit';
import type { Database } from '../src/store/database';
import type { Outbox } from './outbox';
import type { Activities, Commit } from './types';

interface Needs {
  db: Database;
  links: SignedLinks;
  outbox: Outbox;
}

/** Writes what happened to an order where it can be read and sent. */
export const projectionActivities = ({ db, links, outbox }: Needs): Pick<Activities, 'project'> => ({
  async project(commit: Commit) {
    outbox.put(await writeCommit(db, rowsOf(commit, links)));
  },
});

/** A commit with the events' bodies as they are sent: our own links signed. */
export function rowsOf({ order, journal, events }: Commit, links: SignedLinks): CommitRows {
  const body = (event: OutgoingEvent): string =>
    JSON.stringify(envelope(order, event), (key, value: unknown) => (key === 'url' && typeof value === 'string' ? links.publish(value) : value));
  return { order, journal, events: events.map((event) => ({ ...event, body: body(event) })) };
}

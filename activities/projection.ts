import { envelope, type OutgoingEvent } from '../src/domain/events';
import type { SignedLinks } from '../src/security/identity';
import { writeCommit } from '../src/store/commit';
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
  async project({ order, journal, events }: Commit) {
    const body = (event: OutgoingEvent): string =>
      JSON.stringify(envelope(order, event), (key, value: unknown) => (key === 'url' && typeof value === 'string' ? links.publish(value) : value));
    outbox.put(await writeCommit(db, { order, journal, events: events.map((event) => ({ ...event, body: body(event) })) }));
  },
});

import { LRUCache } from 'lru-cache';
import type { DueEvent } from '../src/store/webhooks';

const MOST = 10_000;
const KEPT_MS = 60_000;

/**
 * Events that this process has just written, handed to the delivery that follows: it usually runs here, and need not read them again. What is not in it
 * is read from the database.
 */
export class Outbox {
  readonly #events = new LRUCache<string, DueEvent>({ max: MOST, ttl: KEPT_MS });

  put(events: DueEvent[]): void {
    for (const event of events) this.#events.set(event.event_id, event);
  }

  /** Takes out those of the events that are here. */
  take(eventIds: string[]): DueEvent[] {
    return eventIds.flatMap((id) => {
      const event = this.#events.get(id);
      this.#events.delete(id);
      return event ?? [];
    });
  }
}

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Chance } from './chance';
import type { Tally } from './tally';

const TROUBLES = { takes: 82, 'answers 500': 8, hangs: 2, redirects: 4, 'breaks off': 4 };

/** An operator's receiver of webhooks, with trouble by the seed. */
export class TroubledReceiver {
  /** Ids of events that it has taken. */
  readonly taken = new Set<string>();
  isCalm = false;
  readonly #tries = new Map<string, number>();
  readonly #server: Server;

  constructor(chance: Chance, tally: Tally) {
    this.#server = createServer((req, res) => {
      req.resume();
      req.on('end', () => {
        const eventId = String(req.headers['x-pa-event-id']);
        const type = String(req.headers['x-pa-event-type']);
        const tries = (this.#tries.get(eventId) ?? 0) + 1;
        this.#tries.set(eventId, tries);
        const trouble = this.isCalm ? 'takes' : chance.pick(TROUBLES, 'receiver', type, tries, this.#tries.size);
        if (trouble !== 'takes') tally.add(`receiver: ${trouble}`);
        if (trouble === 'hangs') return;
        if (trouble === 'breaks off') return void res.destroy();
        if (trouble === 'takes') this.taken.add(eventId);
        const status = { takes: 200, 'answers 500': 500, redirects: 302 }[trouble];
        res.writeHead(status, trouble === 'redirects' ? { location: this.url } : {}).end();
      });
    });
  }

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/webhooks`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

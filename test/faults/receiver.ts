import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Chance } from './chance';
import type { Tally } from './tally';

const TROUBLES = { takes: 82, 'answers 500': 8, hangs: 2, redirects: 4, 'breaks off': 4 };

interface Told {
  pa_order_id: string;
  event_type: string;
  data: { status?: string; status_prev?: string };
}

/** An operator's receiver of webhooks, with trouble by the seed, the order, what it is told, and how often. */
export class TroubledReceiver {
  /** Ids of events that it has taken. */
  readonly taken = new Set<string>();
  isCalm = false;
  readonly #tries = new Map<string, number>();
  readonly #server: Server;

  constructor(chance: Chance, tally: Tally) {
    const answer = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
      let body = '';
      for await (const chunk of req) body += String(chunk);
      const { pa_order_id, event_type, data } = JSON.parse(body) as Told;
      const eventId = String(req.headers['x-pa-event-id']);
      const tries = (this.#tries.get(eventId) ?? 0) + 1;
      this.#tries.set(eventId, tries);
      const about = [pa_order_id, event_type, data.status_prev ?? '', data.status ?? '', tries];
      const trouble = this.isCalm ? 'takes' : chance.pick(TROUBLES, 'receiver', ...about);
      if (trouble !== 'takes') tally.add(`receiver: ${trouble}`);
      if (trouble === 'hangs') return;
      if (trouble === 'breaks off') return void res.destroy();
      if (trouble === 'takes') this.taken.add(eventId);
      const status = { takes: 200, 'answers 500': 500, redirects: 302 }[trouble];
      res.writeHead(status, trouble === 'redirects' ? { location: this.url } : {}).end();
    };
    this.#server = createServer((req, res) => void answer(req, res).catch(() => res.destroy()));
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

import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { until } from '../../src/local/until';

export interface Received {
  headers: IncomingHttpHeaders;
  raw: string;
  body: { event_id: string; event_type: string; pa_order_id: string; data: Record<string, unknown> & { status?: string } };
  at: number;
}

/** What a receiver does with a delivery: answers with a status, or hangs. */
export type Behaviour = (received: Received) => number | 'hang';

/** A webhook receiver outside of the service. */
export class Receiver {
  readonly received: Received[] = [];
  behaviour: Behaviour = () => 200;
  readonly #server: Server;

  constructor() {
    this.#server = createServer((req, res) => {
      const chunks: Buffer[] = [];
      req.on('data', (chunk: Buffer) => chunks.push(chunk));
      req.on('end', () => {
        const raw = Buffer.concat(chunks).toString();
        const received = { headers: req.headers, raw, body: JSON.parse(raw), at: Date.now() };
        this.received.push(received);
        const answer = this.behaviour(received);
        if (answer !== 'hang') res.writeHead(answer, answer === 302 ? { location: this.url } : {}).end();
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

  of(paOrderId: string): Received[] {
    return this.received.filter((r) => r.body.pa_order_id === paOrderId);
  }

  /** Waits until an order's events are these statuses at least, in any order. */
  async seen(paOrderId: string, type: string, status?: string): Promise<Received> {
    const find = () => this.of(paOrderId).find((r) => r.body.event_type === type && (status === undefined || r.body.data.status === status));
    await until(`webhook ${type} ${status ?? ''} of ${paOrderId}`, 30_000, () => find() !== undefined);
    return find() as Received;
  }

  /** Ends what hangs. */
  release(): void {
    this.#server.closeAllConnections();
  }

  async stop(): Promise<void> {
    this.release();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

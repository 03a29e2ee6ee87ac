import type { Request, RequestHandler } from 'express';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from '../store/database';
import { findingsByInvariant } from '../store/findings';
import { openOrders, unsettledWebhooks } from '../store/open-orders';
import { recently } from '../store/recently';
import { suspenseByOutcome } from '../store/suspense';

/** How old the figures that come from the database may be. */
const FRESH_MS = 15_000;

/** Figures for Prometheus. Labels hold statuses, methods and paths of the contract: never an id, never anything personal. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #requests: Histogram;

  constructor(db: Database) {
    collectDefaultMetrics({ register: this.#registry });
    this.#requests = new Histogram({
      name: 'payment_agent_http_request_seconds',
      help: 'HTTP requests by path of the contract',
      labelNames: ['method', 'path', 'status'],
      buckets: [0.01, 0.03, 0.1, 0.3, 1, 3, 10],
      registers: [this.#registry],
    });
    const read = recently(
      async () => ({
        orders: await openOrders(db),
        webhooks: await unsettledWebhooks(db),
        suspense: await suspenseByOutcome(db),
        findings: await findingsByInvariant(db),
      }),
      FRESH_MS,
    );
    const figures = () => read('now');
    const gauge = (name: string, help: string, label: string, collect: (set: (label: string, value: number) => void) => Promise<void>): void => {
      const made: Gauge = new Gauge({
        name: `payment_agent_${name}`,
        help,
        labelNames: [label],
        registers: [this.#registry],
        collect: async () => {
          made.reset();
          await collect((value, count) => made.set({ [label]: value }, count));
        },
      });
    };
    for (const [name, help, field] of [
      ['open_orders', 'Orders that are not closed', 'orders'],
      ['orders_needing_attention', 'Open orders that staff have to look at', 'needing_attention'],
      ['orders_sla_breached', 'Open orders past their deadline', 'sla_breached'],
    ] as const) {
      gauge(name, help, 'status', async (set) => {
        for (const row of (await figures())?.orders ?? []) set(row.status, row[field]);
      });
    }
    gauge('suspense_statements', 'Payments that no order took and staff have not dealt with', 'outcome', async (set) => {
      for (const { outcome, statements } of (await figures())?.suspense ?? []) set(outcome, statements);
    });
    gauge('findings', 'What reconciliation has found and could not repair', 'invariant', async (set) => {
      for (const { invariant, findings } of (await figures())?.findings ?? []) set(invariant, findings);
    });
    gauge('unsettled_webhooks', 'Events on their way, and those that exhausted their attempts', 'status', async (set) => {
      for (const [status, count] of Object.entries((await figures())?.webhooks ?? {})) set(status, count);
    });
  }

  /** Times every request. */
  readonly measure: RequestHandler = (req, res, next) => {
    const stop = this.#requests.startTimer({ method: req.method });
    res.once('finish', () => stop({ path: pathOf(req), status: String(res.statusCode) }));
    next();
  };

  /** Answers with all figures. */
  readonly show: RequestHandler = async (_req, res) => {
    res.set('Content-Type', this.#registry.contentType).send(await this.#registry.metrics());
  };
}

/** The contract's own name of the path, so that no id becomes a label. */
const pathOf = (req: Request): string => (req as { openapi?: { openApiRoute?: string } }).openapi?.openApiRoute ?? 'other';

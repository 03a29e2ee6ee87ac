import type { Server } from 'node:http';
import { DefaultLogger, makeTelemetryFilterString, Runtime } from '@temporalio/worker';
import { activities } from '../activities';
import { postOutside } from '../activities/post-outside';
import { ORDERS_QUEUE } from '../workflows/messages';
import { createApp } from './gateway/app';
import { RateLimits } from './gateway/rate-limits';
import { createLog, type Log } from './log';
import { Refunds } from './payments/refunds';
import { Suspense } from './payments/suspense';
import { providersFor } from './providers';
import type { Providers } from './providers/ports';
import { OrderIds, SignedLinks } from './security/identity';
import { parseKeyRing, SealedBox } from './security/sealed-box';
import { WebhookSecrets } from './security/webhook-secrets';
import type { Settings } from './settings';
import { configInForce } from './store/config';
import { type Database, openDatabase } from './store/database';
import { Intakes } from './store/intake';
import { RateCounter } from './store/rate-counter';
import { StoredLog } from './stored-log';
import { clusterState } from './temporal/cluster';
import { connectTemporal, temporalClient } from './temporal/connection';
import { LiveOrders } from './temporal/live-orders';
import { OrderCommands } from './temporal/order-commands';
import { pollersOf } from './temporal/pollers';
import { ensureReconciliationSchedule } from './temporal/reconciliation-schedule';
import { Redeliveries } from './temporal/redeliveries';
import { ensureSearchAttributes } from './temporal/search-attributes';
import { type RunningWorkers, startWorkers } from './temporal/workers';

/** Below the two minutes in which a reconciliation has to give a sign of life. */
const RECONCILIATION_STATEMENT_S = 100;

export type Role = 'all' | 'gateway' | 'worker';

export interface ServiceOptions {
  settings: Settings;
  role: Role;
  databaseUrl: string;
  temporalAddress: string;
  /** Address of Temporal's Web UI, where there is one. */
  temporalUi?: string;
  baseUrl: string;
  port: number;
  bundle: Promise<{ code: string }>;
  /** In place of those that the settings call for: tests break them. */
  providers?: (db: Database) => Providers;
  /** Activities of orders at a time: tests run out of them. */
  slots?: number;
  validateResponses?: boolean;
}

export interface Service {
  log: Log;
  db: Database;
  /** Lets what is in flight finish: HTTP first, then the workers, then the connections. */
  stop(): Promise<void>;
  /** Rejects when a worker dies. */
  ended: Promise<void>;
}

/** Starts gateway, worker or both on a database that is prepared and a Temporal server. */
export async function startService(o: ServiceOptions): Promise<Service> {
  const { settings: s, role } = o;
  const log = createLog(s.LOG_LEVEL, s.ENVIRONMENT);
  installRuntime(log);
  const db = openDatabase(o.databaseUrl);
  const kept = new StoredLog(db);
  log.add(kept.transport);
  const box = new SealedBox(parseKeyRing(s.PII_KEYS));
  const secrets = new WebhookSecrets(db, box, s.PARTNER_SIGNING_SECRET);
  const links = new SignedLinks(s.SERVICE_SECRET, o.baseUrl);
  const closing: (() => Promise<unknown>)[] = [() => db.$disconnect(), () => kept.stop()];
  const stop = async (): Promise<void> => {
    for (const close of closing.splice(0).reverse()) await close();
  };
  try {
    const connection = await connectTemporal(o.temporalAddress, s);
    closing.push(() => connection.close());
    await ensureSearchAttributes(connection, s.TEMPORAL_NAMESPACE);
    const client = temporalClient(connection, s.TEMPORAL_NAMESPACE);

    let workers: RunningWorkers | undefined;
    if (role !== 'gateway') {
      const providers = o.providers?.(db) ?? providersFor(s, db);
      const patientDb = openDatabase(o.databaseUrl, 4, RECONCILIATION_STATEMENT_S);
      closing.push(() => patientDb.$disconnect());
      const needs = { db, patientDb, client, links, secrets, providers, post: postOutside(s.ENVIRONMENT), markupPercent: s.FX_MARKUP_PERCENT };
      const payUrl = s.SANDBOX_PAY_URL ?? o.baseUrl;
      workers = await startWorkers({
        connection,
        namespace: s.TEMPORAL_NAMESPACE,
        activities: activities({ ...needs, payUrl }),
        bundle: await o.bundle,
        slots: o.slots,
        buildId: s.WORKER_BUILD_ID,
      });
      closing.push(workers.stop);
      await ensureReconciliationSchedule(client);
    }

    if (role !== 'worker') {
      const commands = new OrderCommands(client, db, s.PAYMENT_WAIT_SECONDS * 1000);
      const ids = new OrderIds(s.SERVICE_SECRET);
      const intakes = new Intakes(db);
      const redeliveries = new Redeliveries(client);
      const counter = new RateCounter(o.databaseUrl);
      closing.push(() => counter.close());
      const limits = new RateLimits(db, counter);
      const temporalHealth = () => pollersOf(client, ORDERS_QUEUE);
      const { offerPayment } = commands;
      const uiUrl = s.TEMPORAL_UI_URL ?? o.temporalUi;
      const app = createApp({
        settings: s,
        db,
        intakes,
        log,
        commands,
        offerPayment,
        redeliveries,
        refunds: new Refunds(db, (paOrderId, input, updateId) => commands.execute('refund', paOrderId, input, updateId)),
        suspense: new Suspense({ db, client, offerPayment }),
        liveOrders: new LiveOrders(client, uiUrl),
        counter,
        flags: configInForce(db, 'flags'),
        limits,
        ids,
        links,
        box,
        secrets,
        temporalHealth,
        temporal: { address: o.temporalAddress, uiUrl, state: () => clusterState(client) },
        validateResponses: o.validateResponses,
      });
      const server = await new Promise<Server>((resolve, reject) => {
        const listening = app.listen(o.port, s.HOST, (error?: Error) => (error ? reject(error) : resolve(listening)));
      });
      closing.push(() => closeServer(server));
    }
    return { log, db, stop, ended: workers?.ended ?? new Promise(() => undefined) };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Requests under way are answered; idle connections are closed. */
function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), 15_000).unref();
  });
}

let installed = false;

/** Temporal's own log lines go into ours; its reaction to signals is left to main. */
function installRuntime(log: Log): void {
  if (installed) return;
  installed = true;
  const levels = { TRACE: 'debug', DEBUG: 'debug', INFO: 'debug', WARN: 'warn', ERROR: 'error' } as const;
  const logger = new DefaultLogger('WARN', ({ level, message, meta }) => {
    if (message.startsWith('No workflows registered')) return; // the money worker has none, on purpose
    const { error, workflowId, activityType, attempt, detail } = (meta ?? {}) as Record<string, unknown>;
    log.log(levels[level], message, { workflowId, activityType, attempt, detail, error: error instanceof Error ? error.message : error });
  });
  const logging = { filter: makeTelemetryFilterString({ core: 'WARN' }), forward: {} };
  Runtime.install({ logger, shutdownSignals: [], telemetryOptions: { logging } });
}

/** Drives complete orders through the real stack over HTTP and says what one costs. */
import { writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { NativeConnection } from '@temporalio/worker';
import { Operator } from '../scripts/operator';
import { readSettings } from '../src/settings';
import { writeConfig } from '../src/store/config';
import { openDatabase } from '../src/store/database';
import { SANDBOX_CLIENTS } from '../src/store/seed';
import { temporalClient } from '../src/temporal/connection';
import { type BenchArgs, benchArgs } from './args';
import { closedAsCompleted } from './closing';
import { historyFigures } from './history';
import { type Load, runLoad, runReads } from './load';
import { Meter, perOrder } from './meter';
import { assertMeasurable, peakMiB } from './processes';
import { progress, say } from './progress';
import { startReceiver } from './receiver';
import { type Result, report } from './report';
import { sampleOrder } from './sample-order';
import { Stack, type StackParts } from './stack';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

async function main(): Promise<void> {
  const args = benchArgs();
  assertMeasurable();
  const interrupted = interruption();
  say('starting the stack …');
  const stack = new Stack();
  try {
    const result = await Promise.race([stack.ready().then((parts) => measure(args, parts)), interrupted]);
    console.log(`${report(result)}\nRESULT ${JSON.stringify(result)}`);
    if (args.json) writeFileSync(args.json, `${JSON.stringify(result, null, 2)}\n`);
  } finally {
    await stack.stop();
  }
}

/** Rejects when this process is asked to end; the stack is then ended first. */
function interruption(): Promise<never> {
  const interrupted = new Promise<never>((_, reject) => {
    for (const signal of SIGNALS) process.on(signal, () => reject(new Interrupted(signal)));
  });
  interrupted.catch(() => undefined);
  return interrupted;
}

class Interrupted extends Error {
  constructor(readonly signal: (typeof SIGNALS)[number]) {
    super(`${signal}: nothing is reported.`);
  }
}

async function measure(args: BenchArgs, parts: StackParts): Promise<Result> {
  const { orders, concurrency, warmup, quiet } = args;
  const operator = operatorAt(parts.baseUrl);
  const receiver = await startReceiver();
  await liftRateLimits(parts.databaseUrl);
  const meter = await Meter.open(parts);
  const connection = await NativeConnection.connect({ address: parts.temporalAddress });
  const temporal = temporalClient(connection, 'default');
  const sample = () => sampleOrder(receiver.url);
  const closed = (id: string): Promise<void> => closedAsCompleted(temporal, id);
  const load = (what: string, count: number, clients: number): Promise<Load> =>
    runLoad({ operator, orders: count, concurrency: clients, sample, closed, progress: progress(what, count) });

  if (warmup > 0) await load('warm-up', warmup, concurrency);
  const [before, receivedBefore] = [await meter.read(), receiver.received()];
  const run = await load('orders', orders, concurrency);
  const used = perOrder(before, await meter.read(), orders);
  const webhooks = (receiver.received() - receivedBefore) / orders;
  const reads = await runReads({ operator, concurrency, progress: progress('reads', orders) }, run.ids);
  const alone = quiet > 0 ? await load('one client alone', quiet, 1) : undefined;
  const { events, bytes, actions, kinds } = await historyFigures(temporal, run.ids.slice(0, 20));
  await Promise.all([meter.close(), connection.close()]);

  const { app, keeper, temporal: server, postgres, commits, walBytes } = used;
  return {
    name: 'payment-agent',
    orders,
    concurrency,
    ordersPerS: Math.round((orders / run.seconds) * 100) / 100,
    latency: { ...run.latency, ...reads },
    quiet: alone?.latency,
    cpu: { app, temporal: server, postgres, keeper },
    events,
    historyBytes: bytes,
    actions,
    dbCommits: commits,
    dbBytes: walBytes,
    webhooks,
    peakMiB: { app: peakMiB(parts.pids.app), temporal: peakMiB(parts.pids.temporal) },
    kinds,
  };
}

async function liftRateLimits(databaseUrl: string): Promise<void> {
  const db = openDatabase(databaseUrl, 1);
  await writeConfig(db, 'rate_limits', { operator_per_minute: 10_000_000, partner_per_minute: 10_000_000 });
  await db.$disconnect();
}

/** The sandbox's first client, with the secrets that a service without settings has. */
function operatorAt(baseUrl: string): Operator {
  const settings = readSettings({});
  const [credentials] = SANDBOX_CLIENTS;
  if (!credentials) throw new Error('there is no sandbox client');
  return new Operator(baseUrl, credentials, { bank: settings.BANK_SIGNING_SECRET, partner: settings.PARTNER_SIGNING_SECRET });
}

main().then(
  () => process.exit(0),
  (error: Error) => {
    console.error([error.message, ...(error.cause instanceof Error ? [error.cause.message] : [])].join(': '));
    process.exit(error instanceof Interrupted ? 128 + constants.signals[error.signal] : 1);
  },
);

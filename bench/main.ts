/** Drives complete orders through the real stack over HTTP and says what one costs. */
import { writeFileSync } from 'node:fs';
import { NativeConnection } from '@temporalio/worker';
import { sandboxOperator } from '../scripts/operator';
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
import { exitCode, type StackParts, withStack } from './stack';

async function main(): Promise<void> {
  const args = benchArgs();
  assertMeasurable();
  say('starting the stack …');
  const result = await withStack((parts) => measure(args, parts));
  console.log(`${report(result)}\nRESULT ${JSON.stringify(result)}`);
  if (args.json) writeFileSync(args.json, `${JSON.stringify(result, null, 2)}\n`);
}

async function measure(args: BenchArgs, parts: StackParts): Promise<Result> {
  const { orders, concurrency, warmup, quiet } = args;
  const operator = sandboxOperator(parts.baseUrl);
  const receiver = await startReceiver();
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

main().then(
  () => process.exit(0),
  (error: Error) => {
    console.error([error.message, ...(error.cause instanceof Error ? [error.cause.message] : [])].join(': '));
    process.exit(exitCode(error));
  },
);

/** Drives complete orders through the real stack over HTTP and says what one costs. */

import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { NativeConnection } from '@temporalio/worker';
import { Client as Postgres } from 'pg';
import { Operator } from '../scripts/operator';
import { until } from '../src/local/until';
import { readSettings } from '../src/settings';
import { SANDBOX_CLIENTS } from '../src/store/seed';
import { temporalClient } from '../src/temporal/connection';
import { type BenchArgs, benchArgs } from './args';
import { historyFigures } from './history';
import { runLoad, runReads } from './load';
import { assertMeasurable, cpuOf, cpuOfTree, peakMiB } from './processes';
import { type Result, report } from './report';
import { type BenchStack, startStack } from './stack';

const say = (line: string): void => void process.stderr.write(`${line}\n`);
let stack: BenchStack | undefined;

/** A receiver that is always pleased. */
const receiver = (): Promise<Server> =>
  new Promise((resolve) => {
    const server = createServer((req, res) => void req.resume().on('end', () => res.end('{}')));
    server.listen(0, '127.0.0.1', () => resolve(server));
  });

async function measure(args: BenchArgs, { baseUrl, databaseUrl, temporalAddress, pids }: BenchStack): Promise<Result> {
  const settings = readSettings({});
  const [credentials] = SANDBOX_CLIENTS;
  if (!credentials) throw new Error('there is no sandbox client');
  const operator = new Operator(baseUrl, credentials, { bank: settings.BANK_SIGNING_SECRET, partner: settings.PARTNER_SIGNING_SECRET });
  await operator.token();
  const server = await receiver();
  const callbackUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const db = new Postgres({ connectionString: databaseUrl });
  await db.connect();
  await db.query(`UPDATE partners SET webhook_url = $1 WHERE partner_id = 'PARTNER-777'`, [callbackUrl]);
  const connection = await NativeConnection.connect({ address: temporalAddress });
  const client = temporalClient(connection, 'default');

  const closedSoFar = async (): Promise<number> => (await client.workflow.count(`ExecutionStatus = "Completed"`)).count;
  const load = async (orders: number, concurrency: number, what: string) => {
    const before = await closedSoFar();
    let told = Date.now();
    const progress = (done: number): void => {
      if (Date.now() - told < 3000) return;
      told = Date.now();
      say(`${what}: ${done} of ${orders}`);
    };
    const closed = (count: number): Promise<void> => until('every order is closed', 60_000, async () => (await closedSoFar()) >= before + count);
    return runLoad({ operator, callbackUrl, orders, concurrency, closed, progress });
  };
  const counters = async (): Promise<{ commits: number; wal: number }> => {
    const commits = 'SELECT sum(xact_commit)::float8 AS commits FROM pg_stat_database';
    const { rows } = await db.query(`SELECT (${commits}), pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 AS wal`);
    return rows[0];
  };
  const sample = async () => ({
    ...(await counters()),
    app: cpuOf(pids.app),
    keeper: cpuOf(pids.keeper),
    temporal: cpuOf(pids.temporal),
    postgres: cpuOfTree(pids.postgres),
  });

  if (args.warmup > 0) await load(args.warmup, args.concurrency, 'warm-up');
  const before = await sample();
  const run = await load(args.orders, args.concurrency, 'orders');
  const after = await sample();
  const reads = await runReads({ operator, concurrency: args.concurrency }, run.ids);
  const quiet = args.quiet > 0 ? await load(args.quiet, 1, 'one client alone') : undefined;
  const { events, bytes, actions, kinds } = await historyFigures(client, run.ids.slice(0, 20));

  const per = (name: keyof typeof before, factor = 1): number => Math.round(((after[name] - before[name]) / args.orders) * factor * 10) / 10;
  await connection.close();
  await db.end();
  server.close();
  server.closeAllConnections();
  return {
    name: 'payment-agent',
    orders: args.orders,
    concurrency: args.concurrency,
    ordersPerS: Math.round((args.orders / run.seconds) * 100) / 100,
    latency: { ...run.latency, ...reads },
    quiet: quiet?.latency,
    cpu: { app: per('app', 1000), temporal: per('temporal', 1000), postgres: per('postgres', 1000), keeper: per('keeper', 1000) },
    events,
    historyBytes: bytes,
    actions,
    dbCommits: per('commits'),
    dbBytes: Math.round(per('wal')),
    peakMiB: { app: peakMiB(pids.app), temporal: peakMiB(pids.temporal) },
    kinds,
  };
}

async function main(): Promise<void> {
  const args = benchArgs();
  assertMeasurable();
  say('starting the stack …');
  stack = await startStack();
  const result = await measure(args, stack);
  console.log(report(result));
  if (args.json) writeFileSync(args.json, `${JSON.stringify(result, null, 2)}\n`);
  console.log(`RESULT ${JSON.stringify(result)}`);
}

const end = async (code: number): Promise<never> => {
  await stack?.stop();
  process.exit(code);
};
process.once('SIGINT', () => void end(130));
process.once('SIGTERM', () => void end(143));
main().then(
  () => end(0),
  (error: Error) => {
    console.error(error.message);
    return end(1);
  },
);

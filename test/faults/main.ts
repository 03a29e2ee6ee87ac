/** Orders while everything fails that can: `npm run test:faults -- --orders 300 --concurrency 40 --seed 7`. Without a seed, a new one, which is printed. */
import { parseArgs } from 'node:util';
import { runFaults } from './run';

const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '300' },
    concurrency: { type: 'string', default: '40' },
    seed: { type: 'string' },
    source: { type: 'string' },
  },
});

async function main(): Promise<number> {
  const seed = Number(values.seed ?? Date.now() % 1_000_000);
  const report = await runFaults({
    seed,
    orders: Number(values.orders),
    concurrency: Number(values.concurrency),
    source: values.source,
    say: (line) => console.log(line),
  });
  console.table(Object.fromEntries(report.faults.map(([fault, times]) => [fault, { times }])));
  console.table(Object.fromEntries(Object.entries(report.statuses).map(([status, orders]) => [status, { orders }])));
  for (const { invariant, subject, detail } of report.violations) console.log(`BROKEN ${invariant}: ${subject}: ${detail}`);
  console.log(`seed ${seed}: ${report.orders} orders, ${report.seconds} s, ${report.violations.length} violations`);
  return report.violations.length > 0 ? 1 : 0;
}

main().then(
  (code) => process.exit(code),
  (error: Error) => {
    console.error(error.message);
    process.exit(1);
  },
);

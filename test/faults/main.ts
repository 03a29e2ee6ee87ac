/**
 * Orders while everything fails that can: `npm run test:faults -- --orders 300 --concurrency 40 --seed 7`. Without a seed, a new one, which is printed.
 * `--mistake payout-without-key` runs a build that somebody has broken, or several at once: then violations are what is expected.
 */
import { parseArgs } from 'node:util';
import { brokenBuild, MISTAKES } from './mistakes';
import { type FaultReport, type FaultRun, runFaults } from './run';

const string = { type: 'string' } as const;
const { values } = parseArgs({
  options: {
    orders: { ...string, default: '300' },
    concurrency: { ...string, default: '40' },
    minutes: { ...string, default: '30' },
    seed: string,
    mistake: { ...string, multiple: true, default: [] },
  },
});

async function main(): Promise<number> {
  const seed = Number(values.seed ?? Date.now() % 1_000_000);
  const [orders, concurrency, minutes] = [values.orders, values.concurrency, values.minutes].map(Number) as [number, number, number];
  const report = await run({ seed, orders, concurrency, minutes, say: (line) => console.log(line) }, values.mistake);
  console.table(Object.fromEntries(report.faults.map(([fault, times]) => [fault, { times }])));
  console.table(Object.fromEntries(Object.entries(report.statuses).map(([status, orders]) => [status, { orders }])));
  for (const { invariant, subject, detail } of report.violations) console.log(`BROKEN ${invariant}: ${subject}: ${detail}`);
  console.log(`seed ${seed}: ${report.orders} orders, ${report.seconds} s, ${report.violations.length} violations`);
  console.log(`REPORT ${JSON.stringify(report)}`);
  return report.violations.length > 0 ? 1 : 0;
}

function run(o: FaultRun, mistakes: string[]): Promise<FaultReport> {
  if (mistakes.length === 0) return runFaults(o);
  const unknown = mistakes.find((name) => !(name in MISTAKES));
  if (unknown) throw new Error(`There is no mistake ${unknown}; there are: ${Object.keys(MISTAKES).join(', ')}`);
  const { source, remove } = brokenBuild(mistakes.map((name) => MISTAKES[name as keyof typeof MISTAKES]));
  return runFaults({ ...o, source }).finally(remove);
}

// a run whose test is gone ends with all that it has started
process.once('disconnect', () => process.kill(0, 'SIGKILL'));

main().then(
  (code) => process.exit(code),
  (error: Error) => {
    console.error(error.message);
    process.exit(1);
  },
);

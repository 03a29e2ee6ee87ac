/**
 * Orders while everything fails that can: `npm run test:faults -- --orders 300 --concurrency 40 --seed 7`. Without a seed, a new one, which is printed.
 * `--mistake payout-without-key` runs a build that somebody has broken: then violations are what is expected.
 */
import { parseArgs } from 'node:util';
import { brokenBuild, MISTAKES } from './mistakes';
import { type FaultReport, runFaults } from './run';

const string = { type: 'string' } as const;
const { values } = parseArgs({
  options: { orders: { ...string, default: '300' }, concurrency: { ...string, default: '40' }, seed: string, mistake: string },
});
/** A broken build leaves orders that never end. */
const PATIENCE_WITH_BROKEN_MS = 60_000;
const NONE = { kill: 0, cut: 0, reset: 0, slow: 0, hold: 0 };

async function main(): Promise<number> {
  const seed = Number(values.seed ?? Date.now() % 1_000_000);
  const run = { seed, orders: Number(values.orders), concurrency: Number(values.concurrency), say: (line: string) => console.log(line) };
  const report = values.mistake === undefined ? await runFaults(run) : await runBroken(values.mistake, run);
  console.table(Object.fromEntries(report.faults.map(([fault, times]) => [fault, { times }])));
  console.table(Object.fromEntries(Object.entries(report.statuses).map(([status, orders]) => [status, { orders }])));
  for (const { invariant, subject, detail } of report.violations) console.log(`BROKEN ${invariant}: ${subject}: ${detail}`);
  console.log(`seed ${seed}: ${report.orders} orders, ${report.seconds} s, ${report.violations.length} violations`);
  console.log(`REPORT ${JSON.stringify(report)}`);
  return report.violations.length > 0 ? 1 : 0;
}

function runBroken(name: string, run: Parameters<typeof runFaults>[0]): Promise<FaultReport> {
  const mistake = MISTAKES[name as keyof typeof MISTAKES];
  if (!mistake) throw new Error(`There is no mistake ${name}; there are: ${Object.keys(MISTAKES).join(', ')}`);
  const { source, remove } = brokenBuild(mistake);
  const links = 'links' in mistake ? mistake.links : undefined;
  return runFaults({ ...run, source, patienceMs: PATIENCE_WITH_BROKEN_MS, faults: { ...NONE, ...mistake.faults }, links }).finally(remove);
}

main().then(
  (code) => process.exit(code),
  (error: Error) => {
    console.error(error.message);
    process.exit(1);
  },
);

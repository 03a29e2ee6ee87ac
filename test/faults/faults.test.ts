import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import type { MISTAKES } from './mistakes';
import type { FaultReport } from './run';

const MINUTES = 60_000;
/** Until callers give up. */
const DRIVEN = 6;
/** Above all that a run waits for: its parts to start, its callers, enough faults, the end of its workflows, the reconciliation, its events. */
const LONGEST = (DRIVEN + 10) * MINUTES;
const AT_ONCE = 24;

let child: ChildProcess | undefined;

/** Ends the run and all that it has started, in a process group of its own. */
function end(): void {
  try {
    if (child?.pid) process.kill(-child.pid, 'SIGKILL');
  } catch {} // nothing is left of it
  child = undefined;
}
afterEach(end);

/** A run as `npm run test:faults` has it, shorter. */
async function faultRun(orders: number, seed: number, ...mistakes: (keyof typeof MISTAKES)[]): Promise<FaultReport> {
  const options = { orders, concurrency: Math.min(orders, AT_ONCE), minutes: DRIVEN, seed };
  const args = [...Object.entries(options), ...mistakes.map((mistake) => ['mistake', mistake])].flatMap(([name, value]) => [`--${name}`, `${value}`]);
  const command = ['--import', 'tsx', join(__dirname, 'main.ts'), ...args];
  const run = spawn(process.execPath, command, { detached: true, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  child = run;
  let output = '';
  for (const stream of [run.stdout, run.stderr]) stream?.on('data', (chunk: Buffer) => (output += String(chunk)));
  run.once('exit', end);
  await new Promise((resolve) => run.once('close', resolve));
  const report = /^REPORT (.*)$/m.exec(output)?.[1];
  if (!report) throw new Error(output);
  return JSON.parse(report) as FaultReport;
}

it(
  'whatever breaks, every order comes to its end, and every promise holds',
  async () => {
    const { violations, statuses, faults } = await faultRun(20, 1);
    expect(violations).toEqual([]);
    expect(Object.values(statuses).reduce((sum, count) => sum + count)).toBe(20);
    for (const kind of ['killed', 'link overtake', 'bank', 'receiver']) expect(faults.map(([what]) => what).join()).toContain(kind);
  },
  LONGEST,
);

// The bank's part in a run follows from its seed: with these, several orders meet what brings the mistake to light.

it(
  'a payout that loses its key is caught',
  async () => {
    const { violations } = await faultRun(10, 6, 'payout-without-key');
    expect(violations.map(({ detail }) => detail).join('\n')).toMatch(/(payout|fx) was done \d+ times/);
  },
  LONGEST,
);

it(
  'a key that is given up without being withdrawn is caught',
  async () => {
    const { violations } = await faultRun(10, 2030, 'key-without-withdrawal');
    expect(violations.map(({ detail }) => detail).join('\n')).toMatch(/(payout|fx) was done \d+ times/);
  },
  LONGEST,
);

it(
  'a copy written without its version, a failed delivery that counts and a payout of another amount are caught',
  async () => {
    const { violations } = await faultRun(10, 1, 'copy-without-version', 'failed-delivery-counts', 'payout-of-another-amount');
    const invariants = ['a copy never goes back', 'an event is taken or a dead letter', 'the bank is asked for what was ordered'];
    expect(violations.map(({ invariant }) => invariant)).toEqual(expect.arrayContaining(invariants));
  },
  LONGEST,
);

import { cpSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { scratchDir } from '../../src/local/scratch';

/** One mistake: what stands in a file, and what somebody wrote instead. */
interface Mistake {
  file: string;
  right: string;
  wrong: string;
}

export const MISTAKES = {
  'payout-without-key': {
    file: 'activities/ask-once.ts',
    right: 'rail.send(step.key, ',
    wrong: 'rail.send(step.key + activityInfo().attempt, ',
  },
  'key-without-withdrawal': {
    file: 'workflows/settle.ts',
    right: 'attempts.done ?? (await withdrawn(record, step, key, verdict))',
    wrong: 'attempts.done',
  },
  'copy-without-version': {
    file: 'src/store/commit.ts',
    right: 'WHERE orders.version < excluded.version OR',
    wrong: 'WHERE true OR',
  },
  'failed-delivery-counts': {
    file: 'src/store/webhooks.ts',
    right: "CASE WHEN a.error IS NULL THEN 'DELIVERED'",
    wrong: "CASE WHEN true THEN 'DELIVERED'",
  },
  'payout-of-another-amount': {
    file: 'activities/payout.ts',
    right: 'return { amount, currency, to:',
    wrong: "return { amount: '1' + amount, currency, to:",
  },
} as const satisfies Record<string, Mistake>;

const PROJECT = resolve(__dirname, '../..');
const PARTS = ['src', 'workflows', 'activities', 'prisma', 'package.json', 'package-lock.json', 'tsconfig.json'];

/** A copy of the service's code with mistakes in it. @throws Error when what should be wrong is not there any more */
export function brokenBuild(mistakes: Mistake[]): { source: string; remove(): void } {
  const source = scratchDir('broken');
  for (const part of PARTS) cpSync(join(PROJECT, part), join(source, part), { recursive: true });
  symlinkSync(join(PROJECT, 'node_modules'), join(source, 'node_modules'));
  for (const { file, right, wrong } of mistakes) {
    const path = join(source, file);
    const text = readFileSync(path, 'utf8');
    if (!text.includes(right)) throw new Error(`${file} has no "${right}" to spoil`);
    writeFileSync(path, text.replace(right, wrong));
  }
  return { source, remove: () => rmSync(source, { recursive: true, force: true }) };
}

import { cpSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { scratchDir } from '../../src/local/scratch';
import type { FAULTS } from './chaos';
import type { LinkName } from './parts';

/** One mistake: what stands in a file, and what somebody wrote instead; and the faults that bring it to light soonest. */
interface Mistake {
  file: string;
  right: string;
  wrong: string;
  faults: Partial<typeof FAULTS>;
  links?: readonly LinkName[];
}

export const MISTAKES = {
  'payout-without-key': {
    file: 'activities/ask-once.ts',
    right: 'rail.send(step.key, ',
    wrong: 'rail.send(step.key + Date.now(), ',
    faults: { reset: 1 },
  },
  'key-without-withdrawal': {
    file: 'workflows/settle.ts',
    right: 'attempts.done ?? (await withdrawn(record, step, key))',
    wrong: 'attempts.done',
    faults: { reset: 1 },
  },
  'copy-without-version': {
    file: 'src/store/commit.ts',
    right: 'WHERE orders.version < excluded.version',
    wrong: '',
    faults: { hold: 1 },
    links: ['worker to postgres'],
  },
} as const satisfies Record<string, Mistake>;

const PROJECT = resolve(__dirname, '../..');
const PARTS = ['src', 'workflows', 'activities', 'prisma', 'package.json', 'package-lock.json', 'tsconfig.json'];

/** A copy of the service's code with a mistake in it. @throws Error when what should be wrong is not there any more */
export function brokenBuild({ file, right, wrong }: Mistake): { source: string; remove(): void } {
  const source = scratchDir('broken');
  for (const part of PARTS) cpSync(join(PROJECT, part), join(source, part), { recursive: true });
  symlinkSync(join(PROJECT, 'node_modules'), join(source, 'node_modules'));
  const path = join(source, file);
  const text = readFileSync(path, 'utf8');
  if (!text.includes(right)) throw new Error(`${file} has no "${right}" to spoil`);
  writeFileSync(path, text.replace(right, wrong));
  return { source, remove: () => rmSync(source, { recursive: true, force: true }) };
}

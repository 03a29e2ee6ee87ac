import type { ChildProcess } from 'node:child_process';
import { execFile } from 'node:child_process';
import { access, constants, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** For programs that are fetched once a user, and found by the next clone. */
export const CACHE_DIR = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'payment-agent');

export type Found = { path: string } | { problem: string };
export type Progress = (line: string) => void;

/** Where a program is kept once it is fetched: `dir` in the cache, `name` in it. */
export interface Place {
  dir: string;
  name: string;
}

export const pathOf = ({ dir, name }: Place): string => join(CACHE_DIR, dir, name);

/** The program at a path, if it answers `--version` or what else is given. */
export const runs = (path: string, what: string, args = ['--version']): Promise<Found> =>
  promisify(execFile)(path, args, { timeout: 20_000 }).then(
    () => ({ path }),
    (error: Error) => ({ problem: `${what} (${path}): ${error.message.split('\n')[0]}` }),
  );

export async function inCache(place: Place): Promise<Found> {
  const path = pathOf(place);
  return (await isExecutable(path)) ? { path } : { problem: `${path}: not there yet` };
}

/** Fetches a program into a folder of its own, then puts all of that in its place at once: whoever looks meanwhile finds all or nothing. */
export async function fetchInto(place: Place, what: string, fetch: (dir: string) => Promise<string | undefined>): Promise<Found> {
  const target = join(CACHE_DIR, place.dir);
  await mkdir(CACHE_DIR, { recursive: true });
  const dir = await mkdtemp(`${target}-getting-`);
  try {
    const problem = await fetch(dir);
    if (problem !== undefined) return { problem: `${what}: ${problem}` };
    if (!(await isExecutable(join(target, place.name)))) {
      await rm(target, { recursive: true, force: true });
      await rename(dir, target);
    }
    return await inCache(place);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

/** Waits for a program; the end of what it said on its standard error when it failed, undefined when it did not. */
export function finished(child: ChildProcess, timeoutMs: number): Promise<string | undefined> {
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    said = (said + String(chunk)).slice(-600);
  });
  return new Promise((resolve) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
    const end = (problem: string | undefined): void => {
      clearTimeout(timer);
      resolve(problem);
    };
    child.once('error', (error) => end(error.message));
    child.once('close', (code) => end(code === 0 ? undefined : (said.trim().split('\n').pop() ?? '') || `ended with ${code}`));
  });
}

export const isExecutable = (path: string): Promise<boolean> =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  );

import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { openSync, readFileSync } from 'node:fs';
import { until } from './until';

export interface Launch {
  command: string;
  args: string[];
  logFile: string;
  options?: SpawnOptions;
}

/** Starts a program with its output in a file; it fails with the end of that file when it does not stay up until `ready`. */
export async function launch({ command, args, logFile, options }: Launch, ready: () => Promise<boolean>): Promise<ChildProcess> {
  const log = openSync(logFile, 'a');
  const child = spawn(command, args, { stdio: ['ignore', log, log], ...options });
  const failed = new Promise<never>((_, reject) => {
    child.once('error', (error) => reject(new Error(`${command} does not start: ${error.message}`)));
    child.once('exit', (code) => reject(new Error(`${command} ended with ${code}: ${tail(logFile)}`)));
  });
  failed.catch(() => undefined);
  try {
    await Promise.race([failed, until(`${command} is ready`, 60_000, ready)]);
  } catch (error) {
    child.kill('SIGKILL'); // it would keep its port and its data from the next one
    throw error;
  }
  return child;
}

/** Ends a program and waits for its end. */
export async function stopChild(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  const force = setTimeout(() => child.kill('SIGKILL'), 15_000);
  await ended;
  clearTimeout(force);
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

export const tail = (file: string, lines = 5): string => {
  try {
    return readFileSync(file, 'utf8').trim().split('\n').slice(-lines).join(' | ');
  } catch {
    return '(nothing written)';
  }
};

import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';

interface Usage {
  ppid: number;
  /** CPU seconds of the process itself, and of children that have ended. */
  own: number;
  ended: number;
}

const available = existsSync('/proc/self/stat');
const TICKS = available ? Number(execFileSync('getconf', ['CLK_TCK']).toString()) : 100;

export function assertMeasurable(): void {
  if (!available) throw new Error('CPU is read from /proc, which this system does not have; run the bench on Linux.');
}

function usage(pid: number): Usage | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [, ppid = 0] = fields;
    const seconds = (from: number): number => ((fields[from] ?? 0) + (fields[from + 1] ?? 0)) / TICKS;
    return { ppid, own: seconds(11), ended: seconds(13) };
  } catch {
    return undefined; // it has just ended
  }
}

const allPids = (): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);

/** Whether a process has this text in its command line. */
export const anyNames = (text: string): boolean => allPids().some((pid) => commandLine(pid).includes(text));

function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return ''; // it has just ended
  }
}

/** CPU seconds of a process, with all its threads. */
export const cpuOf = (pid: number): number => usage(pid)?.own ?? 0;

/** The same with its children, those that have ended too: PostgreSQL's backends come and go. */
export function cpuOfTree(root: number): number {
  const all = new Map(allPids().map((pid) => [pid, usage(pid)]));
  const sum = (pid: number): number => {
    const own = all.get(pid);
    const children = [...all].filter(([, u]) => u?.ppid === pid).map(([child]) => sum(child));
    return own ? own.own + own.ended + children.reduce((a, b) => a + b, 0) : 0;
  };
  return sum(root);
}

/** Most memory a process has had, in MiB. */
export const peakMiB = (pid: number): number => {
  const kib = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Math.round(Number(kib ?? 0) / 1024);
};

import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { constants } from 'node:os';
import { join, resolve } from 'node:path';
import { stopChild } from '../src/local/process';
import { scratchDir } from '../src/local/scratch';
import { until } from '../src/local/until';
import { readSettings } from '../src/settings';
import { writeConfig } from '../src/store/config';
import { openDatabase } from '../src/store/database';
import { anyNames } from './processes';

export interface StackParts {
  baseUrl: string;
  databaseUrl: string;
  temporalAddress: string;
  pids: { app: number; keeper: number; temporal: number; postgres: number };
}

const MAIN = resolve(__dirname, '../src/main.ts');

const OUTSIDE = ['BASE_URL', 'DATABASE_URL', 'PROVIDER_URL', 'PROVIDER_API_KEY', 'SANDBOX_PAY_URL'];
const TEMPORAL_OUTSIDE = ['ADDRESS', 'API_KEY', 'TLS_CERT', 'TLS_KEY', 'TLS_CA'].map((name) => `TEMPORAL_${name}`);

/** Neither `.env` nor the shell decides what is measured, least of all on whose database: an empty setting counts as not set. */
const unset = (): Record<string, string> =>
  Object.fromEntries([...Object.keys(readSettings({})), ...OUTSIDE, ...TEMPORAL_OUTSIDE].map((name) => [name, '']));
const FREE_PORTS = { PORT: '0', POSTGRES_PORT: '0', TEMPORAL_PORT: '0', TEMPORAL_UI_PORT: '0' };

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

class Interrupted extends Error {
  constructor(readonly signal: (typeof SIGNALS)[number]) {
    super(`${signal}: nothing is reported.`);
  }
}

/** What a process that failed ends with: when a signal ended it, what a shell expects of one. */
export const exitCode = (error: Error): number => (error instanceof Interrupted ? 128 + constants.signals[error.signal] : 1);

/** Works against a stack of its own, without rate limits, and ends it afterwards, also when this process is asked to end. */
export async function withStack<T>(work: (parts: StackParts) => Promise<T>): Promise<T> {
  const interrupted = new Promise<never>((_, reject) => {
    for (const signal of SIGNALS) process.on(signal, () => reject(new Interrupted(signal)));
  });
  const stack = new Stack();
  try {
    const ready = async (): Promise<T> => {
      const parts = await stack.ready();
      await liftRateLimits(parts.databaseUrl);
      return work(parts);
    };
    return await Promise.race([ready(), interrupted]);
  } finally {
    await stack.stop();
  }
}

async function liftRateLimits(databaseUrl: string): Promise<void> {
  const db = openDatabase(databaseUrl, 1);
  await writeConfig(db, 'rate_limits', { operator_per_minute: 10_000_000, partner_per_minute: 10_000_000, staff_per_minute: 10_000_000 });
  await db.$disconnect();
}

/** `npm start` on fresh data and free ports. Node's own flags for it, such as `--cpu-prof`, are given in BENCH_NODE_ARGS. */
class Stack {
  readonly #dataDir = scratchDir('bench');
  readonly #child: ChildProcess;
  #output = '';

  constructor() {
    const execArgv = process.env.BENCH_NODE_ARGS?.split(' ') ?? [];
    this.#child = spawn(process.execPath, [...execArgv, '--import', 'tsx', MAIN], {
      detached: true, // Ctrl-C is the driver's alone, which then ends this in order
      env: { ...process.env, ...unset(), ...FREE_PORTS, DATA_DIR: this.#dataDir, LOG_LEVEL: 'error', NODE_ENV: 'production' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#child.stdout?.on('data', (chunk: Buffer) => {
      this.#output += String(chunk);
    });
  }

  /** @throws Error when the service ends first; a Temporal server may have to be built, which takes minutes */
  async ready(): Promise<StackParts> {
    await until('the service is ready', 600_000, () => {
      if (this.#child.exitCode !== null) throw new Error(`the service ended with ${this.#child.exitCode}`);
      return /Ready:.*\n/.test(this.#output);
    });
    return {
      baseUrl: this.#said(/API (\S+)/),
      databaseUrl: this.#said(/PostgreSQL (\S+)/),
      temporalAddress: this.#said(/Temporal (\S+)/),
      pids: {
        app: this.#child.pid ?? 0,
        keeper: this.#pid('keeper.pid'),
        temporal: this.#pid('temporal.db.pid'),
        postgres: this.#pid('postgres/postmaster.pid'),
      },
    };
  }

  /** Ends the service, waits for what it kept, and takes the data away. */
  async stop(): Promise<void> {
    await stopChild(this.#child, 'SIGTERM');
    await until(`all that uses ${this.#dataDir} ends`, 30_000, () => !anyNames(this.#dataDir));
    rmSync(this.#dataDir, { recursive: true, force: true });
  }

  #said(what: RegExp): string {
    const found = what.exec(this.#output.slice(this.#output.indexOf('Ready:')))?.[1];
    if (!found) throw new Error(`the service's Ready line lacks ${what}: ${this.#output}`);
    return found;
  }

  #pid = (file: string): number => Number(readFileSync(join(this.#dataDir, file), 'utf8').split('\n')[0]);
}

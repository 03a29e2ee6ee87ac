import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { usablePort } from '../src/local/ports';
import { stopChild } from '../src/local/process';
import { scratchDir } from '../src/local/scratch';
import { until } from '../src/local/until';

export interface BenchStack {
  baseUrl: string;
  databaseUrl: string;
  temporalAddress: string;
  pids: { app: number; keeper: number; temporal: number; postgres: number };
  stop(): Promise<void>;
}

const MAIN = resolve(__dirname, '../src/main.ts');

/** `npm start` on fresh data and free ports; all of it goes again with `stop`. */
export async function startStack(): Promise<BenchStack> {
  const dataDir = scratchDir('bench');
  const [port, postgresPort, temporalPort, uiPort] = await Promise.all([0, 0, 0, 0].map(() => usablePort('PORT', 0)));
  const ports = { PORT: port, POSTGRES_PORT: postgresPort, TEMPORAL_PORT: temporalPort, TEMPORAL_UI_PORT: uiPort };
  const env = { ...process.env, ...Object.fromEntries(Object.entries(ports).map(([k, v]) => [k, String(v)])), DATA_DIR: dataDir, LOG_LEVEL: 'error' };
  const execArgv = process.env.BENCH_NODE_ARGS?.split(' ') ?? [];
  const child = spawn(process.execPath, [...execArgv, '--import', 'tsx', MAIN], {
    env: { ...env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const stop = async (): Promise<void> => {
    await stopChild(child, 'SIGTERM');
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    const ready = await readyLine(child);
    const pid = (file: string): number => Number(readFileSync(join(dataDir, file), 'utf8').split('\n')[0]);
    return {
      baseUrl: `http://127.0.0.1:${port}`,
      databaseUrl: /PostgreSQL (\S+)/.exec(ready)?.[1] ?? '',
      temporalAddress: `127.0.0.1:${temporalPort}`,
      pids: { app: child.pid ?? 0, keeper: pid('keeper.pid'), temporal: pid('temporal.db.pid'), postgres: pid('postgres/postmaster.pid') },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function readyLine(child: ChildProcess): Promise<string> {
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    output += String(chunk);
  });
  await until('the service is ready', 600_000, () => {
    if (child.exitCode !== null) throw new Error(`the service ended with ${child.exitCode}`);
    return output.includes('Ready:');
  });
  return output;
}

import { readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { SEARCH_ATTRIBUTES } from '../domain/search-attributes';
import { commandOf } from './postgres';
import { isAlive, launch, stopChild } from './process';
import { until } from './until';

export interface LocalTemporal {
  address: string;
  ui: string;
  pid: number;
  stop(): Promise<void>;
}

const ATTRIBUTE_TYPES = { KEYWORD: 'Keyword', BOOL: 'Bool', DATETIME: 'Datetime' } as const;

/** First attempts of activities are handed out with the workflow task, and internal hops do not pause. docker-compose.yml has the same. */
export const TUNED_DYNAMIC_CONFIG = ['system.enableActivityEagerExecution=true', 'history.transferProcessorMaxPollRPS=1000'];

/**
 * What makes the dev server fit for work: besides, a write-ahead log instead of a rollback journal. After a power cut (not a kill) it may lack its
 * last moments.
 */
const TUNING = [
  ...['journal_mode=WAL', 'synchronous=NORMAL'].flatMap((p) => ['--sqlite-pragma', p]),
  ...TUNED_DYNAMIC_CONFIG.flatMap((c) => ['--dynamic-config-value', c]),
];

export interface TemporalOptions {
  cli: string;
  /** Keeps workflows over a restart. */
  file: string;
  port: number;
  uiPort: number;
  namespaces: string[];
  logFile: string;
}

/** Temporal's dev server with its Web UI, on loopback ports. */
export async function startTemporal(o: TemporalOptions): Promise<LocalTemporal> {
  const attributes = Object.entries(SEARCH_ATTRIBUTES).flatMap(([name, type]) => ['--search-attribute', `${name}=${ATTRIBUTE_TYPES[type]}`]);
  const where = ['--ip', '127.0.0.1', '--port', String(o.port), '--ui-port', String(o.uiPort), '--db-filename', o.file, '--log-level', 'warn'];
  const namespaces = o.namespaces.filter((n) => n !== 'default').flatMap((n) => ['--namespace', n]);
  await endLeftOver(o.file);
  const args = ['server', 'start-dev', ...where, ...namespaces, ...attributes, ...TUNING];
  const child = await launch({ command: o.cli, args, logFile: o.logFile }, () => listens(o.port));
  await writeFile(pidFile(o.file), String(child.pid));
  return {
    address: `127.0.0.1:${o.port}`,
    ui: `http://127.0.0.1:${o.uiPort}`,
    pid: child.pid ?? 0,
    async stop() {
      await stopChild(child, 'SIGTERM');
      await rm(pidFile(o.file), { force: true });
    },
  };
}

const pidFile = (file: string): string => `${file}.pid`;

async function endLeftOver(file: string): Promise<void> {
  const pid = Number(await readFile(pidFile(file), 'utf8').catch(() => ''));
  if (!pid || !isAlive(pid) || !(await commandOf(pid)).includes(file)) return;
  process.kill(pid, 'SIGTERM');
  await until('the Temporal server of a killed start ends', 20_000, () => !isAlive(pid));
}

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

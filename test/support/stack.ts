import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { usablePort } from '../../src/local/ports';
import { scratchDir } from '../../src/local/scratch';
import { until } from '../../src/local/until';

const ROOT = resolve(__dirname, '../..');

export interface Ended {
  code: number | null;
  output: string;
}

/** `npm start` as a user has it: processes of its own, in a data folder of its own. */
export class Stack {
  readonly dataDir = scratchDir('stack');
  baseUrl = '';
  output = '';
  #env: NodeJS.ProcessEnv = {};
  #child?: ChildProcess;

  /** Chooses free ports, which stay the same over restarts. */
  async prepare(env: NodeJS.ProcessEnv = {}): Promise<this> {
    const [port, postgres, temporal, ui] = await Promise.all([0, 0, 0, 0].map(() => usablePort('PORT', 0)));
    this.baseUrl = `http://127.0.0.1:${port}`;
    const ports = { PORT: port, POSTGRES_PORT: postgres, TEMPORAL_PORT: temporal, TEMPORAL_UI_PORT: ui };
    this.#env = {
      ...process.env,
      ...Object.fromEntries(Object.entries(ports).map(([k, v]) => [k, String(v)])),
      DATA_DIR: this.dataDir,
      LOG_LEVEL: 'warn',
      ...env,
    };
    return this;
  }

  spawn(): ChildProcess {
    const child = spawn(process.execPath, ['--import', 'tsx', join(ROOT, 'src/main.ts')], {
      cwd: ROOT,
      env: this.#env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        this.output += String(chunk);
      });
    }
    this.#child = child;
    return child;
  }

  async start(): Promise<void> {
    this.output = '';
    const child = this.spawn();
    await until('the ready line', 90_000, () => {
      if (child.exitCode !== null) throw new Error(`the start ended with ${child.exitCode}: ${this.output}`);
      return this.output.includes('Ready:');
    });
  }

  /** The end of the process, by itself or by a signal. */
  async ended(signal?: NodeJS.Signals): Promise<Ended> {
    const child = this.#child;
    if (!child) throw new Error('nothing was started');
    const end = child.exitCode !== null || child.signalCode !== null ? Promise.resolve() : new Promise((done) => child.once('close', done));
    if (signal) child.kill(signal);
    await end;
    return { code: child.exitCode, output: this.output };
  }

  /** Every process that works on this data folder: the service, its keeper, PostgreSQL with its backends, Temporal. */
  processes(): number[] {
    const own = this.#child?.exitCode === null && this.#child.signalCode === null ? [this.#child.pid ?? 0] : [];
    const lines = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' }).trim().split('\n');
    const all = lines
      .map((l) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(l))
      .flatMap((m) => (m ? [{ pid: Number(m[1]), ppid: Number(m[2]), args: m[3] ?? '' }] : []));
    const roots = [...own, ...all.filter((p) => p.args.includes(this.dataDir) && p.pid !== process.pid).map((p) => p.pid)];
    const found = new Set<number>();
    const add = (pid: number): void => {
      if (found.has(pid)) return;
      found.add(pid);
      for (const p of all) if (p.ppid === pid) add(p.pid);
    };
    roots.forEach(add);
    return [...found];
  }

  /** `kill -9` of everything at once. */
  async killAll(): Promise<void> {
    for (const pid of this.processes()) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {} // it went with its parent
    }
    await until('all processes are gone', 20_000, () => this.processes().length === 0);
  }

  async remove(): Promise<void> {
    await this.killAll();
    rmSync(this.dataDir, { recursive: true, force: true });
  }
}

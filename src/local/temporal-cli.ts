import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { access, constants, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

/** The last version that installs as a Go module. */
export const CLI_VERSION = '1.5.1';
/** For programs that are fetched once a user. */
export const CACHE_DIR = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'payment-agent');

type Progress = (line: string) => void;
type Found = { path: string } | { problem: string };
type Source = (progress: Progress, children: Set<ChildProcess>) => Promise<Found>;

/** No Temporal server is to be had: what was tried, and what to install. */
export class NoTemporalError extends Error {
  constructor(tried: string[]) {
    super(
      [
        'No Temporal server is to be had. Tried:',
        ...tried.map((t) => `  - ${t}`),
        'Install the Temporal CLI (brew install temporal, or see docs.temporal.io/cli) or Go 1.25 or newer and start again,',
        'or set TEMPORAL_ADDRESS to a server that runs already.',
      ].join('\n'),
    );
    this.name = 'NoTemporalError';
  }
}

/** The Temporal CLI: a given path, the PATH, the user's cache, the SDK's download, Go's module proxy; in this order. @throws NoTemporalError */
export async function temporalCli(given: string | undefined, progress: Progress, children: Set<ChildProcess>): Promise<string> {
  const tried: string[] = [];
  const sources: Source[] = given ? [() => runs(given, 'TEMPORAL_CLI_PATH')] : [onPath, inCache, bySdk, byGo];
  for (const source of sources) {
    const found = await source(progress, children);
    if ('path' in found) return found.path;
    tried.push(found.problem);
  }
  throw new NoTemporalError(tried);
}

const cacheDir = join(CACHE_DIR, `temporal-cli-${CLI_VERSION}`);
const cached = join(cacheDir, 'temporal');

async function onPath(): Promise<Found> {
  for (const dir of (process.env.PATH ?? '').split(delimiter).filter(Boolean)) {
    if (await executable(join(dir, 'temporal'))) return runs(join(dir, 'temporal'), 'temporal on the PATH');
  }
  return { problem: 'temporal on the PATH: there is none' };
}

const inCache = async (): Promise<Found> => ((await executable(cached)) ? runs(cached, 'the cache') : { problem: `${cached}: not there yet` });

async function runs(path: string, what: string): Promise<Found> {
  return promisify(execFile)(path, ['--version'], { timeout: 20_000 }).then(
    () => ({ path }),
    (error: Error) => ({ problem: `${what} (${path}): ${error.message.split('\n')[0]}` }),
  );
}

/** The SDK can fetch a CLI for its own test environment. It runs apart from this process: it is native code that keeps trying. */
async function bySdk(progress: Progress, children: Set<ChildProcess>): Promise<Found> {
  progress('Getting the Temporal server, once: asking for a download …');
  const dir = await scratch();
  const script = `
    const { TestWorkflowEnvironment } = require('@temporalio/testing');
    TestWorkflowEnvironment.createLocal({ server: { executable: { type: 'cached-download', version: 'v${CLI_VERSION}', downloadDir: ${JSON.stringify(dir)} } } })
      .then((e) => e.teardown()).then(() => process.exit(0), (e) => { console.error(e.message); process.exit(1); });`;
  const problem = await finished(
    spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'ignore', 'pipe'], detached: true, cwd: __dirname }),
    children,
    180_000,
  );
  const [name] = (await readdir(dir)).filter((n) => n.startsWith('temporal'));
  return name && problem === undefined ? keep(join(dir, name), dir) : drop(dir, `the SDK's download: ${problem ?? 'nothing came'}`);
}

async function byGo(progress: Progress, children: Set<ChildProcess>): Promise<Found> {
  const started = Date.now();
  const dir = await scratch();
  let module = '';
  const say = (): void =>
    progress(`Getting the Temporal server, once: building it with Go, about 3 minutes (${Math.round((Date.now() - started) / 1000)} s${module}) …`);
  say();
  const timer = setInterval(say, 5_000);
  const go = spawn('go', ['install', `github.com/temporalio/cli/cmd/temporal@v${CLI_VERSION}`], {
    env: { ...process.env, GOBIN: dir, GOFLAGS: '-modcacherw' },
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  });
  go.stderr.on('data', (chunk: Buffer) => {
    module = /downloading (\S+)/.exec(String(chunk))?.[1]?.replace(/^/, ', ') ?? module;
  });
  const problem = await finished(go, children, 1_200_000);
  clearInterval(timer);
  return problem === undefined ? keep(join(dir, 'temporal'), dir) : drop(dir, `go install: ${problem}`);
}

/** The end of what a program said on its standard error when it failed; undefined when it did not. */
function finished(child: ChildProcess, children: Set<ChildProcess>, timeoutMs: number): Promise<string | undefined> {
  children.add(child);
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    said = (said + String(chunk)).slice(-400);
  });
  return new Promise((resolve) => {
    const timer = setTimeout(() => process.kill(-(child.pid ?? 0), 'SIGKILL'), timeoutMs);
    const end = (problem: string | undefined): void => {
      clearTimeout(timer);
      children.delete(child);
      resolve(problem);
    };
    child.once('error', (error) => end(error.message));
    child.once('close', (code) => end(code === 0 ? undefined : (said.trim().split('\n').pop() ?? '') || `ended with ${code}`));
  });
}

async function scratch(): Promise<string> {
  await mkdir(cacheDir, { recursive: true });
  return mkdtemp(join(cacheDir, 'getting-'));
}

async function keep(from: string, dir: string): Promise<Found> {
  await rename(from, cached);
  await rm(dir, { recursive: true, force: true });
  return runs(cached, 'the program just fetched');
}

async function drop(dir: string, problem: string): Promise<Found> {
  await rm(dir, { recursive: true, force: true });
  return { problem };
}

const executable = (path: string): Promise<boolean> =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  );

import { type ChildProcess, spawn } from 'node:child_process';
import { readdir, rename } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { type Found, fetchInto, finished, inCache, isExecutable, type Place, type Progress, runs } from './obtain';

/** The last version that installs as a Go module. */
const VERSION = '1.5.1';
const PLACE: Place = { dir: `temporal-cli-${VERSION}`, name: 'temporal' };

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

/**
 * The Temporal CLI: the given path; else the PATH, the user's cache, the SDK's download, a build with Go; in this order.
 * @param started is told each process that fetches, so that it can be ended; each leads a process group of its own
 * @throws NoTemporalError
 */
export async function temporalCli(given: string | undefined, progress: Progress, started: (child: ChildProcess) => void): Promise<string> {
  const fetchers = [() => bySdk(progress, started), () => byGo(progress, started)];
  const sources = given ? [() => runs(given, 'TEMPORAL_CLI_PATH')] : [onPath, () => inCache(PLACE), ...fetchers];
  const tried: string[] = [];
  for (const source of sources) {
    const found = await source();
    if ('path' in found) return found.path;
    tried.push(found.problem);
  }
  throw new NoTemporalError(tried);
}

async function onPath(): Promise<Found> {
  for (const dir of (process.env.PATH ?? '').split(delimiter).filter(Boolean)) {
    if (await isExecutable(join(dir, 'temporal'))) return runs(join(dir, 'temporal'), 'temporal on the PATH');
  }
  return { problem: 'temporal on the PATH: there is none' };
}

/** The SDK can fetch a CLI for its own test environment. It runs apart: it is native code that starts a server of its own. */
function bySdk(progress: Progress, started: (child: ChildProcess) => void): Promise<Found> {
  progress('Getting the Temporal server, once: asking for a download …');
  return fetchInto(PLACE, "the SDK's download", async (dir) => {
    const executable = { type: 'cached-download', version: `v${VERSION}`, downloadDir: dir };
    const problem = await finished(sdkServer('createLocal', executable, started), 300_000);
    if (problem !== undefined) return problem;
    const [name] = (await readdir(dir)).filter((n) => n.startsWith('temporal'));
    if (!name) return 'nothing came';
    await rename(join(dir, name), join(dir, PLACE.name));
  });
}

/** Starts one of the SDK's own test servers and ends it: what it needs is downloaded on the way. */
export function sdkServer(kind: 'createLocal' | 'createTimeSkipping', executable: object, started: (child: ChildProcess) => void): ChildProcess {
  const script = `
    const { TestWorkflowEnvironment } = require('@temporalio/testing');
    TestWorkflowEnvironment.${kind}({ server: { executable: ${JSON.stringify(executable)} } })
      .then((e) => e.teardown()).then(() => process.exit(0), (e) => { console.error(e.message.split('\\n')[0]); process.exit(1); });`;
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'ignore', 'pipe'], detached: true, cwd: __dirname });
  started(child);
  return child;
}

function byGo(progress: Progress, started: (child: ChildProcess) => void): Promise<Found> {
  return fetchInto(PLACE, 'go install', async (dir) => {
    const begun = Date.now();
    let module = '';
    const say = (): void => progress(`Getting the Temporal server, once: building it with Go, about 3 minutes (${seconds(begun)} s${module}) …`);
    say();
    const timer = setInterval(say, 5_000);
    const go = spawn('go', ['install', `github.com/temporalio/cli/cmd/temporal@v${VERSION}`], {
      env: { ...process.env, GOBIN: dir, GOFLAGS: '-modcacherw' },
      stdio: ['ignore', 'ignore', 'pipe'],
      detached: true,
    });
    started(go);
    go.stderr.on('data', (chunk: Buffer) => {
      module = /downloading (\S+)/.exec(String(chunk))?.[1]?.replace(/^/, ', ') ?? module;
    });
    const problem = await finished(go, 1_200_000);
    clearInterval(timer);
    return problem;
  });
}

const seconds = (since: number): number => Math.round((Date.now() - since) / 1000);

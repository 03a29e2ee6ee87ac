import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { bundleWorkflowCode, DefaultLogger, type WorkflowBundleWithSourceMap } from '@temporalio/worker';

const ROOT = resolve(__dirname, '../..');
/** Everything that a workflow may import. */
const SOURCES = ['workflows', 'src/domain', 'src/temporal', 'activities', 'package-lock.json'];

/** The workflow code as one file, kept in `cacheDir` until its sources change: bundling takes seconds, reading milliseconds. */
export async function workflowBundle(cacheDir: string): Promise<Pick<WorkflowBundleWithSourceMap, 'code'>> {
  const file = join(cacheDir, `workflows-${await hashOf(SOURCES)}.js`);
  const kept = await readFile(file, 'utf8').catch(() => undefined);
  if (kept !== undefined) return { code: kept };
  const { code } = await bundleWorkflowCode({ workflowsPath: join(ROOT, 'workflows/index.ts'), logger: new DefaultLogger('ERROR') });
  await mkdir(cacheDir, { recursive: true });
  await writeFile(`${file}.${process.pid}`, code);
  await rename(`${file}.${process.pid}`, file);
  return { code };
}

async function hashOf(paths: string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const path of paths) {
    const files = path.includes('.') ? [path] : (await readdir(join(ROOT, path))).sort().map((name) => join(path, name));
    for (const file of files) hash.update(file).update(await readFile(join(ROOT, file)));
  }
  return hash.digest('hex').slice(0, 16);
}

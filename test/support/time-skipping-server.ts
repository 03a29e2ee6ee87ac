import { spawn } from 'node:child_process';
import { chmod, mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Found, fetchInto, finished, inCache, type Place, type Progress, pathOf, runs } from '../../src/local/obtain';
import { sdkServer } from '../../src/local/temporal-cli';

const VERSION = '1.38.0';
const PLACE: Place = { dir: `temporal-test-server-${VERSION}`, name: 'test-server' };

/** The server that skips time: TEST_SERVER_PATH, the user's cache, the SDK's download, or its Java program from Maven; in this order. */
export async function timeSkippingServer(progress: Progress): Promise<string> {
  const given = process.env.TEST_SERVER_PATH;
  const sources = given ? [() => runs(given, 'TEST_SERVER_PATH', ['--help'])] : [() => inCache(PLACE), bySdk, byMaven];
  const tried: string[] = [];
  for (const source of sources) {
    const found = await source(progress);
    if ('path' in found) return found.path;
    tried.push(found.problem);
  }
  const advice = 'Install Java 17 and Maven, or set TEST_SERVER_PATH to a temporal-test-server.';
  throw new Error(['No time-skipping Temporal server is to be had. Tried:', ...tried.map((t) => `  - ${t}`), advice].join('\n'));
}

function bySdk(progress: Progress): Promise<Found> {
  progress('Getting the time-skipping test server, once: asking for a download …');
  return fetchInto(PLACE, "the SDK's download", async (dir) => {
    const problem = await finished(
      sdkServer('createTimeSkipping', { type: 'cached-download', downloadDir: dir }, () => undefined),
      300_000,
    );
    if (problem !== undefined) return problem;
    const [name] = (await readdir(dir)).filter((n) => n.startsWith('temporal'));
    if (!name) return 'nothing came';
    await rename(join(dir, name), join(dir, PLACE.name));
  });
}

function byMaven(progress: Progress): Promise<Found> {
  progress('Getting the time-skipping test server, once: its Java program, with Maven …');
  return fetchInto(PLACE, 'mvn dependency:copy-dependencies', async (dir) => {
    const java = await runs('java', 'java', ['-version']);
    if ('problem' in java) return java.problem;
    await mkdir(join(dir, 'lib'));
    await writeFile(join(dir, 'pom.xml'), POM);
    const goal = ['-q', '-B', 'dependency:copy-dependencies', `-DoutputDirectory=${join(dir, 'lib')}`];
    const problem = await finished(spawn('mvn', goal, { cwd: dir, stdio: ['ignore', 'ignore', 'pipe'] }), 600_000);
    if (problem !== undefined) return problem;
    const wrapper = `#!/bin/sh\nexec java -cp "${join(pathOf(PLACE), '../lib')}/*" io.temporal.testserver.TestServer "$@"\n`;
    await writeFile(join(dir, PLACE.name), wrapper);
    await chmod(join(dir, PLACE.name), 0o755);
  });
}

const POM = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion><groupId>test</groupId><artifactId>test-server</artifactId><version>1</version>
  <dependencies><dependency>
    <groupId>io.temporal</groupId><artifactId>temporal-test-server</artifactId><version>${VERSION}</version>
  </dependency></dependencies>
</project>
`;

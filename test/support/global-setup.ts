import { keep } from '../../src/local/keep';
import { scratchDir } from '../../src/local/scratch';
import { readSettings } from '../../src/settings';
import { prepareDatabase } from '../../src/store/prepare';
import { NAMESPACES } from './namespaces';
import { timeSkippingServer } from './time-skipping-server';

/** Starts what all tests share: one PostgreSQL with a migrated template, one Temporal dev server with a namespace a test file, the test server. */
export default async function setup(): Promise<void> {
  const say = (line: string): void => void process.stderr.write(`${line}\n`);
  const dataDir = scratchDir('test');
  const testServer = await timeSkippingServer(say);
  const cliPath = process.env.TEMPORAL_CLI_PATH;
  const keeper = await keep({ dataDir, postgresPort: 0, temporal: { port: 0, uiPort: 0, namespaces: NAMESPACES, cliPath } }, say);
  await prepareDatabase(readSettings({}), keeper.databaseUrl ?? '');
  Object.assign(globalThis, { keeper });
  process.env.TEST_DATA_DIR = dataDir;
  process.env.TEST_DATABASE_URL = keeper.databaseUrl;
  process.env.TEST_TEMPORAL_ADDRESS = keeper.temporalAddress;
  process.env.TEST_TIME_SERVER = testServer;
}

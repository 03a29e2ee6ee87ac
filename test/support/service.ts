import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import type { Client } from '@temporalio/client';
import type { NativeConnection } from '@temporalio/worker';
import { transports } from 'winston';
import { type Operator, sandboxOperator } from '../../scripts/operator';
import { usablePort } from '../../src/local/ports';
import type { Providers } from '../../src/providers/ports';
import { type Role, type Service, startService } from '../../src/service';
import { readSettings, type Settings } from '../../src/settings';
import { writeConfig } from '../../src/store/config';
import type { Database } from '../../src/store/database';
import { SANDBOX_CLIENTS } from '../../src/store/seed';
import { workflowBundle } from '../../src/temporal/bundle';
import { connectTemporal, temporalClient } from '../../src/temporal/connection';
import { RECONCILIATION_SCHEDULE } from '../../src/temporal/reconciliation-schedule';
import { environment, testDatabase } from './database';
import { NAMESPACES } from './namespaces';
import { Receiver } from './receiver';
import { ReplayGate } from './replay';

export interface ServiceUnderTest {
  baseUrl: string;
  settings: Settings;
  db: Database;
  databaseUrl: string;
  client: Client;
  receiver: Receiver;
  /** What the service has logged. */
  logged: string[];
  operator: Operator;
  /** Another operator. */
  stranger: Operator;
}

interface Options {
  /** `all` when absent. */
  role?: Role;
  env?: NodeJS.ProcessEnv;
  providers?: (db: Database) => Providers;
  slots?: number;
  /** Gives another way to the same database. */
  databaseThrough?: (url: URL) => Promise<URL>;
  /** Gives another way to the same Temporal server. */
  temporalThrough?: (address: string) => Promise<string>;
}

export const testBundle = (): Promise<{ code: string }> => workflowBundle(join(environment('TEST_DATA_DIR'), 'cache'));

/** The next free namespace of the dev server: one for each test file. */
export function takeNamespace(): string {
  for (const name of NAMESPACES) {
    try {
      mkdirSync(join(environment('TEST_DATA_DIR'), name));
      return name;
    } catch {}
  }
  throw new Error('more test files than namespaces: lengthen NAMESPACES');
}

/**
 * The real service for a test file: gateway and worker in this process, on a database and a namespace of their own, its answers held to the contract.
 * After each test, the histories of the orders it made are replayed.
 */
export function useService(options: Options = {}): ServiceUnderTest {
  const under = {} as ServiceUnderTest;
  let service: Service;
  let connection: NativeConnection;
  let gate: ReplayGate;

  beforeAll(async () => {
    const settings = readSettings({ LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'error', TEMPORAL_NAMESPACE: takeNamespace(), ...options.env });
    const port = await usablePort('PORT', 0);
    const baseUrl = `http://127.0.0.1:${port}`;
    const temporalDirect = environment('TEST_TEMPORAL_ADDRESS');
    const temporalAddress = (await options.temporalThrough?.(temporalDirect)) ?? temporalDirect;
    const bundle = testBundle();
    const direct = new URL(await testDatabase());
    const databaseUrl = ((await options.databaseThrough?.(direct)) ?? direct).href;
    const { role = 'all', providers, slots } = options;
    service = await startService({
      settings,
      role,
      databaseUrl,
      temporalAddress,
      baseUrl,
      port,
      bundle,
      providers,
      slots,
      validateResponses: true,
    });
    const logged: string[] = [];
    service.log.add(new transports.Stream({ stream: new Writable({ write: (line, _encoding, done) => done(void logged.push(String(line))) }) }));
    await writeConfig(service.db, 'rate_limits', { operator_per_minute: 1_000_000, partner_per_minute: 1_000_000, staff_per_minute: 1_000_000 });
    connection = await connectTemporal(temporalDirect, settings);
    const client = temporalClient(connection, settings.TEMPORAL_NAMESPACE);
    if (role === 'all') await client.schedule.getHandle(RECONCILIATION_SCHEDULE).pause('a test reconciles when it wants to'); // a worker makes it
    gate = new ReplayGate(service.db, client, await bundle);
    const [operator, stranger] = SANDBOX_CLIENTS.map((client) => sandboxOperator(baseUrl, settings, client));
    Object.assign(under, {
      baseUrl,
      settings,
      db: service.db,
      databaseUrl,
      client,
      logged,
      receiver: await new Receiver().start(),
      operator,
      stranger,
    });
  });

  afterEach(async () => {
    await gate?.check();
  }, 180_000);

  afterAll(async () => {
    await under.receiver?.stop();
    await service?.stop();
    await connection?.close();
  });

  return under;
}

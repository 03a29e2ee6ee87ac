import { join } from 'node:path';
import { keep } from './local/keep';
import type { KeeperOptions } from './local/keeper';
import { usablePort } from './local/ports';
import { until } from './local/until';
import { type Role, startService } from './service';
import { loadEnvFile, readSettings, type Settings } from './settings';
import { prepareDatabase } from './store/prepare';
import { SANDBOX_CLIENTS } from './store/seed';
import { workflowBundle } from './temporal/bundle';

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const closing: (() => Promise<unknown>)[] = [];
let stopping: Promise<never> | undefined;

/** Ends everything that was started, last first, and the process. */
function stop(code: number): Promise<never> {
  stopping ??= (async () => {
    for (const close of closing.splice(0).reverse()) await close().catch((error: Error) => console.error(error.message));
    process.exit(code);
  })();
  return stopping;
}

function roleOf(argument = 'all'): Role {
  if (argument === 'all' || argument === 'gateway' || argument === 'worker') return argument;
  throw new Error(`There is no role ${argument}; the roles are all, gateway and worker.`);
}

/** The parts that no setting names are started here, on this machine. */
function embedded(s: Settings): KeeperOptions | undefined {
  if (s.DATABASE_URL && s.TEMPORAL_ADDRESS) return undefined;
  const temporal = { port: s.TEMPORAL_PORT, uiPort: s.TEMPORAL_UI_PORT, namespaces: [s.TEMPORAL_NAMESPACE], cliPath: s.TEMPORAL_CLI_PATH };
  return {
    dataDir: s.DATA_DIR,
    ...(s.DATABASE_URL ? {} : { postgresPort: s.POSTGRES_PORT }),
    ...(s.TEMPORAL_ADDRESS ? {} : { temporal }),
  };
}

async function main(): Promise<void> {
  loadEnvFile();
  const settings = readSettings();
  const role = roleOf(process.argv[2]);
  const port = role === 'worker' ? 0 : await usablePort('PORT', settings.PORT, settings.HOST);
  const baseUrl = settings.BASE_URL ?? `http://${settings.HOST === '0.0.0.0' ? '127.0.0.1' : settings.HOST}:${port}`;

  const bundle = role === 'gateway' ? Promise.resolve({ code: '' }) : workflowBundle(join(settings.DATA_DIR, 'cache'));
  bundle.catch(() => undefined);
  const options = embedded(settings);
  const kept = options && (await keep(options, say));
  if (kept) closing.push(kept.stop);
  const databaseUrl = settings.DATABASE_URL ?? kept?.databaseUrl ?? '';
  const temporalAddress = settings.TEMPORAL_ADDRESS ?? kept?.temporalAddress ?? '';

  const temporalUi = kept?.temporalUi;

  await prepareDatabase(settings, databaseUrl);
  const service = await startService({ settings, role, databaseUrl, temporalAddress, temporalUi, baseUrl, port, bundle });
  closing.push(service.stop);
  service.ended.catch((error: Error) => {
    console.error(`A worker died: ${error.message}`);
    return stop(1);
  });
  if (role !== 'worker') {
    const own = `http://${settings.HOST === '0.0.0.0' ? '127.0.0.1' : settings.HOST}:${port}`;
    await until('the service is healthy', 30_000, async () => role === 'gateway' || (await fetch(`${own}/v1/health`)).ok);
  }
  say(readyLine(settings, role, { baseUrl, databaseUrl, temporalAddress, temporalUi }));
}

interface Addresses {
  baseUrl: string;
  databaseUrl: string;
  temporalAddress: string;
  temporalUi?: string;
}

function readyLine(s: Settings, role: Role, { baseUrl, databaseUrl, temporalAddress, temporalUi }: Addresses): string {
  const [client] = SANDBOX_CLIENTS;
  const parts = [
    role === 'worker' ? 'worker' : `API ${baseUrl}`,
    `Temporal ${temporalAddress}`,
    ...(temporalUi ? [`Temporal UI ${temporalUi}`] : []),
    `PostgreSQL ${databaseUrl.replace(/:[^:@/]+@/, ':***@')}`,
    ...(role === 'worker' ? [] : [`console ${baseUrl}/console`]),
    ...(s.ENVIRONMENT === 'sandbox' && client
      ? [
          `sandbox admin ${s.ADMIN_USERNAME} / ${s.ADMIN_PASSWORD}`,
          `sandbox client ${client.client_id} / ${client.client_secret} (API key ${client.api_key})`,
        ]
      : []),
  ];
  return `Ready: ${parts.join(' | ')}`;
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (stopping) process.exit(130);
    say('Stopping; what is under way is finished first. Once more to stop at once.');
    void stop(0);
  });
}

main().catch((error: Error) => {
  if (!stopping) console.error(error.message);
  return stop(1);
});

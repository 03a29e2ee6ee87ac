import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from '@temporalio/client';
import { historyToJSON } from '@temporalio/common/lib/proto-utils';
import { DefaultLogger, makeTelemetryFilterString, Runtime, Worker } from '@temporalio/worker';
import { version } from '../../package.json';
import type { Database } from '../../src/store/database';

/** Temporal's SDK says what goes wrong, and no more; for test files that start no service. */
export const quietRuntime = (): Runtime =>
  Runtime.install({
    logger: new DefaultLogger('ERROR'),
    shutdownSignals: [],
    telemetryOptions: { logging: { filter: makeTelemetryFilterString({ core: 'ERROR' }) } },
  });

/** Recorded histories, a folder for each release: `npm run record-histories` writes those of this one, the replay test reads all. */
export const HISTORIES = join(__dirname, '../replay/histories');

const fetched = (client: Client, workflowIds: string[]) =>
  Promise.all(workflowIds.map(async (workflowId) => ({ workflowId, history: await client.workflow.getHandle(workflowId).fetchHistory() })));

/** Replays the histories of workflows on today's code. @throws the first workflow whose commands are not those of its history */
export async function replay(client: Client, bundle: { code: string }, workflowIds: string[]): Promise<void> {
  const histories = await fetched(client, workflowIds);
  for await (const { workflowId, error } of Worker.runReplayHistories({ workflowBundle: bundle }, histories)) {
    if (error) throw new Error(`${workflowId} does not replay: ${error.message}`);
  }
}

/** More have been made only of what was a dead letter. */
const FIRST_ATTEMPTS = 5;

/** Replays, after each test, every order that the test has made, and every way back and redelivery. */
export class ReplayGate {
  readonly #done = new Set<string>();

  constructor(
    private readonly db: Database,
    private readonly client: Client,
    private readonly bundle: { code: string },
  ) {}

  async check(): Promise<number> {
    const fresh = Object.entries(await this.#workflows()).map(([kind, ids]) => ({ kind, ids: ids.filter((id) => !this.#done.has(id)) }));
    const ids = fresh.flatMap((of) => of.ids);
    for (const id of ids) this.#done.add(id);
    if (ids.length > 0) await replay(this.client, this.bundle, ids);
    if (process.env.RECORD_HISTORIES) for (const of of fresh) await this.#record(of.kind, of.ids.slice(0, 1));
    return ids.length;
  }

  async #workflows(): Promise<{ order: string[]; return: string[]; redelivery: string[] }> {
    const [orders, returns, replayed] = await Promise.all([
      this.db.order.findMany({ select: { paOrderId: true } }),
      this.db.statementAction.findMany({ where: { action: 'RETURN' }, select: { statementId: true }, distinct: ['statementId'] }),
      this.db.webhookEvent.findMany({ where: { attempts: { gt: FIRST_ATTEMPTS } }, select: { eventId: true } }),
    ]);
    return {
      order: orders.map(({ paOrderId }) => paOrderId),
      return: returns.map(({ statementId }) => `return-${statementId}`),
      redelivery: replayed.map(({ eventId }) => `redelivery-${eventId}`),
    };
  }

  async #record(kind: string, ids: string[]): Promise<void> {
    const test = (expect.getState().currentTestName ?? 'test').replace(/[^A-Za-z0-9]+/g, '-').slice(0, 100);
    const folder = join(HISTORIES, version);
    await mkdir(folder, { recursive: true });
    for (const { history } of await fetched(this.client, ids)) {
      await writeFile(join(folder, `${kind}-${test}.json`), JSON.stringify(JSON.parse(historyToJSON(history)), withoutPlaces));
    }
  }
}

/** A recorded history tells what happened, not on whose machine. */
const withoutPlaces = (key: string, value: unknown): unknown => {
  if (key === 'stackTrace' || key === 'identity') return undefined;
  return key === 'name' && typeof value === 'string' && /^\d+@/.test(value) ? 'sticky' : value; // a worker's own queue has its host's name
};

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from '@temporalio/client';
import { historyToJSON } from '@temporalio/common/lib/proto-utils';
import { DefaultLogger, makeTelemetryFilterString, Runtime, Worker } from '@temporalio/worker';
import type { Database } from '../../src/store/database';

/** Temporal's SDK says what goes wrong, and no more; for test files that start no service. */
export const quietRuntime = (): Runtime =>
  Runtime.install({
    logger: new DefaultLogger('ERROR'),
    shutdownSignals: [],
    telemetryOptions: { logging: { filter: makeTelemetryFilterString({ core: 'ERROR' }) } },
  });

/** Where recorded histories are kept: `npm run record-histories` writes them, the replay test reads them. */
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

/** Replays, after each test, every order that the test has made. */
export class ReplayGate {
  readonly #done = new Set<string>();

  constructor(
    private readonly db: Database,
    private readonly client: Client,
    private readonly bundle: { code: string },
  ) {}

  async check(): Promise<number> {
    const orders = await this.db.order.findMany({ select: { paOrderId: true } });
    const fresh = orders.map((o) => o.paOrderId).filter((id) => !this.#done.has(id));
    for (const id of fresh) this.#done.add(id);
    if (fresh.length > 0) await replay(this.client, this.bundle, fresh);
    if (process.env.RECORD_HISTORIES) await this.#record(fresh.slice(0, 1));
    return fresh.length;
  }

  async #record(ids: string[]): Promise<void> {
    const name = (expect.getState().currentTestName ?? 'test').replace(/[^A-Za-z0-9]+/g, '-').slice(0, 100);
    for (const { history } of await fetched(this.client, ids)) {
      await writeFile(join(HISTORIES, `${name}.json`), JSON.stringify(JSON.parse(historyToJSON(history)), withoutPlaces));
    }
  }
}

/** A recorded history tells what happened, not on whose machine. */
const withoutPlaces = (key: string, value: unknown): unknown => {
  if (key === 'stackTrace' || key === 'identity') return undefined;
  return key === 'name' && typeof value === 'string' && /^\d+@/.test(value) ? 'sticky' : value; // a worker's own queue has its host's name
};

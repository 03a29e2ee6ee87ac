import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleWorkflowCode, DefaultLogger, Worker } from '@temporalio/worker';
import { version } from '../../package.json';
import { HISTORIES, quietRuntime } from '../support/replay';
import { testBundle } from '../support/service';

interface History {
  events: {
    activityTaskScheduledEventAttributes?: { activityType: { name: string } };
    markerRecordedEventAttributes?: { details: { data?: { payloads: { data: string }[] } } };
  }[];
}

/** Histories that were recorded earlier, by the test that made them: orders that are open somewhere must go on with today's code. */
const recorded = readdirSync(HISTORIES, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.json'))
  .map((name) => ({ workflowId: name.replace('.json', ''), history: JSON.parse(readFileSync(join(HISTORIES, name), 'utf8')) as History }));

beforeAll(() => void quietRuntime());

async function failuresOn(bundle: { code: string }): Promise<string[]> {
  const failed: string[] = [];
  for await (const { workflowId, error } of Worker.runReplayHistories({ workflowBundle: bundle }, recorded)) if (error) failed.push(workflowId);
  return failed;
}

it('there are recorded histories of orders that were completed, expired, refunded, parked and moved by signals, of returns and redeliveries', () => {
  const names = recorded.map((r) => r.workflowId).join(' ');
  for (const kind of ['INVOICE', 'PAYMENT-LINK', 'EXPIRED', 'refund', 'parks', 'signal', 'down-for-hours', 'return-', 'redelivery-'])
    expect(names).toContain(kind);
});

it('nothing of an order but its first copy is written in a workflow task, which may be lost: no copy is ahead of its order', () => {
  const orders = recorded.filter(({ workflowId }) => workflowId.startsWith(`${version}/order-`));
  const events = orders.flatMap(({ history }) => history.events);
  const written = events.filter((event) => event.activityTaskScheduledEventAttributes?.activityType.name === 'project');
  expect(written.length).toBeGreaterThan(100);
  const inTasks = events.flatMap((event) => event.markerRecordedEventAttributes?.details.data?.payloads ?? []).map(({ data }) => atob(data));
  expect(inTasks.filter((marker) => marker.includes('"project"'))).toHaveLength(orders.length);
});

it("every one of them replays on today's workflow", async () => {
  expect(await failuresOn(await testBundle())).toEqual([]);
}, 120_000);

it('a workflow that does something else is caught on every one of them', async () => {
  const broken = await bundleWorkflowCode({ workflowsPath: join(__dirname, 'broken-order.ts'), logger: new DefaultLogger('ERROR') });
  expect((await failuresOn(broken)).sort()).toEqual(recorded.map((r) => r.workflowId).sort());
}, 120_000);

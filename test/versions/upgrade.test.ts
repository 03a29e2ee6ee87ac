import { join } from 'node:path';
import { bundleWorkflowCode, DefaultLogger, type NativeConnection } from '@temporalio/worker';
import { activities } from '../../activities';
import { postOutside } from '../../activities/post-outside';
import type { Order } from '../../scripts/operator';
import { invoiceOrder } from '../../scripts/sample-orders';
import { until } from '../../src/local/until';
import { SignedLinks } from '../../src/security/identity';
import { parseKeyRing, SealedBox } from '../../src/security/sealed-box';
import { WebhookSecrets } from '../../src/security/webhook-secrets';
import { connectTemporal } from '../../src/temporal/connection';
import { promote } from '../../src/temporal/promote';
import { DEPLOYMENT, type RunningWorkers, startWorkers } from '../../src/temporal/workers';
import { updates } from '../../workflows/messages';
import { BreakableProviders } from '../support/breakable-providers';
import { environment } from '../support/database';
import { useService } from '../support/service';

let providers: BreakableProviders;
const s = useService({
  env: { WORKER_BUILD_ID: 'first', PAYMENT_WAIT_SECONDS: '30' },
  providers: (db) => {
    providers = new BreakableProviders(db);
    return providers;
  },
});

let connection: NativeConnection;
let second: RunningWorkers;

/** Workers of a build whose orders do something else: on a history of the first, they would fail. */
async function secondBuild(): Promise<RunningWorkers> {
  const bundle = await bundleWorkflowCode({ workflowsPath: join(__dirname, 'next-order.ts'), logger: new DefaultLogger('ERROR') });
  connection = await connectTemporal(environment('TEST_TEMPORAL_ADDRESS'), s.settings);
  const box = new SealedBox(parseKeyRing(s.settings.PII_KEYS));
  const needs = {
    db: s.db,
    client: s.client,
    links: new SignedLinks(s.settings.SERVICE_SECRET, s.baseUrl),
    secrets: new WebhookSecrets(s.db, box, s.settings.PARTNER_SIGNING_SECRET),
    providers,
    post: postOutside('sandbox'),
    markupPercent: '1.5',
    payUrl: s.baseUrl,
  };
  return startWorkers({ connection, namespace: s.settings.TEMPORAL_NAMESPACE, activities: activities(needs), bundle, buildId: 'second' });
}

const promoted = (buildId: string) =>
  until(`${buildId} is current`, 30_000, () =>
    promote(s.client, buildId).then(
      () => true,
      () => false,
    ),
  );

beforeAll(() => promoted('first'), 60_000);
afterAll(async () => {
  await second?.stop();
  await connection?.close();
});

const create = async (): Promise<string> => (await s.operator.create(invoiceOrder(s.receiver.url))).pa_order_id;
const assigned = async (): Promise<string> => {
  const id = await create();
  await s.operator.assign(id);
  return id;
};
const awaiting = async (): Promise<string> => {
  const id = await assigned();
  await s.operator.paymentDetails(id);
  return id;
};
const pay = async (id: string): Promise<Order> => {
  const { payment_details, amount_rub = 0 } = await s.operator.get(id);
  return s.operator.statement({ uin: payment_details?.uin ?? '', amount_rub });
};
const paid = async (): Promise<string> => {
  const id = await awaiting();
  await pay(id);
  return id;
};
/** Meanwhile a provider refuses, until the order is parked. */
const refusedBy = async (rail: 'fx' | 'payout' | 'refund', id: string, work: () => Promise<unknown>): Promise<string> => {
  providers.trouble[rail] = 'refused';
  await work();
  const parked = { paOrderId: id, needsAttention: { contains: 'parked' } };
  await until(`${id} is parked`, 30_000, async () => (await s.db.order.count({ where: parked })) === 1);
  providers.trouble[rail] = undefined;
  return id;
};
const stuckAt = async (rail: 'fx' | 'payout'): Promise<string> => {
  const id = await awaiting();
  return refusedBy(rail, id, () => pay(id));
};
const refunding = async (): Promise<string> => {
  const id = await paid();
  return refusedBy('refund', id, () => s.operator.refund(id, 'trip called off'));
};
const retry = (id: string) => s.client.workflow.getHandle(id).executeUpdate(updates.retryStep, { args: [{ actor: 'admin:clerk' }] });
const inDocs = async (): Promise<string> => {
  const id = await assigned();
  await s.operator.requestDocs(id, ['PASSPORT']);
  return id;
};

it('workers are replaced while orders are in each status: each ends on the build that it began on', async () => {
  const open = {
    DRAFT: await create(),
    PENDING_DOCS: await inDocs(),
    IN_PROGRESS: await assigned(),
    AWAITING_PAYMENT: await awaiting(),
    CLIENT_PAID: await stuckAt('fx'),
    FX_EXECUTED: await stuckAt('payout'),
    PARTNER_PAID: await paid(),
    REFUND_INITIATED: await refunding(),
  };
  for (const [status, id] of Object.entries(open)) expect(await s.operator.get(id)).toMatchObject({ status });

  second = await secondBuild();
  await promoted('second');

  for (const id of [open.DRAFT, open.PENDING_DOCS]) await s.operator.assign(id);
  for (const id of [open.DRAFT, open.PENDING_DOCS, open.IN_PROGRESS]) await s.operator.paymentDetails(id);
  for (const id of [open.DRAFT, open.PENDING_DOCS, open.IN_PROGRESS, open.AWAITING_PAYMENT])
    expect(await pay(id)).toMatchObject({ status: 'PARTNER_PAID' });
  for (const id of [open.CLIENT_PAID, open.FX_EXECUTED, open.REFUND_INITIATED]) await retry(id);
  const { REFUND_INITIATED, ...others } = open;
  for (const id of Object.values(others)) {
    await until(`${id} is paid out`, 30_000, async () => (await s.operator.get(id)).status === 'PARTNER_PAID');
    expect(await s.operator.confirm(id)).toMatchObject({ status: 'COMPLETED' });
  }
  await until('it is refunded', 30_000, async () => (await s.operator.get(REFUND_INITIATED)).status === 'REFUNDED');

  const builds = async (id: string): Promise<string | undefined | null> =>
    (await s.client.workflow.getHandle(id).describe()).raw.workflowExecutionInfo?.versioningInfo?.deploymentVersion?.buildId;
  for (const id of Object.values(open)) expect(await builds(id)).toBe('first');
  const query = `TemporalWorkerDeploymentVersion = "${DEPLOYMENT}:first" AND ExecutionStatus = "Running"`; // as docs/operations.md has it
  await until('no open order needs the first build', 30_000, async () => (await s.client.workflow.count(query)).count === 0);
  expect((await s.client.workflow.count(`TemporalWorkerDeploymentVersion = "${DEPLOYMENT}:first"`)).count).toBeGreaterThanOrEqual(8);
  const later = await create();
  expect(await builds(later)).toBe('second');
  await s.operator.cancel(later, 'not needed');
  await s.client.workflow.getHandle(later).result();
  await s.db.order.delete({ where: { paOrderId: later } }); // the replay gate would find that it does not fit the first build
}, 180_000);

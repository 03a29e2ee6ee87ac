import { invoiceOrder } from '../../scripts/sample-orders';
import { until } from '../../src/local/until';
import { ensureReconciliationSchedule, RECONCILIATION_SCHEDULE } from '../../src/temporal/reconciliation-schedule';
import { RECONCILIATION_WORKFLOW } from '../../workflows/messages';
import { useService } from '../support/service';

const s = useService();
const MINUTE_MS = 60_000;

it('every ten minutes Temporal begins a reconciliation by itself, and it repairs', async () => {
  const schedule = s.client.schedule.getHandle(RECONCILIATION_SCHEDULE);
  await schedule.delete(); // tests hold the service's own
  await ensureReconciliationSchedule(s.client);
  const { state, spec, policies, action, info } = await schedule.describe();
  expect(state.paused).toBe(false);
  expect(spec.intervals).toMatchObject([{ every: 10 * MINUTE_MS }]);
  expect(policies.overlap).toBe('SKIP');
  expect(action).toMatchObject({ type: 'startWorkflow', workflowType: RECONCILIATION_WORKFLOW, args: [{ hours: 26, deep: false }] });
  expect((info.nextActionTimes[0]?.getTime() ?? Number.NaN) - Date.now()).toBeLessThanOrEqual(10 * MINUTE_MS);

  const { pa_order_id: paOrderId } = await s.operator.create(invoiceOrder(s.receiver.url));
  await s.operator.assign(paOrderId);
  const version = async () => (await s.db.order.findUniqueOrThrow({ where: { paOrderId } })).version;
  const before = await version();
  await s.db.order.update({ where: { paOrderId }, data: { version: 1, status: 'PENDING_DOCS' } });
  await schedule.trigger();
  await until('the copy is repaired', 30_000, async () => (await version()) === before);
  await s.operator.cancel(paOrderId, 'called off');
}, 120_000);

import { randomUUID } from 'node:crypto';
import { invoiceOrder } from '../../scripts/sample-orders';
import { until } from '../../src/local/until';
import { sandboxProviders } from '../../src/providers/sandbox';
import { verify } from '../../src/reconciliation/verify';
import type { Violation } from '../../src/reconciliation/violation';
import { parseKeyRing, SealedBox } from '../../src/security/sealed-box';
import { ORDERS_QUEUE, RECONCILIATION_WORKFLOW } from '../../workflows/messages';
import type { ServiceUnderTest } from './service';

type Reconciled = { statements_settled: number; copies_repaired: number; events_redelivered: number; findings: number };

/** What the tests of reconciliation have in common. */
export function reconciling(s: ServiceUnderTest) {
  const verified = (): Promise<Map<string, Violation[]>> => {
    const box = new SealedBox(parseKeyRing(s.settings.PII_KEYS));
    return verify({ db: s.db, client: s.client, providers: sandboxProviders(s.db), box }, 0);
  };
  return {
    verified,
    broken: async (): Promise<Violation[]> => [...(await verified()).values()].flat(),

    reconcile: (deep = false): Promise<Reconciled> =>
      s.client.workflow.execute(RECONCILIATION_WORKFLOW, {
        workflowId: `reconcile-${randomUUID()}`,
        taskQueue: ORDERS_QUEUE,
        args: [{ hours: 26, deep }],
      }),

    /** As an old backup would have it: what the triggers refuse, a restore does. */
    asRestored: (...sql: string[]) =>
      s.db.$transaction([s.db.$executeRawUnsafe('SET LOCAL session_replication_role = replica'), ...sql.map((one) => s.db.$executeRawUnsafe(one))]),

    async paidOut(order = invoiceOrder(s.receiver.url)) {
      const { pa_order_id: id } = await s.operator.create(order);
      await s.operator.assign(id);
      const { payment_details, amount_rub = 0 } = await s.operator.paymentDetails(id);
      const payment = { uin: payment_details?.uin ?? '', amount_rub, statement_ref: randomUUID() };
      await s.operator.statement(payment);
      return { id, ...payment };
    },

    settled: (id: string): Promise<void> =>
      until('all events are settled', 20_000, async () => (await s.db.webhookEvent.count({ where: { paOrderId: id, status: 'PENDING' } })) === 0),
  };
}

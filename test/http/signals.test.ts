import { invoiceOrder } from '../../scripts/sample-orders';
import { until } from '../../src/local/until';
import { queries, signals, updates } from '../../workflows/messages';
import { BreakableProviders } from '../support/breakable-providers';
import { useService } from '../support/service';

let providers: BreakableProviders;
const s = useService({
  providers: (db) => {
    providers = new BreakableProviders(db);
    return providers;
  },
});
const actor = 'admin:ops';
const status = (id: string, wanted: string): Promise<void> =>
  until(`${id} is ${wanted}`, 20_000, async () => (await s.operator.get(id)).status === wanted);

it('an order can be moved from outside by signals alone', async () => {
  const { pa_order_id: id } = await s.operator.create(invoiceOrder(s.receiver.url));
  const handle = s.client.workflow.getHandle(id);
  await handle.signal(signals.assign, { actor });
  await status(id, 'IN_PROGRESS');
  const due = await s.operator.paymentDetails(id);
  await handle.signal(signals.receivePayment, { actor: 'bank:statement', amount_rub: String(due.amount_rub) });
  await status(id, 'PARTNER_PAID');
  // The bank's callback after the signal: the same rubles, so the first result.
  expect((await s.operator.statement({ uin: due.payment_details?.uin ?? '', amount_rub: due.amount_rub ?? 0 })).status).toBe('PARTNER_PAID');
  await handle.signal(signals.complete, { actor });
  await status(id, 'COMPLETED');
  expect(await s.db.sandboxOperation.count({ where: { kind: 'payout', key: { startsWith: id } } })).toBe(1);
});

it.each([
  ['refused by the table', 'complete', { actor }, 'INVALID_STATUS_TRANSITION'],
  ['not of its shape', 'receivePayment', { amount: 'a lot' }, 'VALIDATION_ERROR'],
  ['not an object at all', 'cancel', 'please', 'VALIDATION_ERROR'],
] as const)('a signal that is %s goes to the journal, and the order goes on', async (_why, name, input, code) => {
  const { pa_order_id: id } = await s.operator.create(invoiceOrder(s.receiver.url));
  await s.client.workflow.getHandle(id).signal(name, input);
  await until('the refusal is in the journal', 10_000, async () =>
    (await s.operator.events(id)).some((e) => e.event_type === 'order.signal_refused'),
  );
  const refused = (await s.operator.events(id)).find((e) => e.event_type === 'order.signal_refused');
  expect(refused?.payload).toMatchObject({ signal: name, code });
  expect((await s.operator.assign(id)).status).toBe('IN_PROGRESS');
});

it('a request to cancel the workflow is not a command: the order goes on', async () => {
  const { pa_order_id: id } = await s.operator.create(invoiceOrder(s.receiver.url));
  await s.client.workflow.getHandle(id).cancel();
  expect((await s.operator.assign(id)).status).toBe('IN_PROGRESS');
  expect((await s.operator.cancel(id, 'by command')).status).toBe('REJECTED');
});

it('a stuck order explains itself in Temporal, and is found by its search attributes', async () => {
  providers.trouble.payout = 'refused';
  const { pa_order_id: id } = await s.operator.create(invoiceOrder(s.receiver.url));
  await s.operator.assign(id);
  const due = await s.operator.paymentDetails(id);
  await s.operator.statement({ uin: due.payment_details?.uin ?? '', amount_rub: due.amount_rub ?? 0 });
  const handle = s.client.workflow.getHandle(id);

  const live = await handle.query(queries.live);
  expect(live).toMatchObject({
    status: 'FX_EXECUTED',
    waits_for: 'the payout to the partner',
    needs_attention: expect.stringContaining('made to be refused'),
  });
  const description = await handle.describe();
  expect(await description.staticSummary()).toBe('INVOICE 1500 EUR to PARTNER-777');
  const metadata = (await handle.query('__temporal_workflow_metadata')) as { currentDetails: string };
  expect(metadata.currentDetails).toContain('**Needs attention**: payout: refused by the provider, parked.');
  expect(metadata.currentDetails).toContain(`UIN ${due.payment_details?.uin}`);

  const found = async (query: string): Promise<string[]> => {
    const ids: string[] = [];
    for await (const w of s.client.workflow.list({ query })) ids.push(w.workflowId);
    return ids;
  };
  const query = `NeedsAttention = true AND OrderStatus = "FX_EXECUTED" AND Partner = "PARTNER-777" AND Currency = "EUR" AND Scenario = "INVOICE" AND Operator = "cso-demo"`;
  await until('it is found', 10_000, async () => (await found(query)).includes(id));

  delete providers.trouble.payout;
  await handle.executeUpdate(updates.retryStep, { args: [{ actor }] });
  await status(id, 'PARTNER_PAID');
  await until('it is no longer found', 10_000, async () => !(await found('NeedsAttention = true')).includes(id));
  await s.operator.confirm(id);
});

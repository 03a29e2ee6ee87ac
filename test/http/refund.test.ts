import type { CallError, Order } from '../../scripts/operator';
import { invoiceOrder } from '../../scripts/sample-orders';
import { until } from '../../src/local/until';
import { BreakableProviders } from '../support/breakable-providers';
import { useService } from '../support/service';

let providers: BreakableProviders;
const s = useService({
  env: { PAYMENT_WAIT_SECONDS: '30' },
  providers: (db) => {
    providers = new BreakableProviders(db);
    return providers;
  },
});

afterEach(() => {
  for (const rail of ['fx', 'payout', 'refund'] as const) delete providers.trouble[rail];
});

/** An order whose rubles have arrived; what its payment call answers comes later. */
async function paid(): Promise<{ id: string; answer: Promise<Order> }> {
  const { pa_order_id: id } = await s.operator.create(invoiceOrder(s.receiver.url));
  await s.operator.assign(id);
  const due = await s.operator.paymentDetails(id);
  const answer = s.operator.statement({ uin: due.payment_details?.uin ?? '', amount_rub: due.amount_rub ?? 0 });
  answer.catch(() => undefined);
  return { id, answer };
}

const moves = async (id: string): Promise<(string | undefined)[]> => (await s.operator.events(id)).flatMap((e) => (e.status_to ? [e.status_to] : []));
const operations = (id: string, kind: string): Promise<number> => s.db.sandboxOperation.count({ where: { kind, key: { startsWith: id } } });
const inFlight = (call: string): Promise<void> => until(`${call} is in flight`, 20_000, () => providers.calls.includes(call));

function gate(): { opened: Promise<unknown>; open(): void } {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

describe('a refund', () => {
  it.each([
    ['fx', 'FX_EXECUTED', 0],
    ['payout', 'PARTNER_PAID', 1],
  ] as const)('that meets %s in flight waits for it to settle, and goes from there', async (rail, settled, payouts) => {
    const { opened, open } = gate();
    providers.trouble[rail] = opened;
    const { id } = await paid();
    await inFlight(`${rail}.send ${id}:${rail}:1`);
    const refund = s.operator.refund(id, 'trip called off');
    await until('the refund is asked for', 10_000, async () => {
      const [update] =
        (await s.client.workflow.getHandle(id).fetchHistory()).events?.filter((e) => e.activityTaskCancelRequestedEventAttributes) ?? [];
      return update !== undefined;
    });
    open();
    expect((await refund).status).toBe('REFUNDED');
    expect((await moves(id)).slice(-3)).toEqual([settled, 'REFUND_INITIATED', 'REFUNDED']);
    expect(await operations(id, 'payout')).toBe(payouts);
    expect(await operations(id, 'refund')).toBe(1);
  });

  it('ends the waiting for a desk that loses every answer, and starts no payout', async () => {
    providers.trouble.fx = 'unknown';
    const { id } = await paid();
    await inFlight(`fx.send ${id}:fx:1`);
    expect((await s.operator.refund(id, 'trip called off')).status).toBe('REFUNDED');
    expect(await moves(id)).toEqual(expect.arrayContaining(['CLIENT_PAID', 'REFUND_INITIATED', 'REFUNDED']));
    expect(await operations(id, 'payout')).toBe(0);
  });

  it('finds what a desk had done whose answer was lost', async () => {
    providers.trouble.fx = 'lose-answer';
    const { id } = await paid();
    await inFlight(`fx.send ${id}:fx:1`);
    await s.operator.refund(id, 'trip called off');
    expect((await moves(id)).slice(-3)).toEqual(['FX_EXECUTED', 'REFUND_INITIATED', 'REFUNDED']);
    expect(await operations(id, 'payout')).toBe(0);
  });

  it('of two at once, one is refused and one is paid', async () => {
    const { id, answer } = await paid();
    expect((await answer).status).toBe('PARTNER_PAID');
    const both = await Promise.allSettled([s.operator.refund(id, 'first one'), s.operator.refund(id, 'second one')]);
    const refused = both.flatMap((r) => (r.status === 'rejected' ? [(r.reason as CallError).code] : []));
    expect(refused).toHaveLength(1);
    expect(['INVALID_STATUS_TRANSITION', 'ORDER_IS_TERMINAL']).toContain(refused[0]);
    expect(await operations(id, 'refund')).toBe(1);
  });

  it('against the confirmation: one outcome, and the journal tells which', async () => {
    const { id, answer } = await paid();
    await answer;
    const both = await Promise.allSettled([s.operator.refund(id, 'trip called off'), s.operator.confirm(id)]);
    expect(both.filter((r) => r.status === 'fulfilled')).toHaveLength(1);
    const { status } = await s.operator.get(id);
    expect(['COMPLETED', 'REFUNDED']).toContain(status);
    expect((await moves(id)).at(-1)).toBe(status);
    expect(await operations(id, 'refund')).toBe(status === 'REFUNDED' ? 1 : 0);
  });

  it.each(['fx', 'payout'] as const)('with everything else at once while %s is in flight: one outcome, explained by the journal', async (rail) => {
    const { opened, open } = gate();
    providers.trouble[rail] = opened;
    const { id, answer } = await paid();
    await inFlight(`${rail}.send ${id}:${rail}:1`);
    const all = [
      s.operator.refund(id, 'first one'),
      s.operator.refund(id, 'second one'),
      s.operator.confirm(id),
      s.operator.complete(id),
      s.operator.cancel(id, 'called off'),
    ];
    open();
    await Promise.allSettled([...all, answer]);
    await until('the order is closed', 20_000, async () => ['REFUNDED', 'COMPLETED'].includes((await s.operator.get(id)).status));
    const { status } = await s.operator.get(id);
    const path = await moves(id);
    expect(path.at(-1)).toBe(status);
    expect(new Set(path).size).toBe(path.length);
    expect(await operations(id, 'payout')).toBe(path.includes('PARTNER_PAID') ? 1 : 0);
    expect(await operations(id, 'refund')).toBe(status === 'REFUNDED' ? 1 : 0);
  });

  it('after a parked payout: the rubles go back and nothing else goes out', async () => {
    providers.trouble.payout = 'refused';
    const { id, answer } = await paid();
    expect((await answer).status).toBe('FX_EXECUTED');
    expect((await s.operator.refund(id, 'the partner cannot be paid')).status).toBe('REFUNDED');
    expect(await operations(id, 'payout')).toBe(0);
    await s.receiver.seen(id, 'order.status_changed', 'REFUNDED');
    const told = s.receiver.of(id).find((r) => r.body.data.status === 'REFUND_INITIATED');
    expect(told?.body.data).toMatchObject({ status_prev: 'FX_EXECUTED', reason: 'the partner cannot be paid' });
  });

  it('of an order that is not paid is refused, and of a cancelled one too', async () => {
    const { pa_order_id: id } = await s.operator.create(invoiceOrder(s.receiver.url));
    await expect(s.operator.refund(id, 'nothing paid yet')).rejects.toMatchObject({ status: 409, code: 'INVALID_STATUS_TRANSITION' });
    await s.operator.cancel(id, 'not needed');
    const refusal = await s.operator.refund(id, 'too late').catch((error: CallError) => error);
    expect(refusal).toMatchObject({ status: 422, code: 'ORDER_IS_TERMINAL' });
    expect((refusal as CallError).body).toMatchObject({ error: { details: { current_status: 'REJECTED', allowed_next: [] } } });
  });
});

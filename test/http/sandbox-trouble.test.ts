import { invoiceOrder } from '../../scripts/sample-orders';
import { until } from '../../src/local/until';
import { useService } from '../support/service';

const s = useService();

/** An invoice of this amount, paid by the customer. */
async function paid(amount: number): Promise<{ id: string; status: string; ms: number }> {
  const order = invoiceOrder(s.receiver.url);
  const { pa_order_id: id } = await s.operator.create({ ...order, service: { ...order.service, amount_local: amount } });
  await s.operator.assign(id);
  const due = await s.operator.paymentDetails(id);
  const started = Date.now();
  const { status } = await s.operator.statement({ uin: due.payment_details?.uin ?? '', amount_rub: due.amount_rub ?? 0 });
  return { id, status, ms: Date.now() - started };
}

const attention = async (id: string) => (await s.db.order.findUniqueOrThrow({ where: { paOrderId: id } })).needsAttention;
const done = (id: string) => until(`${id} is paid out`, 50_000, async () => (await s.operator.get(id)).status === 'PARTNER_PAID');
const booked = (id: string, step: string) => s.db.sandboxOperation.count({ where: { kind: step, key: { startsWith: `${id}:${step}:` } } });

describe.each([
  ['FX desk', 'fx', 8100, 'CLIENT_PAID'],
  ['payout', 'payout', 8200, 'FX_EXECUTED'],
] as const)('the amount of an order makes the %s', (_which, step, base, waiting) => {
  it.concurrent('slow', async () => {
    const order = await paid(base + 1);
    expect(order.status).toBe('PARTNER_PAID');
    expect(order.ms).toBeGreaterThanOrEqual(5_000);
  });

  it.concurrent('fail and recover', async () => {
    const order = await paid(base + 2);
    await done(order.id);
    expect(await booked(order.id, step)).toBe(1);
  });

  it.concurrent('fail until staff are told, and recover', async () => {
    const { id } = await paid(base + 3);
    await until('staff are told', 20_000, async () => (await attention(id))?.startsWith(`${step}: the provider does not answer`) === true);
    expect((await s.operator.get(id)).status).toBe(waiting);
    await done(id);
    expect([await attention(id), await booked(id, step)]).toEqual([null, 1]);
  });

  it.concurrent('refuse for good, until the order is refunded', async () => {
    const { id, status } = await paid(base + 4);
    expect(status).toBe(waiting);
    expect(await attention(id)).toContain('refused by the provider, parked');
    expect((await s.operator.refund(id, 'cannot be paid')).status).toBe('REFUNDED');
    expect(await booked(id, step)).toBe(0);
  });

  it.concurrent('lose its answer, and do it once', async () => {
    const { id } = await paid(base + 5);
    await done(id);
    expect(await booked(id, step)).toBe(1);
  });
});

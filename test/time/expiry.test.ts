import { Refusal } from '../../src/domain/refusal';
import { until } from '../../src/local/until';
import { HOUR, type Order, SECOND, useTimeMachine } from '../support/time-machine';

const t = useTimeMachine();

const skip = (ms: number): Promise<void> => t.env.sleep(ms);
/** Skips to a moment of the workflows' clock. */
const skipTo = async (moment: number): Promise<void> => skip(moment - (await t.env.currentTimeMs()));
const fixedAt = async (order: Order): Promise<number> => Date.parse((await order.read()).fx?.fixed_at ?? '');
const expired = (order: Order): Promise<void> => until(`${order.id} is EXPIRED`, 20_000, async () => (await order.read()).status === 'EXPIRED');
const code = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    (value) => `no refusal: ${JSON.stringify(value)}`,
    (error) => (error instanceof Refusal ? error.code : String(error)),
  );

async function awaitingPayment(): Promise<Order> {
  const order = await t.open();
  await order.assign();
  await order.paymentDetails();
  return order;
}

describe('the rate is valid for 24 hours', () => {
  it('takes the payment at 23:59:59', async () => {
    const order = await awaitingPayment();
    await skipTo((await fixedAt(order)) + 24 * HOUR - SECOND);
    expect((await order.pay()).status).toBe('PARTNER_PAID');
    await order.complete();
  });

  it('is EXPIRED at 24:00:01, and answers late rubles with FX_RATE_EXPIRED', async () => {
    const order = await awaitingPayment();
    await skipTo((await fixedAt(order)) + 24 * HOUR + SECOND);
    await expired(order);
    expect(await code(order.pay())).toBe('FX_RATE_EXPIRED');
    expect(await order.payouts()).toBe(0);
    const last = (await order.journal()).at(-1);
    expect(last).toMatchObject({ eventType: 'order.status_changed', statusTo: 'EXPIRED', payload: { rate_expired: true } });
  });

  it('counts from the moment it is fixed, not from creation', async () => {
    const order = await t.open();
    await order.assign();
    await skip(30 * HOUR);
    const due = await order.paymentDetails();
    expect(Date.parse(due.fx?.expires_at ?? '') - Date.parse(due.fx?.fixed_at ?? '')).toBe(24 * HOUR);
    await skipTo(Date.parse(due.fx?.expires_at ?? '') - SECOND);
    expect((await order.pay()).status).toBe('PARTNER_PAID');
    await order.complete();
  });
});

describe('an order without a fixed rate expires at expires_at', () => {
  const bring: Record<string, (order: Order) => Promise<unknown>> = {
    DRAFT: async () => undefined,
    IN_PROGRESS: (order) => order.assign(),
    PENDING_DOCS: (order) => order.requestDocuments(),
  };

  it.each(Object.keys(bring))('%s: still there just before 72 hours, EXPIRED just after', async (status) => {
    const order = await t.open();
    await bring[status]?.(order);
    await skip(72 * HOUR - 2 * SECOND);
    expect((await order.read()).status).toBe(status);
    await skip(4 * SECOND);
    await expired(order);
    expect(await code(order.assign())).toBe('ORDER_IS_TERMINAL');
  });

  it('never later than the deadline', async () => {
    const now = await t.env.currentTimeMs();
    const order = await t.open({ deadline: new Date(now + 5 * HOUR).toISOString() });
    expect((await order.read()).expires_at).toBe((await order.read()).deadline);
    await skip(5 * HOUR - 2 * SECOND);
    expect((await order.read()).status).toBe('DRAFT');
    await skip(4 * SECOND);
    await expired(order);
  });

  it('with a rate fixed late, at expires_at before the rate ends', async () => {
    const order = await t.open();
    await order.assign();
    await skip(60 * HOUR);
    const due = await order.paymentDetails();
    expect(Date.parse(due.expires_at)).toBeLessThan(Date.parse(due.fx?.expires_at ?? ''));
    await skip(12 * HOUR + SECOND);
    await expired(order);
    expect(await code(order.pay())).toBe('ORDER_IS_TERMINAL');
  });
});

it('a payment before the limit is not undone by it', async () => {
  const order = await awaitingPayment();
  await order.pay();
  await skip(100 * HOUR);
  expect((await order.read()).status).toBe('PARTNER_PAID');
  await order.complete();
});

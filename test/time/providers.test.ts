import { until } from '../../src/local/until';
import { BreakableProviders } from '../support/breakable-providers';
import { HOUR, type Order, SECOND, useTimeMachine } from '../support/time-machine';

let providers: BreakableProviders;
const t = useTimeMachine({
  providers: (db) => {
    providers = new BreakableProviders(db);
    return providers;
  },
});

afterEach(() => {
  for (const rail of ['fx', 'payout', 'refund'] as const) delete providers.trouble[rail];
});

async function paid(terms?: Parameters<typeof t.open>[0]): Promise<{ order: Order; answer: Promise<string> }> {
  const order = await t.open(terms);
  await order.assign();
  await order.paymentDetails();
  return {
    order,
    answer: order.pay().then(
      (o) => o.status,
      (error) => String(error),
    ),
  };
}

const status = (order: Order, wanted: string): Promise<void> =>
  until(`${order.id} is ${wanted}`, 30_000, async () => (await order.read()).status === wanted);
const flagged = (order: Order): Promise<void> =>
  until(`${order.id} is flagged`, 30_000, async () => (await order.read()).needs_attention !== undefined);
const events = async (order: Order): Promise<string[]> => (await order.journal()).map((e) => e.eventType);

describe.each([
  ['fx', 'CLIENT_PAID'],
  ['payout', 'FX_EXECUTED'],
] as const)('%s provider down for hours', (rail, stays) => {
  it(`leaves the order in ${stays}, flagged, and goes on by itself when it is back`, async () => {
    providers.trouble[rail] = 'unavailable';
    const { order, answer } = await paid();
    await status(order, stays);
    await t.env.sleep(20 * SECOND);
    await flagged(order);
    expect(await answer).toBe(stays);
    await t.env.sleep(5 * HOUR);
    expect((await order.read()).status).toBe(stays);
    expect(await events(order)).toContain(`order.${rail}_delayed`);

    delete providers.trouble[rail];
    await t.env.sleep(130 * SECOND);
    await status(order, 'PARTNER_PAID');
    expect((await order.read()).needs_attention).toBeUndefined();
    expect(await order.payouts()).toBe(1);
    await order.complete();
  });
});

it('a payout whose answer was lost is looked up, never sent twice', async () => {
  providers.trouble.payout = 'lose-answer';
  const { order } = await paid();
  await status(order, 'FX_EXECUTED');
  await t.env.sleep(5 * SECOND);
  await status(order, 'PARTNER_PAID');
  const calls = providers.calls.filter((c) => c.includes(`${order.id}:payout`));
  expect(calls.map((c) => c.split(' ')[0])).toEqual(['payout.send', 'payout.find']);
  expect(await order.payouts()).toBe(1);
  await order.complete();
});

it('a provider that asks for patience is asked again after its delay', async () => {
  providers.trouble.fx = 'rate_limited';
  const { order } = await paid();
  await until('the first call', 10_000, () => providers.calls.some((c) => c.includes(order.id)));
  delete providers.trouble.fx;
  await t.env.sleep(50 * SECOND);
  expect((await order.read()).status).toBe('CLIENT_PAID');
  await t.env.sleep(15 * SECOND);
  await status(order, 'PARTNER_PAID');
  await order.complete();
});

describe('a final refusal', () => {
  it('parks the order until it is retried under a new key', async () => {
    providers.trouble.payout = 'refused';
    const { order, answer } = await paid();
    expect(await answer).toBe('FX_EXECUTED');
    expect((await order.read()).needs_attention).toContain('payout');
    expect(await events(order)).toContain('order.payout_parked');
    await t.env.sleep(10 * HOUR);
    expect((await order.read()).status).toBe('FX_EXECUTED');

    delete providers.trouble.payout;
    await t.commands.execute('retryStep', order.id, { actor: 'admin:test' });
    await status(order, 'PARTNER_PAID');
    expect(providers.calls.filter((c) => c.startsWith(`payout.send ${order.id}`))).toEqual([
      `payout.send ${order.id}:payout:1`,
      `payout.send ${order.id}:payout:2`,
    ]);
    expect(await order.payouts()).toBe(1);
    await order.complete();
  });

  it('or until it is refunded', async () => {
    providers.trouble.payout = 'refused';
    const { order, answer } = await paid();
    await answer;
    const refunded = await order.refund();
    expect(refunded.status).toBe('REFUNDED');
    expect(await order.payouts()).toBe(0);
  });
});

describe('deadline SLA', () => {
  it('is breached just after the deadline and not just before; the status stays', async () => {
    const deadline = (await t.env.currentTimeMs()) + 100 * HOUR;
    const { order, answer } = await paid({ deadline: new Date(deadline).toISOString() });
    await answer;
    await t.env.sleep(deadline - SECOND - (await t.env.currentTimeMs()));
    expect(await events(order)).not.toContain('order.sla_breached');
    await t.env.sleep(2 * SECOND);
    await until('the breach is recorded', 10_000, async () => (await events(order)).includes('order.sla_breached'));
    expect(await order.read()).toMatchObject({ status: 'PARTNER_PAID', sla_breached: true });
    await order.complete();
    expect((await order.read()).status).toBe('COMPLETED');
  });

  it('is not breached by an order that closed in time', async () => {
    const deadline = (await t.env.currentTimeMs()) + 100 * HOUR;
    const { order, answer } = await paid({ deadline: new Date(deadline).toISOString() });
    await answer;
    await order.complete();
    await t.env.sleep(101 * HOUR);
    expect(await events(order)).not.toContain('order.sla_breached');
  });
});

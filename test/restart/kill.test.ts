import { CallError, type Operator, type Order, sandboxOperator } from '../../scripts/operator';
import { invoiceOrder } from '../../scripts/sample-orders';
import { until } from '../../src/local/until';
import { readSettings } from '../../src/settings';
import { openDatabase } from '../../src/store/database';
import { connectTemporal, temporalClient } from '../../src/temporal/connection';
import { Receiver } from '../support/receiver';
import { quietRuntime, replay } from '../support/replay';
import { testBundle } from '../support/service';
import { Stack } from '../support/stack';

const settings = readSettings({});
let stack: Stack;
let receiver: Receiver;
let operator: Operator;

beforeAll(async () => {
  quietRuntime();
  stack = await new Stack().prepare({ PAYMENT_WAIT_SECONDS: '30' });
  receiver = await new Receiver().start();
  operator = sandboxOperator(stack.baseUrl);
  await stack.start();
}, 240_000);

afterAll(async () => {
  await receiver.stop();
  await stack.remove();
});

/** As the specification tells callers: again with the same content while there is no answer or a 5xx. */
async function persistently(call: () => Promise<Order>): Promise<Order> {
  let answer: Order | undefined;
  await until('the call is answered', 120_000, async () => {
    answer = await call().catch((error: unknown) => {
      if (error instanceof CallError && error.status < 500) throw error;
      return undefined;
    });
    return answer !== undefined;
  });
  return answer as Order;
}

async function killAndStart(): Promise<void> {
  await stack.killAll();
  await stack.start();
}

const addresses = (): { databaseUrl: string; temporal: string } => {
  const [, temporal = ''] = /Temporal (\S+) \|/.exec(stack.output) ?? [];
  const [, databaseUrl = ''] = /PostgreSQL (\S+)/.exec(stack.output) ?? [];
  return { databaseUrl, temporal };
};

/** The sandbox makes trouble on demand, by the amount. */
const invoiceOf = (amount_local: number): ReturnType<typeof invoiceOrder> => {
  const order = invoiceOrder(receiver.url);
  return { ...order, service: { ...order.service, amount_local } };
};

/** @returns when its partner was paid, by the provider's book */
async function assertOnce(id: string): Promise<Date | undefined> {
  const { databaseUrl, temporal } = addresses();
  const db = openDatabase(databaseUrl, 2);
  const connection = await connectTemporal(temporal, settings);
  try {
    const client = temporalClient(connection, 'default');
    await client.workflow.getHandle(id).result();
    const operations = await db.sandboxOperation.findMany({ where: { key: { startsWith: id } } });
    expect(operations.map((o) => o.kind).sort()).toEqual(['fx', 'payout']);
    const moves = await db.journalRecord.findMany({ where: { paOrderId: id, statusTo: { not: null } }, orderBy: { seq: 'asc' } });
    expect(moves.slice(1).map((m) => m.statusFrom)).toEqual(moves.slice(0, -1).map((m) => m.statusTo));
    expect(await db.webhookEvent.count({ where: { paOrderId: id, status: { not: 'DELIVERED' } } })).toBe(0);
    await replay(client, await testBundle(), [id]);
    return operations.find(({ kind }) => kind === 'payout')?.createdAt;
  } finally {
    await connection.close();
    await db.$disconnect();
  }
}

it('killed between any two steps, the order goes on, with one payout', async () => {
  const order = invoiceOrder(receiver.url);
  const { pa_order_id: id } = await operator.create(order);
  await killAndStart();
  expect((await operator.create(order)).pa_order_id).toBe(id);
  expect((await operator.assign(id)).status).toBe('IN_PROGRESS');
  await killAndStart();
  expect((await operator.requestDocs(id, ['PASSPORT'])).status).toBe('PENDING_DOCS');
  await killAndStart();
  const passport = { document_type: 'PASSPORT' as const, file_name: 'p.pdf', file_url: 'https://files.example/p.pdf' };
  expect((await operator.attach(id, passport)).status).toBe('IN_PROGRESS');
  await killAndStart();
  const due = await operator.paymentDetails(id);
  await killAndStart();
  expect(await operator.get(id)).toMatchObject({ status: 'AWAITING_PAYMENT', amount_rub: due.amount_rub });
  const paid = await operator.statement({ uin: due.payment_details?.uin ?? '', amount_rub: due.amount_rub ?? 0 });
  expect(paid.status).toBe('PARTNER_PAID');
  await killAndStart();
  expect((await operator.confirm(id)).status).toBe('COMPLETED');
  await killAndStart();
  expect((await operator.get(id)).status).toBe('COMPLETED');
  await assertOnce(id);
}, 400_000);

it('asked to end in the middle of a payment, it answers that first', async () => {
  const { pa_order_id: id } = await operator.create(invoiceOf(8101)); // the FX desk takes five seconds for it
  await operator.assign(id);
  const due = await operator.paymentDetails(id);
  const paying = operator.statement({ uin: due.payment_details?.uin ?? '', amount_rub: due.amount_rub ?? 0 });
  await until('the rubles are seen', 20_000, async () => (await operator.get(id)).status === 'CLIENT_PAID');
  const ended = stack.ended('SIGTERM');
  expect(await paying).toMatchObject({ pa_order_id: id, status: 'PARTNER_PAID' });
  expect((await ended).code).toBe(0);
  await stack.start();
  expect((await operator.confirm(id)).status).toBe('COMPLETED');
  await assertOnce(id);
}, 240_000);

it('killed in the middle of the payment, repeated by the bank, it is paid once', async () => {
  const { pa_order_id: id } = await operator.create(invoiceOf(8201)); // the payout takes five seconds
  await operator.assign(id);
  const due = await operator.paymentDetails(id);
  const statement = { uin: due.payment_details?.uin ?? '', amount_rub: due.amount_rub ?? 0 };
  const unanswered = operator.statement(statement).catch(() => undefined);
  await until('the currency is bought', 30_000, async () => (await operator.get(id)).status === 'FX_EXECUTED');
  await stack.killAll();
  expect(await unanswered).toBeUndefined();
  const killedAt = Date.now();
  await stack.start();
  await persistently(() => operator.statement(statement));
  await until('the partner is paid', 120_000, async () => (await operator.get(id)).status === 'PARTNER_PAID');
  await operator.confirm(id);
  const paidAt = await assertOnce(id);
  expect(paidAt?.getTime()).toBeGreaterThan(killedAt);
}, 400_000);

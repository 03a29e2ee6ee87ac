import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { CallError, type Order } from '../../scripts/operator';
import { invoiceOrder } from '../../scripts/sample-orders';
import { until } from '../../src/local/until';
import { BreakableProviders } from '../support/breakable-providers';
import { Link } from '../support/link';
import { useService } from '../support/service';

let database: Link;
let temporal: Link;
let providers: BreakableProviders;
const s = useService({
  env: { MAX_CONCURRENT_REQUESTS: '10', PAYMENT_WAIT_SECONDS: '15' },
  providers: (db) => {
    providers = new BreakableProviders(db);
    return providers;
  },
  databaseThrough: async (url) => {
    database = new Link(url.hostname, Number(url.port));
    url.port = String(await database.start());
    return url;
  },
  temporalThrough: async (address) => {
    const [host = '', port] = address.split(':');
    temporal = new Link(host, Number(port));
    return `127.0.0.1:${await temporal.start()}`;
  },
});
afterAll(() => Promise.all([database.stop(), temporal.stop()]));

const assign = async (id: string, key: string) =>
  fetch(`${s.baseUrl}/v1/orders/${id}/assign`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${await s.operator.token()}`, 'content-type': 'application/json', 'idempotency-key': key },
    body: '{}',
  });
const expectLater = async (answer: Response) => {
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
  expect(await answer.json()).toMatchObject({ error: { code: 'SERVICE_UNAVAILABLE' } });
};
/** Sent again as the specification tells, it is done, and once. */
async function expectDoneOnce(id: string, key: string): Promise<void> {
  await until('the command is carried out', 30_000, async () => (await assign(id, key)).status === 200);
  expect((await s.operator.events(id)).map((e) => e.event_type)).toEqual(['order.created', 'order.assigned']);
  await s.operator.cancel(id, 'called off');
}

it.each([
  ['database', () => database],
  ['Temporal', () => temporal],
])(
  'a %s that does not get on is 503 with Retry-After, and the command is not lost',
  async (_part, link) => {
    const { pa_order_id: id } = await s.operator.create(invoiceOrder(s.receiver.url));
    const key = randomUUID();
    const release = link().hold();
    const answer = await assign(id, key);
    release();
    await expectLater(answer);
    await expectDoneOnce(id, key);
  },
  60_000,
);

it('more requests at a time than it can take are 503 at once; what is under way is finished', async () => {
  let letGo: () => void = () => undefined;
  providers.trouble.fx = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const orders = [];
  for (let i = 0; i < 10; i++) {
    const { pa_order_id: id } = await s.operator.create(invoiceOrder(s.receiver.url));
    await s.operator.assign(id);
    const { payment_details, amount_rub = 0 } = await s.operator.paymentDetails(id);
    orders.push({ id, uin: payment_details?.uin ?? '', amount_rub });
  }
  /** Sent again, as a bank does: the look at whether it is full may have taken its place. */
  const pay = async (statement: { uin: string; amount_rub: number }): Promise<Order> => {
    for (;;) {
      try {
        return await s.operator.statement(statement);
      } catch (error) {
        if (!(error instanceof CallError) || error.status !== 503) throw error;
        await wait(200);
      }
    }
  };
  const paying = orders.map(({ uin, amount_rub }) => pay({ uin, amount_rub }));
  await until('it is full', 10_000, async () => (await fetch(`${s.baseUrl}/v1/sandbox/partners`)).status === 503);
  await expectLater(await fetch(`${s.baseUrl}/v1/orders`, { headers: { 'x-api-key': 'cso-demo-key' } }));
  expect((await fetch(`${s.baseUrl}/v1/health`)).status).toBe(200);
  for (const paid of await Promise.all(paying)) expect(paid.status).toBe('CLIENT_PAID');
  providers.trouble.fx = undefined;
  letGo();
  for (const { id } of orders) {
    await until(`${id} is paid out`, 30_000, async () => (await s.operator.get(id)).status === 'PARTNER_PAID');
    await s.operator.confirm(id);
  }
}, 90_000);

import { isDeepStrictEqual } from 'node:util';
import { type Operator, sandboxOperator } from '../../scripts/operator';
import { invoiceOrder } from '../../scripts/sample-orders';
import type { components } from '../../src/gateway/generated/openapi';
import { until } from '../../src/local/until';
import { environment } from '../support/database';
import { awaitingPayment, paid } from '../support/orders';
import { refusal } from '../support/refusal';
import { useService } from '../support/service';
import { Stack } from '../support/stack';
import { Staff, signIn } from '../support/staff';

type Schemas = components['schemas'];

/** Here a gateway alone; the other process has a gateway and the only worker. */
const s = useService({ role: 'gateway' });
const other = new Stack();
let admin: Staff;
let there: Operator;

beforeAll(async () => {
  await other.prepare({
    DATABASE_URL: s.databaseUrl,
    TEMPORAL_ADDRESS: environment('TEST_TEMPORAL_ADDRESS'),
    TEMPORAL_NAMESPACE: s.settings.TEMPORAL_NAMESPACE,
    DATA_DIR: environment('TEST_DATA_DIR'),
    PAYMENT_WAIT_SECONDS: '1',
  });
  await other.start();
  there = sandboxOperator(other.baseUrl, s.settings);
  admin = await signIn(s.baseUrl);
}, 120_000);

afterAll(async () => {
  await other.ended('SIGTERM');
  await other.remove();
});

const inForce = (what: string, holds: () => Promise<boolean>) => until(what, 2_000, holds);

it.each<[string, string, string, object, unknown[]]>([
  ['a rate', 'PUT', '/fx/rates/EUR', { base: 100 }, [101.5, 2, '7701234560']],
  ['pricing', 'PATCH', '/pricing', { commission_percent: 3 }, [101.5, 3, '7701234560']],
  ['requisites', 'PATCH', '/requisites', { inn: '7707083893' }, [101.5, 3, '7707083893']],
])('%s that is changed in one process counts in the other within two seconds', async (what, method, path, change, expected) => {
  const offered = async () => {
    const { id } = await awaitingPayment({ ...s, operator: there });
    const { fx, commission, payment_details } = await there.get(id);
    return [fx?.rate, commission?.rate_percent, payment_details?.inn];
  };
  expect(await offered()).not.toEqual(expected);
  await admin.call(method, path, change);
  await inForce(what, async () => isDeepStrictEqual(await offered(), expected));
});

it('so does a flag: in the gateway', async () => {
  const isTaken = () =>
    there.create(invoiceOrder(s.receiver.url)).then(
      () => true,
      ({ status }) => status !== 503,
    );
  expect(await isTaken()).toBe(true);
  await admin.patch('/flags', { new_orders_enabled: false });
  await inForce('none is taken', async () => !(await isTaken()));
  await admin.patch('/flags', { new_orders_enabled: true });
  await inForce('they are taken', isTaken);
});

it('and in the worker', async () => {
  const statusOfPaid = async () => (await there.get(await paid({ ...s, operator: there }))).status;
  expect(await statusOfPaid()).toBe('PARTNER_PAID');
  await admin.patch('/flags', { payouts_enabled: false });
  await inForce('payouts wait', async () => (await statusOfPaid()) === 'FX_EXECUTED');
  await admin.patch('/flags', { payouts_enabled: true });
  await until('they have gone out', 30_000, async () => (await there.list('?status=FX_EXECUTED')).total === 0);
});

it('an API client that is revoked in one is out in the other', async () => {
  const {
    client_id,
    client_secret = '',
    api_key = '',
  } = await admin.post<Schemas['IssuedSecrets']>('/api-clients', {
    client_id: 'cso-leaving',
    name: 'Leaving',
  });
  const token = await sandboxOperator(other.baseUrl, s.settings, { client_id, client_secret }).token();
  const ask = async (header: string, value: string) => (await fetch(`${other.baseUrl}/v1/orders`, { headers: { [header]: value } })).status;
  const answers = () => Promise.all([ask('authorization', `Bearer ${token}`), ask('x-api-key', api_key)]);
  expect(await answers()).toEqual([200, 200]);
  await admin.call('DELETE', `/api-clients/${client_id}`);
  await inForce('it is out', async () => isDeepStrictEqual(await answers(), [401, 401]));
});

it('a session that is ended in one has ended in the other', async () => {
  const { token, post } = await signIn(s.baseUrl, 'viewer');
  const elsewhere = new Staff(other.baseUrl, token);
  expect(await elsewhere.get('/auth/me')).toMatchObject({ username: 'viewer' });
  await post('/auth/logout');
  expect(await refusal(elsewhere.get('/auth/me'))).toMatchObject({ status: 401 });
});

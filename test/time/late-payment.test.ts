import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Operator } from '../../scripts/operator';
import { createApp } from '../../src/gateway/app';
import { until } from '../../src/local/until';
import { gatewayOn } from '../support/gateway-on';
import { refusal } from '../support/refusal';
import { SECOND, useTimeMachine } from '../support/time-machine';

const t = useTimeMachine();
let server: Server;

afterAll(() => server?.close());

it('rubles that arrive after the rate has expired are answered with FX_RATE_EXPIRED, and kept', async () => {
  const { needs, close, secrets } = gatewayOn(t);
  server = createApp(needs).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const operator = new Operator(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, { client_id: '', client_secret: '' }, secrets);
  const order = await t.open();
  await order.assign();
  await order.paymentDetails();
  const { fx, uin, amount_rub } = await order.read();
  await t.env.sleep(Date.parse(fx?.expires_at ?? '') + SECOND - (await t.env.currentTimeMs()));
  await until('it is EXPIRED', 20_000, async () => (await order.read()).status === 'EXPIRED');
  const error = await refusal(operator.statement({ uin, amount_rub: Number(amount_rub) }));
  expect([error.status, error.code]).toEqual([422, 'FX_RATE_EXPIRED']);
  expect(await t.db.bankStatement.findMany({ where: { uin } })).toMatchObject([{ outcome: 'LATE' }]);
  await close();
});

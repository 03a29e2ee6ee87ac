import { randomUUID } from 'node:crypto';
import { useService } from '../support/service';

const s = useService({ env: { SANDBOX_ENABLED: 'false' } });
const order = `/v1/sandbox/orders/pa_${randomUUID()}`;

it.each([
  ['GET', '/v1/sandbox/partners'],
  ['POST', `${order}/simulate-client-payment`],
  ['POST', `${order}/simulate-service-confirmation`],
  ['POST', '/v1/sandbox/sign'],
  ['POST', '/v1/sandbox/webhook-sink'],
  ['GET', '/v1/sandbox/webhook-sink'],
  ['DELETE', '/v1/sandbox/webhook-sink'],
])('%s %s is 404 SANDBOX_DISABLED when the sandbox is off', async (method, path) => {
  const answer = await fetch(s.baseUrl + path, { method });
  expect([answer.status, ((await answer.json()) as { error: { code: string } }).error.code]).toEqual([404, 'SANDBOX_DISABLED']);
});

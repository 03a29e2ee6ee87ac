/** Drives both scenarios over HTTP, as an operator, a bank and a partner would, and shows each step as it happens. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { until } from '../src/local/until';
import { isSignedBy } from '../src/security/signature';
import { loadEnvFile, readSettings, type Settings } from '../src/settings';
import { SANDBOX_CLIENTS } from '../src/store/seed';
import { type Operator, type Order, sandboxOperator } from './operator';
import { invoiceOrder, paymentLinkOrder } from './sample-orders';

interface Received {
  orderId: string;
  type: string;
  status: string;
  verified: boolean;
}

const say = (line = ''): void => void process.stdout.write(`${line}\n`);
const started = Date.now();
const step = (who: string, what: string, result = ''): void =>
  say(`  ${((Date.now() - started) / 1000).toFixed(1).padStart(5)}s  ${who.padEnd(9)} ${what}${result ? `  →  ${result}` : ''}`);

/** The operator's own receiver: verifies what comes, as the documentation tells it to. */
function receiver(secret: string, received: Received[]): Promise<Server> {
  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      const body = Buffer.concat(chunks);
      const verified = isSignedBy([secret], {
        body,
        timestamp: String(req.headers['x-pa-timestamp']),
        signature: String(req.headers['x-pa-signature']),
      });
      const event = JSON.parse(body.toString()) as { pa_order_id: string; event_type: string; data: { status: string } };
      received.push({ orderId: event.pa_order_id, type: event.event_type, status: event.data.status, verified });
      step('webhook', `${event.event_type} ${event.data.status}`, verified ? 'signature verified' : 'SIGNATURE WRONG');
      res.writeHead(verified ? 200 : 401).end();
    });
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

async function drive(operator: Operator, order: ReturnType<typeof invoiceOrder>, received: Received[]): Promise<Order> {
  const { pa_order_id: id, status } = await operator.create(order);
  step('operator', `create ${order.scenario} ${order.service.amount_local} ${order.service.currency_local}`, `${id} ${status}`);
  step('operator', 'assign', (await operator.assign(id)).status);
  step('operator', 'request documents', (await operator.requestDocs(id, ['PASSPORT'])).status);
  const passport = { document_type: 'PASSPORT' as const, file_name: 'passport.pdf', file_url: 'https://files.example/passport.pdf' };
  step('operator', 'attach a document', (await operator.attach(id, passport)).status);
  const due = await operator.paymentDetails(id);
  step('operator', 'payment-details', `${due.status}: ${due.amount_rub} RUB at ${due.fx?.rate}, UIN ${due.payment_details?.uin}`);
  const paid = await operator.statement({ uin: due.payment_details?.uin ?? '', amount_rub: due.amount_rub ?? 0, statement_ref: 'ST-1' });
  const out = paid.payment_out;
  step('bank', 'signed statement; FX and payout by themselves', `${paid.status}: ${out?.type} ${out?.swift_ref ?? out?.auth_code}, fee ${out?.fee}`);
  step('partner', 'signed confirmation', (await operator.confirm(id)).status);
  await until('the last webhook', 15_000, () => received.some((r) => r.orderId === id && r.status === 'COMPLETED'));
  return operator.get(id);
}

/** The service at this address, or one that is started for the demo. */
async function running(baseUrl: string): Promise<ChildProcess | undefined> {
  const healthy = (): Promise<boolean> =>
    fetch(`${baseUrl}/v1/health`).then(
      (r) => r.ok,
      () => false,
    );
  if (await healthy()) return undefined;
  say(`Nothing answers at ${baseUrl}; starting the service.`);
  const child = spawn(process.execPath, ['--import', 'tsx', join(__dirname, '../src/main.ts')], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn' },
  });
  let over = false;
  child.once('exit', () => {
    over = true;
  });
  await until('the service is ready', 1_500_000, async () => {
    if (over) throw new Error('The service did not start; its message is above.');
    return healthy();
  });
  return child;
}

async function main(): Promise<void> {
  loadEnvFile();
  const settings = readSettings();
  const baseUrl = settings.BASE_URL ?? `http://127.0.0.1:${settings.PORT}`;
  const [client] = SANDBOX_CLIENTS;
  const child = await running(baseUrl);
  process.on('SIGTERM', () => (child ? child.kill('SIGTERM') : process.exit(143)));
  const received: Received[] = [];
  const server = await receiver(client.webhook_secret, received);
  try {
    const operator = sandboxOperator(baseUrl, settings);
    await operator.token();
    step('operator', 'token', 'granted');
    const callback = `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`;
    const done: Order[] = [];
    for (const order of [invoiceOrder(callback), paymentLinkOrder(callback)]) {
      say(`\n${order.scenario}`);
      done.push(await drive(operator, order, received));
    }
    const wrong = received.filter((r) => !r.verified).length;
    say(`\n${done.length} orders COMPLETED, ${received.length} webhooks received, ${wrong} with a wrong signature.`);
    if (wrong > 0 || done.some((o) => o.status !== 'COMPLETED')) throw new Error('The demo did not end as it should.');
    showWhereToLook(baseUrl, settings, done);
    if (child) {
      say('\nThe service keeps running for you to look; Ctrl-C stops it.');
      await new Promise((resolve) => child.once('exit', resolve));
    }
  } finally {
    server.close();
    server.closeAllConnections();
    child?.kill('SIGTERM');
  }
}

function showWhereToLook(baseUrl: string, s: Settings, orders: Order[]): void {
  say('\nWhere to look (header X-API-Key: cso-demo-key):');
  for (const { pa_order_id: id, scenario, payment_out } of orders) {
    say(`  ${scenario}`);
    say(`    order JSON    ${baseUrl}/v1/orders/${id}`);
    say(`    journal       ${baseUrl}/v1/orders/${id}/events`);
    say(`    webhooks      ${baseUrl}/v1/webhooks/deliveries?pa_order_id=${id}`);
    say(`    ops console   ${baseUrl}/console/orders/${id}`);
    say(`    pay page      ${baseUrl}/pay/${id}`);
    say(`    confirmation  ${payment_out?.receipt_url}`);
    say(`    Temporal UI   http://127.0.0.1:${s.TEMPORAL_UI_PORT}/namespaces/default/workflows/${id}`);
  }
  say(`  ops console     ${baseUrl}/console, as ${s.ADMIN_USERNAME} / ${s.ADMIN_PASSWORD}`);
  say(`  API reference   ${baseUrl}/reference, Swagger UI ${baseUrl}/docs`);
}

process.on('SIGINT', () => undefined); // the service ends first, then the demo
main().then(
  () => process.exit(0),
  (error: Error) => {
    console.error(error.message);
    process.exit(1);
  },
);

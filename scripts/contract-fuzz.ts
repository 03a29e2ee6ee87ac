/** Sends what the contract allows, and what it forbids, to the real service, and holds every answer to the contract. */
import { type SpawnOptions, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { exitCode, withStack } from '../bench/stack';
import { scratchDir } from '../src/local/scratch';
import { readSettings } from '../src/settings';
import { type Operator, type Order, sandboxOperator } from './operator';
import { invoiceOrder, paymentLinkOrder } from './sample-orders';

const TOOL = 'schemathesis==4.32.5';
const CHECKS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
  'negative_data_rejection',
  'missing_required_header',
];
/** Enough for each state of an order to be met; under a minute on two cores. */
const BOUNDS = ['--max-examples', '40', '--seed', '1', '--workers', '2', '--request-timeout', '30', '--continue-on-failure'];
const ORDERS_PER_STATE = 4;
/** They would have other requests answered 503 and 429, as they should be. */
const LEFT_OUT = ['changeFlags', 'changeRateLimits'];

async function main(): Promise<number> {
  const dir = scratchDir('contract');
  try {
    const tool = await install(dir);
    return await withStack(({ baseUrl }) => fuzz(dir, tool, baseUrl));
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/** The exit code of a program, its output shown. */
function run(command: string, args: string[], options: SpawnOptions = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'], ...options });
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

async function install(dir: string): Promise<string> {
  const steps: [string, string[]][] = [
    ['python3', ['-m', 'venv', dir]],
    [join(dir, 'bin/pip'), ['install', '--quiet', '--disable-pip-version-check', TOOL]],
  ];
  for (const [command, args] of steps) {
    const code = await run(command, args).catch(() => 1);
    if (code !== 0) throw new Error(`${command} failed: Python 3.10 or newer with venv and a package index is needed for ${TOOL}.`);
  }
  return join(dir, 'bin/schemathesis');
}

async function fuzz(dir: string, tool: string, baseUrl: string): Promise<number> {
  const { BANK_SIGNING_SECRET, PARTNER_SIGNING_SECRET } = readSettings({});
  const operator = sandboxOperator(baseUrl);
  const orders = await ordersInEachState(operator);
  return run(
    tool,
    [
      'run',
      `${baseUrl}/v1/openapi.json`,
      '--checks',
      CHECKS.join(),
      ...BOUNDS,
      ...LEFT_OUT.flatMap((id) => ['--exclude-operation-id', id]),
      ...process.argv.slice(2),
    ],
    {
      cwd: dir, // it leaves a folder of its own
      env: {
        ...process.env,
        SCHEMATHESIS_HOOKS: join(__dirname, 'contract-fuzz-hooks.py'),
        FUZZ_BANK_SECRET: BANK_SIGNING_SECRET,
        FUZZ_PARTNER_SECRET: PARTNER_SIGNING_SECRET,
        FUZZ_OPERATOR_TOKEN: await operator.token(),
        FUZZ_STAFF_TOKEN: await staffToken(baseUrl),
        FUZZ_LEAVING_TOKEN: await staffToken(baseUrl),
        FUZZ_ORDERS: JSON.stringify(orders),
      },
    },
  );
}

async function staffToken(baseUrl: string): Promise<string> {
  const { ADMIN_USERNAME: username, ADMIN_PASSWORD: password } = readSettings({});
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${baseUrl}/v1/admin/auth/login`, { method: 'POST', headers, body: JSON.stringify({ username, password }) });
  return ((await answer.json()) as { access_token: string }).access_token;
}

/** Orders for the requests to meet: new ones, taken into work, waiting for documents, awaiting payment, paid out, closed. */
async function ordersInEachState(operator: Operator): Promise<{ pa_order_id: string; uin: string; amount_rub: number }[]> {
  const sink = `${operator.baseUrl}/v1/sandbox/webhook-sink`;
  const paymentDetails = async (id: string): Promise<Order> => {
    await operator.assign(id);
    return operator.paymentDetails(id);
  };
  const paths: ((id: string) => Promise<Order>)[] = [
    (id) => operator.get(id),
    (id) => operator.assign(id),
    (id) => operator.requestDocs(id, ['PASSPORT']),
    paymentDetails,
    async (id) => {
      const { payment_details, amount_rub = 0 } = await paymentDetails(id);
      return operator.statement({ uin: payment_details?.uin ?? '', amount_rub });
    },
    (id) => operator.cancel(id, 'not wanted any more'),
  ];
  const orders: Order[] = [];
  for (const path of paths) {
    for (let i = 0; i < ORDERS_PER_STATE; i++) {
      const { pa_order_id } = await operator.create(i % 2 === 0 ? invoiceOrder(sink) : paymentLinkOrder(sink));
      orders.push(await path(pa_order_id));
    }
  }
  return orders.map(({ pa_order_id, payment_details, amount_rub = 1 }) => ({ pa_order_id, uin: payment_details?.uin ?? '0', amount_rub }));
}

main().then(
  (status) => {
    process.exitCode = status;
  },
  (error: Error) => {
    console.error(error.message);
    process.exitCode = exitCode(error);
  },
);

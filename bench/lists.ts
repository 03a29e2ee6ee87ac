/** How long staff wait for a list of orders among a million: `npm run bench:lists -- --orders 1000000`. */
import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { keep } from '../src/local/keep';
import { scratchDir } from '../src/local/scratch';
import { type Database, openDatabase } from '../src/store/database';
import { Intakes } from '../src/store/intake';
import { migrate } from '../src/store/migrate';
import { findAnyOrder, listOrders, type OrderFilter } from '../src/store/orders';
import { ordersByStatus, stageTimes, volumeByDay } from '../src/store/overview';
import { COUNTED } from '../src/store/page';
import { exitCode } from './stack';

const BATCH = 50_000;
const REPEATS = 15;

const { values } = parseArgs({ options: { orders: { type: 'string', default: '1000000' } } });
const orders = Number(values.orders);

/** Orders of a year: most are closed, a hundred need attention. */
async function fill(db: Database): Promise<void> {
  for (let from = 0; from < orders; from += BATCH) {
    const to = Math.min(orders, from + BATCH) - 1;
    await db.$transaction(
      async (tx) => {
        await tx.$executeRaw`SET LOCAL statement_timeout = 0`;
        await tx.$executeRaw`
          WITH n AS (
            SELECT i, 'pa_' || substr(md5(i::text), 1, 24) AS id, now() - make_interval(mins => (${orders}::int - i) / 2) AS at,
                   CASE WHEN ${orders}::int - i > 20000 THEN (ARRAY['COMPLETED', 'COMPLETED', 'COMPLETED', 'REJECTED', 'EXPIRED', 'REFUNDED'])[1 + i % 6]
                        ELSE (ARRAY['DRAFT', 'IN_PROGRESS', 'AWAITING_PAYMENT', 'CLIENT_PAID', 'FX_EXECUTED', 'PARTNER_PAID'])[1 + i % 6] END AS status
            FROM generate_series(${from}::int, ${to}::int) AS i
          ), intake AS (
            INSERT INTO order_intake (pa_order_id, operator_id, order_id, uin, partner_id, client_id, callback_url)
            SELECT id, 'cso-' || i % 20, 'CSO-' || i, lpad(i::text, 20, '0'), 'PARTNER-' || i % 500, 'client-' || i % 100000, 'https://o.example' FROM n
          )
          INSERT INTO orders (pa_order_id, operator_id, version, status, scenario, partner_id, currency, needs_attention, deadline, expires_at, created_at, updated_at, state)
          SELECT id, 'cso-' || i % 20, 9, status, (ARRAY['INVOICE', 'PAYMENT_LINK'])[1 + i % 2], 'PARTNER-' || i % 500, 'EUR',
                 CASE WHEN i % 10000 = 7 THEN 'payout: refused by the provider, parked' END, at + interval '7 days', at + interval '1 day', at, at,
                 jsonb_build_object('pa_order_id', id, 'status', status, 'amount_local', '1500', 'amount_rub', '148945.50',
                   'payment_details', jsonb_build_object('uin', lpad(i::text, 20, '0'), 'amount_received_rub', '148945.50', 'purpose', repeat('x', 200)),
                   'commission', jsonb_build_object('rate_percent', '2.0', 'amount_rub', '2920.50'), 'documents', '[]'::jsonb)
          FROM n`;
      },
      { timeout: 300_000 },
    );
    process.stdout.write(`\r${to + 1} of ${orders} orders`);
  }
  process.stdout.write('\n');
}

/** As autovacuum leaves it. */
async function vacuum(databaseUrl: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('VACUUM ANALYZE');
  await client.end();
}

async function timed(work: () => Promise<unknown>): Promise<{ 'median ms': number; 'slowest ms': number }> {
  const times: number[] = [];
  await work(); // once unmeasured: plans and pages
  for (let i = 0; i < REPEATS; i++) {
    const begun = performance.now();
    await work();
    times.push(performance.now() - begun);
  }
  times.sort((a, b) => a - b);
  return { 'median ms': Math.round(times[REPEATS >> 1] ?? 0), 'slowest ms': Math.round(times.at(-1) ?? 0) };
}

async function main(): Promise<number> {
  const dataDir = scratchDir('lists');
  const keeper = await keep({ dataDir, postgresPort: 0 }, console.log);
  const db = openDatabase(keeper.databaseUrl ?? '', 4);
  try {
    await migrate(keeper.databaseUrl ?? '');
    await fill(db);
    await vacuum(keeper.databaseUrl ?? '');
    const page = { limit: 50, offset: 0 };
    const lists: Record<string, OrderFilter> = {
      'no filter': {},
      'one status, many': { status: 'COMPLETED' },
      'one status, few': { status: 'AWAITING_PAYMENT' },
      'one partner': { partnerId: 'PARTNER-77' },
      'one operator': { operatorId: 'cso-3' },
      'one scenario': { scenario: 'INVOICE' },
      'needs attention': { needsAttention: true },
      'deadline near': { deadlineBefore: new Date(Date.now() + 86_400_000) },
      "text: an order's number": { text: 'CSO-123456' },
      'text: a short beginning': { text: 'CSO-1' },
      'text: a UIN': { text: '123456'.padStart(20, '0') },
      'status, partner and operator': { status: 'COMPLETED', partnerId: 'PARTNER-63', operatorId: 'cso-3' },
    };
    const table: Record<string, object> = {};
    for (const [name, filter] of Object.entries(lists)) {
      const { total } = await listOrders(db, filter, page, COUNTED);
      table[name] = { total, ...(await timed(() => listOrders(db, filter, page, COUNTED))) };
    }
    table['page 1000 of all'] = await timed(() => listOrders(db, {}, { limit: 50, offset: 50_000 }, COUNTED));
    const { items } = await listOrders(db, {}, { limit: 1, offset: 0 });
    const id = items[0]?.intake.paOrderId ?? '';
    table['one order'] = await timed(() => findAnyOrder(db, new Intakes(db), id));
    for (const days of [7, 90]) {
      table[`overview of ${days} days`] = await timed(() => Promise.all([ordersByStatus(db, days), stageTimes(db, days), volumeByDay(db, days)]));
    }
    console.table(table);
    return 0;
  } finally {
    await db.$disconnect();
    await keeper.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

main().then(
  (code) => process.exit(code),
  (error: Error) => {
    console.error(error.message);
    process.exit(exitCode(error));
  },
);

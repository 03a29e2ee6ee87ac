import { historyToJSON } from '@temporalio/common/lib/proto-utils';
import { invoiceOrder } from '../../scripts/sample-orders';
import { personalDataViolations } from '../../src/reconciliation/personal-data';
import { parseKeyRing, SealedBox } from '../../src/security/sealed-box';
import { resealAll } from '../../src/store/reseal';
import { useService } from '../support/service';

const s = useService({ env: { LOG_LEVEL: 'debug' } });
const NAME = 'Зинаида Яблонская-Ромашкина';
const PHONE = '+7 (987) 654-32-19';
const TRACES = ['Зинаида', 'Яблонская', 'Ромашкина', '654-32', '9876543219', '(987)'];
const traces = (text: string): string[] => TRACES.filter((trace) => text.includes(trace));

const order = () => ({ ...invoiceOrder(s.receiver.url), client: { client_id: 'client-1', name: NAME, phone: PHONE } });

/** Payloads of a history are base64: what is in them has to be looked for in clear. */
const inClear = (json: string): string =>
  json.replace(/"data": ?"([A-Za-z0-9+/=]+)"/g, (_all, data: string) => Buffer.from(data, 'base64').toString('utf8'));

it('name and phone stand sealed in their column, masked in answers, and nowhere else', async () => {
  const { pa_order_id: id } = await s.operator.create(order());
  await s.operator.assign(id);
  await s.operator.requestDocs(id, ['PASSPORT']);
  await s.operator.attach(id, { document_type: 'PASSPORT', file_name: 'p.pdf', file_url: 'https://f.example/p.pdf' });
  const due = await s.operator.paymentDetails(id);
  await s.operator.statement({ uin: due.payment_details?.uin ?? '', amount_rub: due.amount_rub ?? 0 });
  const closed = await s.operator.confirm(id);
  await s.client.workflow.getHandle(id).result();

  expect(closed.client).toEqual({ client_id: 'client-1', name_masked: 'З*** Я***', phone_masked: '***19' });
  const answers = JSON.stringify([closed, await s.operator.list(), await s.operator.events(id), await s.operator.get(id)]);
  expect(traces(answers)).toEqual([]);

  const handle = s.client.workflow.getHandle(id);
  const history = inClear(historyToJSON(await handle.fetchHistory()));
  expect(history).toContain('AWAITING_PAYMENT');
  expect(traces(history)).toEqual([]);
  const { searchAttributes, memo, raw } = await handle.describe();
  expect(traces(JSON.stringify({ searchAttributes, memo, raw: raw.workflowExecutionInfo }))).toEqual([]);

  expect(traces(s.receiver.received.map((r) => r.raw + JSON.stringify(r.headers)).join())).toEqual([]);
  expect(s.logged.join()).toContain(id);
  expect(traces(s.logged.join())).toEqual([]);
  const metrics = await (await fetch(`${s.baseUrl}/metrics`)).text();
  expect(metrics).toContain('payment_agent_http_request_seconds_count{method="POST",path="/v1/orders",status="201"} 1');
  expect(traces(metrics)).toEqual([]);
  expect(metrics).not.toContain(id);

  const tables = await s.db.$queryRaw<{ name: string }[]>`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`;
  expect(tables.length).toBeGreaterThan(10);
  for (const { name } of tables) {
    const rows = await s.db.$queryRawUnsafe<{ row: string }[]>(`SELECT t::text AS row FROM "${name}" t`);
    expect([name, traces(rows.map((r) => r.row).join())]).toEqual([name, []]);
  }
});

const found = async () => {
  const box = new SealedBox(parseKeyRing(s.settings.PII_KEYS));
  return (await personalDataViolations(s.db, s.client, box)).map(({ subject, detail }) => `${subject} ${detail.split(': ')[1]}`);
};

describe('the program that verifies', () => {
  const NAMED = 'Аркадий Светозаров';
  let id: string;
  beforeAll(async () => {
    const client = { client_id: 'client-2', name: NAMED, phone: '+7 495 000-11-22' };
    id = (await s.operator.create({ ...order(), client })).pa_order_id;
  });

  const at = '2026-11-20T00:00:00Z';
  it.each([
    ['idempotency_keys', `INSERT INTO idempotency_keys (operator_id, route, key, response) VALUES ('x', 'x', 'leak', '{"name":"NAME"}')`],
    ['log_lines', `INSERT INTO log_lines (at, level, message, fields) VALUES ('${at}', 'info', 'calls +7 495 000-11-22', '{}')`],
    ['webhook_attempts', `INSERT INTO webhook_attempts (event_id, attempt, at, duration_ms, error) VALUES ('leak', 1, '${at}', 1, 'no NAME here')`],
    [
      'statement_actions',
      `INSERT INTO statement_actions (statement_id, action, actor, note) VALUES (gen_random_uuid(), 'NOTE', 'admin:x', 'for NAME')`,
    ],
    ['audit', `INSERT INTO audit (subject, actor, after) VALUES ('pricing', 'admin:x', '{"note":"NAME"}')`],
    ['findings', `INSERT INTO findings (invariant, subject, detail) VALUES ('x', 'leak', 'NAME')`],
    ['money_orders', `INSERT INTO money_orders (key, kind, request) VALUES ('ID:payout:9', 'payout', '{"text":"{\\"to\\":\\"NAME\\"}"}')`],
  ])('finds a customer in %s', async (table, leak) => {
    expect(await found()).toEqual([]);
    const before = await s.db.$queryRawUnsafe<{ ctid: string }[]>(`SELECT ctid::text FROM ${table}`);
    await s.db.$executeRawUnsafe(leak.replace('NAME', NAMED).replace('ID', id));
    expect(await found()).toEqual([`${id} ${table}`]);
    const known = before.map(({ ctid }) => `'${ctid}'`).join(',') || `'(0,0)'`;
    await s.db.$transaction([
      s.db.$executeRawUnsafe('SET LOCAL session_replication_role = replica'),
      s.db.$executeRawUnsafe(`DELETE FROM ${table} WHERE ctid NOT IN (${known})`),
    ]);
  });

  it('finds one in the records of an order that is not among the newest', async () => {
    await s.db.$executeRaw`
      INSERT INTO order_intake (pa_order_id, operator_id, order_id, uin, partner_id, client_id, name_sealed, callback_url)
      SELECT 'pa_newer' || i, operator_id, 'newer' || i, 'newer' || i, partner_id, client_id, name_sealed, callback_url
      FROM order_intake, generate_series(1, 250) i WHERE pa_order_id = ${id}`;
    await s.db.$executeRaw`UPDATE orders SET state = jsonb_set(state, '{rejection_reason}', to_jsonb(${NAMED}::text)) WHERE pa_order_id = ${id}`;
    expect(await found()).toEqual([`${id} orders`]);
    await s.db.$executeRaw`UPDATE orders SET state = state - 'rejection_reason' WHERE pa_order_id = ${id}`;
    await s.db.$executeRaw`DELETE FROM order_intake WHERE pa_order_id LIKE 'pa_newer%'`;
  });

  it('leaves who is paid where it stands: in partner cards and their audit', async () => {
    await s.db
      .$executeRaw`INSERT INTO audit (subject, actor, after) VALUES ('partner:P', 'admin:x', jsonb_build_object('legal_name', ${NAMED}::text))`;
    await s.db.$executeRaw`INSERT INTO partners (operator_id, partner_id, legal_name, country) VALUES ('', 'P', ${NAMED}, 'RU')`;
    expect(await found()).toEqual([]);
  });
});

it('what one key has sealed is sealed again with the next, and then opens without the first', async () => {
  const { pa_order_id: id } = await s.operator.create(order());
  await s.operator.cancel(id, 'not needed');
  const next = `next:${Buffer.alloc(32, 7).toString('base64')}`;
  const changed = await resealAll(s.db, new SealedBox(parseKeyRing(`${next},${s.settings.PII_KEYS}`)), () => undefined);
  expect(changed).toBeGreaterThanOrEqual(4);
  const onlyNext = new SealedBox(parseKeyRing(next));
  const intake = await s.db.orderIntake.findUniqueOrThrow({ where: { paOrderId: id } });
  expect([onlyNext.open(intake.nameSealed ?? ''), onlyNext.open(intake.phoneSealed ?? '')]).toEqual([NAME, PHONE]);
  const clients = await s.db.apiClient.findMany();
  expect(clients.flatMap((c) => c.webhookSecrets.map((secret) => onlyNext.open(secret)))).toContain('cso-demo-webhook-secret');
  expect(await resealAll(s.db, new SealedBox(parseKeyRing(`${next},${s.settings.PII_KEYS}`)), () => undefined)).toBe(0);
});

import { invoiceOrder } from '../../scripts/sample-orders';
import { operations, type QueryParameter } from '../support/contract';
import { detailsOf, refusal } from '../support/refusal';
import { useService } from '../support/service';
import { type Staff, signIn } from '../support/staff';

const s = useService();
let admin: Staff;
let paOrderId: string;
beforeAll(async () => {
  admin = await signIn(s.baseUrl);
  for (let i = 0; i < 3; i++) paOrderId = (await s.operator.create(invoiceOrder(s.receiver.url))).pa_order_id;
});

const reads = operations.filter(({ method, path, query }) => method === 'GET' && path.startsWith('/v1/admin/') && query.length > 0);
const lists = reads.filter(({ query }) => query.some(({ name }) => name === 'limit'));
const pathOf = (path: string) => path.replace('/v1/admin', '').replace('{paOrderId}', paOrderId);

describe('what a parameter does not take is refused', () => {
  /** One value beyond each of its bounds. */
  const wrongFor = ({ type, format, enum: names, pattern, minimum, maximum, minLength, maxLength }: QueryParameter['bounds']): string[] => [
    ...(type === 'string' ? [] : ['many']),
    ...(type === 'integer' ? ['1.5'] : []),
    ...(names || format || pattern ? ['NONE-SUCH'] : []),
    ...(minimum === undefined ? [] : [String(minimum - 1)]),
    ...(maximum === undefined ? [] : [String(maximum + 1)]),
    ...(minLength ? [''] : []),
    ...(maxLength === undefined ? [] : ['x'.repeat(maxLength + 1)]),
  ];
  const cases = reads.flatMap(({ path, query }) => query.map(({ name, bounds }) => ({ path, name, values: wrongFor(bounds), others: query })));

  it.each(cases)('by $path of $name', async ({ path, name, values, others }) => {
    const right: Record<string, string> = others.some((other) => other.name === 'currency') ? { amount: '1', currency: 'EUR' } : {};
    expect(values).not.toEqual([]);
    for (const value of values) {
      const error = await refusal(admin.get(`${pathOf(path)}?${new URLSearchParams({ ...right, [name]: value })}`));
      expect([value, error.status, error.code]).toEqual([value, 400, 'VALIDATION_ERROR']);
      expect(detailsOf(error)).toEqual({ violations: [expect.stringContaining(name)] });
    }
  });
});

const MANY = 'generate_series(1, 10002) AS i';
const events = (id: string): string => `
  INSERT INTO webhook_events (event_id, pa_order_id, operator_id, recipient, url, event_type, body, status, created_at)
  SELECT '${id}' || i, '${id}', 'cso-many', 'operator', 'http://many.example', 'order.status_changed', '{}', 'DEAD', now() FROM ${MANY}`;
const audit = (subject: string): string => `INSERT INTO audit (subject, actor, after) SELECT '${subject}', 'admin:many', '{}' FROM ${MANY}`;

/** More than are counted, in each of the contract's lists. */
const fill: Record<string, () => string> = {
  '/v1/admin/orders': () => `
    INSERT INTO orders (pa_order_id, operator_id, version, status, scenario, partner_id, currency, deadline, expires_at, created_at, updated_at, state)
    SELECT 'many-' || i, 'cso-many', 1, 'DRAFT', 'INVOICE', 'P', 'EUR', now(), now(), now() - interval '1 year', now(), '{}' FROM ${MANY}`,
  '/v1/admin/orders/{paOrderId}/deliveries': () => events(paOrderId),
  '/v1/admin/webhooks/dead-letters': () => events('dead'),
  '/v1/admin/webhooks/recent': () => events('recent'),
  '/v1/admin/partners': () => `
    INSERT INTO partners (operator_id, partner_id, legal_name, country, scenarios) SELECT 'cso-many', 'P-' || i, 'P', 'IT', '{INVOICE}' FROM ${MANY}`,
  '/v1/admin/flags/audit': () => audit('flags'),
  '/v1/admin/ops-config/audit': () => audit('pricing'),
  '/v1/admin/api-clients': () => `
    INSERT INTO api_clients (client_id, name, secret_hash, api_key_hash, scopes, webhook_secrets) SELECT 'cso-' || i, 'C', '', i, '{}', '{}' FROM ${MANY}`,
  '/v1/admin/suspense': () => `
    INSERT INTO bank_statements (id, uin, amount_rub, source, outcome) SELECT gen_random_uuid(), i, 1, 'bank', 'UNKNOWN_UIN' FROM ${MANY}`,
  '/v1/admin/findings': () => `INSERT INTO findings (invariant, subject, detail) SELECT 'many', i, 'x' FROM ${MANY}`,
  '/v1/admin/approvals': () => `
    INSERT INTO refund_approvals (id, pa_order_id, amount_rub, reason, status, requested_by)
    SELECT gen_random_uuid(), 'pa_many', 1, 'x', 'DONE', 'admin:many' FROM ${MANY}`,
  '/v1/admin/logs': () => `INSERT INTO log_lines (at, level, message, fields) SELECT now(), 'error', 'many', '{}' FROM ${MANY}`,
};

describe('a list', () => {
  interface Answer {
    items: unknown[];
    total: number;
    limit: number;
    offset: number;
  }

  it('is each of these', () => {
    const bounded = ['/v1/admin/fx/board', '/v1/admin/fx/exposures']; // a row a currency
    const answersItems = operations.filter(
      ({ method, path, answers }) => method === 'GET' && path.startsWith('/v1/admin/') && answers.includes('items'),
    );
    expect(answersItems.map(({ path }) => path).sort()).toEqual([...Object.keys(fill), ...bounded].sort());
    expect(lists.map(({ path }) => path).sort()).toEqual(Object.keys(fill).sort());
  });

  it.each(lists)('$path is read by the page, and counted to 10 000', async ({ path, query }) => {
    await s.db.$executeRawUnsafe(fill[path]?.() ?? '');
    const read = (page: string) => admin.get<Answer>(`${pathOf(path)}?${page}`);
    const first = await read('limit=3');
    expect(first).toMatchObject({ total: 10_001, limit: 3, offset: 0 });
    expect(first.items).toHaveLength(3);
    if (query.some(({ name }) => name === 'offset')) {
      expect(await read('limit=2&offset=1')).toEqual({ items: first.items.slice(1), total: 10_001, limit: 2, offset: 1 });
    }
    await s.db.order.deleteMany({ where: { operatorId: 'cso-many' } }); // no workflow of theirs can be replayed
  });
});

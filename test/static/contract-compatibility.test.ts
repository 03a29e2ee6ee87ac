import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { breakingChanges, type Contract, type Schema } from '../../scripts/contract-diff';
import { CONTRACT } from '../../src/gateway/routes/reference';

const RELEASED = join(CONTRACT, '../released');
const read = (file: string): Contract => parse(readFileSync(file, 'utf8')) as Contract;

it.each(readdirSync(RELEASED))('callers of %s go on', (file) => {
  expect(breakingChanges(read(join(RELEASED, file)), read(CONTRACT))).toEqual([]);
});

type Editable = Contract & { components: { schemas: Record<string, Schema & { properties: Record<string, Schema> }>; responses: object } };
const changed = (change: (contract: Editable) => unknown): Contract => {
  const copy = structuredClone(read(CONTRACT)) as Editable;
  change(copy);
  return copy;
};
const operation = (contract: Contract, method: string, path: string) => {
  const found = contract.paths[path]?.[method];
  if (!found) throw new Error(`${method} ${path} is not in the contract`);
  return found;
};
const schema = (contract: Editable, name: string) => {
  const found = contract.components.schemas[name];
  if (!found) throw new Error(`${name} is not in the contract`);
  return found;
};
const remove = <T extends object>(from: T, name: keyof T) => delete from[name];

describe('what would break callers is found:', () => {
  const breaking: [string, RegExp, (contract: Editable) => unknown][] = [
    ['a removed path', /^GET \/v1\/health: is gone$/, (c) => remove(c.paths, '/v1/health')],
    ['a removed operation', /^GET \/v1\/orders: is gone$/, (c) => remove(c.paths['/v1/orders'] ?? {}, 'get')],
    ['a removed response', /cancel 409: is gone$/, (c) => remove(operation(c, 'patch', '/v1/orders/{paOrderId}/cancel').responses, '409')],
    ['a removed property', /uin: is gone$/, (c) => remove(schema(c, 'Order').properties.payment_details?.properties ?? {}, 'uin')],
    ['a new required field', /due_date: is not always there$/, (c) => schema(c, 'CreateOrder').properties.invoice?.required?.push('due_date')],
    ['a field that need not come', /fixed_at: is not always there$/, (c) => schema(c, 'Order').properties.fx?.required?.splice(1, 1)],
    [
      'a narrower maximum',
      /maximum fell to 50$/,
      (c) => Object.assign(operation(c, 'get', '/v1/orders').parameters?.[3]?.schema ?? {}, { maximum: 50 }),
    ],
    ['a shorter text', /reason: maxLength fell to 100$/, (c) => Object.assign(schema(c, 'Reason').properties.reason ?? {}, { maxLength: 100 })],
    ['a narrower enum in requests', /body .*scenario: PAYMENT_LINK not understood$/, (c) => schema(c, 'Scenario').enum?.pop()],
    ['a wider enum in responses', /200 .*status: PAUSED not understood$/, (c) => schema(c, 'OrderStatus').enum?.push('PAUSED')],
    ['another type', /was string, is integer$/, (c) => Object.assign(schema(c, 'Document').properties.id ?? {}, { type: 'integer' })],
    [
      'a new required parameter',
      /header X-New: is required now$/,
      (c) => operation(c, 'get', '/v1/orders').parameters?.push({ name: 'X-New', in: 'header', required: true }),
    ],
    [
      'a body that was optional',
      /assign: needs a body now$/,
      (c) => Object.assign(operation(c, 'patch', '/v1/orders/{paOrderId}/assign').requestBody ?? {}, { required: true }),
    ],
    [
      'credentials where none were needed',
      /needs credentials now$/,
      (c) => Object.assign(operation(c, 'get', '/v1/health'), { security: [{ apiKey: [] }] }),
    ],
    [
      'another scope',
      /orders:read is not enough/,
      (c) => Object.assign(operation(c, 'get', '/v1/orders'), { security: [{ oauth: ['orders:write'] }] }),
    ],
  ];
  it.each(breaking)('%s', (_what, said, change) => {
    const broken = changed(change);
    const found = breakingChanges(read(CONTRACT), broken);
    expect(found).toContainEqual(expect.stringMatching(said));
    expect(breakingChanges(read(CONTRACT), { ...broken, info: { version: '2.0.0' } })).toEqual([]);
  });
});

it('what callers need not notice is let through', () => {
  const grown = changed((c) => {
    c.paths['/v1/new'] = structuredClone(c.paths['/v1/health'] ?? {});
    schema(c, 'Order').properties.note = { type: 'string' };
    schema(c, 'CreateOrder').properties.note = { type: 'string' };
    operation(c, 'get', '/v1/orders').parameters?.push({ name: 'since', in: 'query', schema: { type: 'string' } });
    Object.assign(schema(c, 'Reason').properties.reason ?? {}, { maxLength: 1000 });
    schema(c, 'OrderList').required?.push('note');
  });
  expect(breakingChanges(read(CONTRACT), grown)).toEqual([]);
});

import { randomUUID } from 'node:crypto';
import type { Order } from '../../scripts/operator';
import { invoiceOrder } from '../../scripts/sample-orders';
import { claimKey, releaseKey } from '../../src/store/idempotency';
import { refusal } from '../support/refusal';
import { useService } from '../support/service';

const s = useService();
const setIban = (iban: string | null) => s.db.partner.updateMany({ where: { partnerId: 'PARTNER-777' }, data: { iban } });
const call = (path: string, body: object, key: string) => s.operator.call<Order>('POST', path, body, { 'idempotency-key': key });
const document = (file_name: string) => ({ document_type: 'PASSPORT', file_name, file_url: 'https://files.example/p.pdf' });

it('a refusal is no answer for ever: what was put right is done under the same key', async () => {
  const { pa_order_id: id } = await s.operator.create(invoiceOrder(s.receiver.url));
  await s.operator.assign(id);
  const { iban } = await s.db.partner.findFirstOrThrow({ where: { partnerId: 'PARTNER-777' } });
  await setIban(null);
  const key = randomUUID();
  const ask = () => call(`/v1/orders/${id}/payment-details`, {}, key);
  for (let i = 0; i < 2; i++) expect(await refusal(ask())).toMatchObject({ code: 'PARTNER_PAYOUT_DETAILS_MISSING' });
  await setIban(iban);
  expect(await ask()).toMatchObject({ status: 'AWAITING_PAYMENT' });
  expect(await ask()).toMatchObject({ status: 'AWAITING_PAYMENT' });
});

it('after its 24 hours a key begins anew, with the same body or another', async () => {
  const { pa_order_id: id } = await s.operator.create(invoiceOrder(s.receiver.url));
  const key = randomUUID();
  for (const name of ['a.pdf', 'a.pdf', 'b.pdf']) {
    await call(`/v1/orders/${id}/documents`, document(name), key);
    await s.db.idempotencyKey.updateMany({ where: { key }, data: { createdAt: new Date(Date.now() - 25 * 3_600_000) } });
  }
  expect((await s.operator.get(id)).documents.map((d) => d.file_name)).toEqual(['a.pdf', 'a.pdf', 'b.pdf']);
});

it('a key that was released without an outcome asks for the same as before; after a refusal it asks anew', async () => {
  const scope = { operatorId: 'cso-demo', route: 'POST /x', key: randomUUID() };
  expect(await claimKey(s.db, scope, 'h')).toEqual({ round: 0 });
  expect(await claimKey(s.db, scope, 'h')).toEqual({ requestHash: 'h', response: null });
  await releaseKey(s.db, scope, false);
  expect(await claimKey(s.db, scope, 'h')).toEqual({ round: 0 });
  await releaseKey(s.db, scope, true);
  expect(await claimKey(s.db, scope, 'other')).toEqual({ round: 1 });
});

import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { invoiceOrder } from '../../scripts/sample-orders';
import type { components } from '../../src/gateway/generated/openapi';
import { until } from '../../src/local/until';
import { useBrowser } from '../support/browser';
import { fieldsOf, textsOf, useConsole } from '../support/console';
import { awaitingPayment, paid } from '../support/orders';
import { hasFocus } from '../support/page';
import { useService } from '../support/service';
import { signIn } from '../support/staff';

type Schemas = components['schemas'];

const s = useService({ env: { TEMPORAL_UI_URL: 'http://temporal.example' } });
const browser = useBrowser();
const shown = useConsole(browser, s);
let page: Page;

beforeAll(() => {
  page = shown.page;
});

const section = (name: string) => page.getByRole('region', { name, exact: true });
const statusOf = async (id: string) => (await s.operator.get(id)).status;

it('one page tells where an order stands, how it came there, its money, papers and what was told to whom', async () => {
  const isFirst = (eventId: string) => s.receiver.received.filter(({ body }) => body.event_id === eventId).length === 1;
  s.receiver.behaviour = ({ body }) => (body.data.status === 'AWAITING_PAYMENT' && isFirst(body.event_id) ? 500 : 200);
  const id = await paid(s);
  await s.operator.attach(id, { document_type: 'SERVICE_VOUCHER', file_name: 'voucher.pdf', file_url: 'https://files.example/voucher.pdf' });
  await until('all is told', 20_000, async () => (await s.db.webhookEvent.count({ where: { paOrderId: id, status: { not: 'DELIVERED' } } })) === 0);
  const order = await s.operator.get(id);

  await shown.go(`/orders/${id}`);
  await shown.settled();
  const steps = [];
  for (const step of await section('Lifecycle').getByRole('listitem').all()) {
    steps.push([await step.locator('.lifecycle-name').textContent(), await step.getAttribute('data-state'), await step.getAttribute('aria-current')]);
  }
  expect(steps).toEqual([
    ['Draft', 'done', null],
    ['In progress', 'done', null],
    ['Awaiting payment', 'done', null],
    ['Customer paid', 'done', null],
    ['Currency bought', 'done', null],
    ['Partner paid', 'current', 'step'],
    ['Completed', 'ahead', null],
  ]);
  expect(await fieldsOf(section('What it waits for'))).toMatchObject({ 'Waits for': "the partner's confirmation of the service" });
  const link = page.getByRole('link', { name: 'Open in Temporal' });
  expect(await link.getAttribute('href')).toBe(`http://temporal.example/namespaces/${s.settings.TEMPORAL_NAMESPACE}/workflows/${id}`);

  const journal = await s.operator.events(id);
  expect(journal.length).toBeGreaterThan(8);
  const entries = await section('Journal').getByRole('listitem').all();
  const told = await Promise.all(entries.map((entry) => entry.locator('.mono').first().textContent()));
  expect(told).toEqual(journal.map(({ event_type }) => event_type));

  expect(await fieldsOf(section('Money'))).toMatchObject({
    Rate: String(order.fx?.rate),
    Commission: 'RUB 2,920.50 (2%, VAT included)',
    Account: order.payment_details?.account,
    INN: order.payment_details?.inn,
    Received: 'RUB 148,945.50',
    Sent: '€1,500.00',
    IBAN: 'IT60X0542811101000000123456',
    'SWIFT reference': order.payment_out?.swift_ref,
  });
  const { transfers } = await (await signIn(s.baseUrl)).get<Schemas['OrderMoney']>(`/orders/${id}/money`);
  const rows = (table: string) => page.getByRole('region', { name: `${table}: table` }).locator('tbody tr');
  const cells = async (table: string) => Promise.all((await rows(table).all()).map((row) => textsOf(row.getByRole('cell'))));
  expect(await cells('Bank statements')).toEqual([[expect.any(String), 'RUB 148,945.50', 'MATCHED', expect.any(String), expect.any(String)]]);
  expect((await cells('Ledger')).map(([, from, to]) => [from, to])).toEqual(transfers.map(({ from, to }) => [from, to]));
  expect(transfers.length).toBeGreaterThan(2);

  const papers = section('Documents').getByRole('link');
  expect(await papers.allTextContents()).toEqual(order.documents.map(({ file_name }) => file_name));
  expect(await section('Documents').getByRole('link', { name: 'voucher.pdf' }).getAttribute('href')).toBe('https://files.example/voucher.pdf');

  expect(await rows('Deliveries').count()).toBe(await s.db.webhookEvent.count({ where: { paOrderId: id } }));
  const retried = rows('Deliveries').filter({ hasText: 'Attempts: 2' });
  await retried.locator('summary').click();
  expect(await retried.getByRole('listitem').allTextContents()).toEqual([
    expect.stringContaining('answered 500'),
    expect.stringContaining('answered 200'),
  ]);
});

it('every action says what it will do, and does it', async () => {
  const { pa_order_id: id, ...draft } = await s.operator.create(invoiceOrder(s.receiver.url));
  expect(draft.status).toBe('DRAFT');
  const act = async (name: string, says: string, status: string, shownAs: string, fill: () => Promise<unknown>) => {
    await section('Actions').getByRole('button', { name }).click();
    await shown.dialog().getByText(says).waitFor();
    await fill();
    await shown.confirm(name);
    await shown.says(`Done. The order is now: ${shownAs}.`);
    expect([name, await statusOf(id)]).toEqual([name, status]);
  };
  const field = (label: string) => shown.dialog().getByLabel(label);

  await shown.go(`/orders/${id}`);
  await act(
    'Request documents',
    'The operator is asked for documents. The order waits until one arrives.',
    'PENDING_DOCS',
    'Waits for documents',
    async () => {
      expect(await shown.dialog().getByRole('button', { name: 'Request documents' }).isEnabled()).toBe(false);
      await field('Documents').fill('PASSPORT');
      await field('Documents').press('Enter');
      await field('Comment').fill('both pages');
    },
  );
  expect((await fieldsOf(section('Facts')))['Requested documents']).toBe('PASSPORT');
  await act('Take into work', 'The order is taken into work and becomes “In progress”.', 'IN_PROGRESS', 'In progress', () =>
    field('Assignee').fill('manager-7'),
  );
  await act('Issue payment details', 'ruble requisites are issued for €1,500.00', 'AWAITING_PAYMENT', 'Awaiting payment', () =>
    field('Kind of requisites').selectOption('Bank transfer'),
  );
  const { amount_rub = 0, payment_details } = await s.operator.get(id);
  await s.operator.statement({ uin: payment_details?.uin ?? '', amount_rub });
  await until('the partner is paid', 20_000, async () => (await statusOf(id)) === 'PARTNER_PAID');
  await act('Complete', 'The order of €1,500.00 (RUB 148,945.50) is closed as served. Nothing changes it afterwards.', 'COMPLETED', 'Completed', () =>
    field('Comment').fill('voucher seen'),
  );
  await shown.says('The order is closed: nothing changes it any more.');
  const byStaff = (await s.operator.events(id)).filter(({ actor }) => actor === 'admin:admin');
  expect(byStaff.map(({ status_to, payload }) => [status_to, payload])).toMatchObject([
    ['PENDING_DOCS', { required_documents: ['PASSPORT'] }],
    ['IN_PROGRESS', { assignee: 'manager-7' }],
    ['FX_FIXED', {}],
    ['AWAITING_PAYMENT', { type: 'bank_transfer' }],
    ['COMPLETED', { comment: 'voucher seen' }],
  ]);
});

/** Goes on by Tab until that has the focus. */
async function tabTo(text: string): Promise<void> {
  for (let i = 0; i < 100; i++) {
    await page.keyboard.press('Tab');
    if ((await focused()) === text) return;
  }
  throw new Error(`Tab does not lead to ${text}`);
}

const focused = (): Promise<string> => page.evaluate('document.activeElement.textContent || document.activeElement.id');

it('needs no mouse: to an order, into its dialog, out again, and done', async () => {
  const order_id = `KEYS-${randomUUID().slice(0, 6)}`;
  const { id } = await awaitingPayment(s, { order_id });
  await shown.go('/orders');
  await shown.settled();
  await page.keyboard.press('Tab');
  expect(await focused()).toBe('Skip to content');
  await page.keyboard.press('Enter');
  await page.keyboard.press('/');
  await page.keyboard.type(order_id);
  await until('only it is left', 10_000, async () => (await page.locator('tbody tr').count()) === 1);
  await tabTo(order_id);
  await page.keyboard.press('Enter');
  await shown.heading(`Order ${order_id}`);
  await until('the page has the focus', 5_000, () => hasFocus(page.locator('#main')));

  await tabTo('Cancel the order');
  await page.keyboard.press('Enter');
  await shown.dialog().getByText('The order of €1,500.00 (RUB 148,945.50) is rejected for good. The customer can no longer pay for it.').waitFor();
  const reason = shown.dialog().getByLabel('Reason');
  await until('it asks for the reason', 5_000, () => hasFocus(reason));
  for (let i = 0; i < 8; i++) {
    await page.keyboard.press('Tab');
    expect(await page.evaluate("document.activeElement.closest('[role=dialog]') !== null")).toBe(true);
  }
  await page.keyboard.press('Escape');
  await shown.dialog().waitFor({ state: 'detached' });
  await until('the focus is back', 5_000, async () => (await focused()) === 'Cancel the order');
  expect(await statusOf(id)).toBe('AWAITING_PAYMENT');

  await page.keyboard.press('Enter');
  await until('it asks for the reason', 5_000, () => hasFocus(reason));
  await page.keyboard.type('the guest fell ill');
  await tabTo('Cancel the order');
  await page.keyboard.press('Enter');
  await shown.says('Done. The order is now: Rejected.');
  expect([await statusOf(id), (await s.operator.get(id)).rejection_reason]).toEqual(['REJECTED', 'the guest fell ill']);
});

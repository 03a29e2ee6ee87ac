import { createHash, randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { invoiceOrder, paymentLinkOrder } from '../../scripts/sample-orders';
import type { components } from '../../src/gateway/generated/openapi';
import { until } from '../../src/local/until';
import { useBrowser } from '../support/browser';
import { openConsole, useConsole } from '../support/console';
import { awaitingPayment, paid } from '../support/orders';
import { useService } from '../support/service';
import { type Staff, signIn } from '../support/staff';

type Schemas = components['schemas'];

const CLOSED_IBAN = 'DE67500105170000008204';
const OPEN_IBAN = 'DE89370400440532013000';

const s = useService({ env: { TEMPORAL_UI_URL: 'http://temporal.example' } });
const browser = useBrowser();
let admin: Staff;
const shown = useConsole(browser, s);
let page: Page;

beforeAll(async () => {
  admin = await signIn(s.baseUrl);
  page = shown.page;
});

const heading = (name: string | RegExp) => shown.heading(name);
const press = (name: string | RegExp) => shown.press(name);
const dialog = () => shown.dialog();
const confirm = (name: string | RegExp) => shown.confirm(name);
const says = (text: string | RegExp) => shown.says(text);
const statusOf = async (id: string) => (await s.operator.get(id)).status;

/** Works among copies of closed orders, as they gather over time. They have no workflow, so that they are taken away again. */
async function among(count: number, work: () => Promise<void>): Promise<void> {
  await closedOrders(count);
  await work().finally(() => s.db.order.deleteMany({ where: { paOrderId: { in: oldIds(count) } } }));
}

const oldIds = (count: number): string[] =>
  Array.from(
    { length: count },
    (_, i) =>
      `pa_${createHash('md5')
        .update(`closed${i + 1}`)
        .digest('hex')
        .slice(0, 24)}`,
  );

async function closedOrders(count: number): Promise<void> {
  const { id } = await awaitingPayment(s);
  await s.operator.cancel(id, 'a pattern for many');
  await s.db.$executeRaw`
    WITH n AS (SELECT i, 'pa_' || substr(md5('closed' || i), 1, 24) AS id FROM generate_series(1, ${count}::int) i), intake AS (
      INSERT INTO order_intake (pa_order_id, operator_id, order_id, uin, partner_id, client_id, callback_url)
      SELECT n.id, operator_id, 'OLD-' || i, lpad(i::text, 20, '0'), partner_id, client_id, callback_url FROM order_intake, n WHERE pa_order_id = ${id} ON CONFLICT DO NOTHING
    )
    INSERT INTO orders SELECT n.id, operator_id, version, status, scenario, partner_id, currency, needs_attention, deadline, expires_at,
      created_at - make_interval(mins => i), updated_at, state || jsonb_build_object('pa_order_id', n.id, 'cso_order_id', 'OLD-' || i)
    FROM orders, n WHERE pa_order_id = ${id}`;
}

it('finds the stuck order among hundreds, reads why, corrects and retries', () =>
  among(400, async () => {
    const partner_id = `HOTEL-${randomUUID().slice(0, 6)}`;
    const partner = { legal_name: 'Hotel Adler GmbH', iban: CLOSED_IBAN, swift_bic: 'COBADEFF' };
    const order_id = `STUCK-${randomUUID().slice(0, 6)}`;
    const id = await paid(s, { order_id, partner, service: { partner_id, country: 'DE' } });
    // the same partner has a card of ours, which this order does not use
    await admin.post('/partners', {
      partner_id,
      legal_name: 'Hotel Adler',
      country: 'DE',
      supported_scenarios: ['INVOICE'],
      iban: OPEN_IBAN,
      swift_bic: 'COBADEFF',
    });
    await until('it is parked', 20_000, async () => (await s.db.order.findUniqueOrThrow({ where: { paOrderId: id } })).needsAttention !== null);

    await shown.go('/');
    await page.getByRole('link', { name: /Stuck orders/ }).click();
    await heading('Orders');
    expect(new URL(page.url()).search).toContain('needs_attention=true');
    await page.getByRole('link', { name: order_id }).click();
    await heading(`Order ${order_id}`);
    await says(/refused by the provider, parked\..*AC04: the account DE67500105170000008204 is closed/);
    const link = page.getByRole('link', { name: 'Open in Temporal' });
    expect(await link.getAttribute('href')).toBe(`http://temporal.example/namespaces/${s.settings.TEMPORAL_NAMESPACE}/workflows/${id}`);

    await page.getByRole('link', { name: `Edit partner ${partner_id}` }).click();
    await dialog().getByLabel('IBAN').fill('DE00 0000');
    await confirm('Save');
    await dialog().getByRole('alert').waitFor();
    await dialog().getByLabel('IBAN').fill(OPEN_IBAN);
    await confirm('Save');
    await says('The partner is changed.');
    const cards = await s.db.partner.findMany({ where: { partnerId: partner_id }, orderBy: { operatorId: 'asc' } });
    expect(cards.map((card) => [card.operatorId, card.iban])).toEqual([
      ['', OPEN_IBAN],
      ['cso-demo', OPEN_IBAN],
    ]);

    await shown.go(`/orders/${id}`);
    await press('Retry');
    await says(/The parked step is taken up again/);
    await confirm('Retry');
    await says('Partner paid');
    await until('the partner is paid', 20_000, async () => (await statusOf(id)) === 'PARTNER_PAID');
    await page.getByText('Why it is stuck').waitFor({ state: 'detached' });
    shown.problems.length = 0; // the browser tells of the 400
  }));

it('keeps every filter in the address, and takes them back with the browser', () =>
  among(400, async () => {
    await shown.go('/orders');
    await page.keyboard.press('/');
    await page.keyboard.type('OLD-39');
    await page.getByRole('link', { name: 'OLD-399' }).waitFor();
    expect(new URL(page.url()).searchParams.get('q')).toBe('OLD-39');
    await page.getByLabel('Status').selectOption('DRAFT');
    await says('No order matches these filters. Clear some of them.');
    await page.goBack();
    await page.getByRole('link', { name: 'OLD-399' }).waitFor();
    await page.reload();
    await page.getByRole('link', { name: 'OLD-399' }).waitFor();
    await press('Clear filters');
    await says(/of \d{3}/);
    await press('Next page');
    await until('the page is in the address', 10_000, () => new URL(page.url()).searchParams.has('offset'));
  }));

describe('each filter of orders', () => {
  const order_id = `FILTER-${randomUUID().slice(0, 6)}`;
  const deadline = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const orders = async () => (await admin.get<Schemas['AdminOrderList']>('/orders?limit=100')).items;
  const idsOf = (list: { pa_order_id: string }[]) => list.map(({ pa_order_id: id }) => id).sort();
  const shownIds = async () => (await page.locator('tbody td:first-child .mono').allTextContents()).sort();

  beforeAll(async () => {
    const partner = { legal_name: 'Hotel Adler GmbH', iban: CLOSED_IBAN, swift_bic: 'COBADEFF' };
    const late = await paid(s, { deadline: deadline(15 / 3_600) });
    const stuck = await paid(s, { partner, service: { partner_id: 'HOTEL-FILTER', country: 'DE' } });
    await s.stranger.create(paymentLinkOrder(s.receiver.url));
    await s.operator.create({ ...invoiceOrder(s.receiver.url), order_id, deadline: deadline(1) });
    const is = async (id: string, holds: (order: Schemas['AdminOrder']) => boolean) => holds(await admin.get(`/orders/${id}`));
    await until('one is parked', 20_000, () => is(stuck, ({ needs_attention }) => needs_attention !== undefined));
    await until('one is late', 20_000, () => is(late, ({ sla_breached }) => sla_breached));
  }, 60_000);

  it.each<
    [param: string, role: 'searchbox' | 'textbox' | 'combobox' | 'switch', label: string, value: string, (order: Schemas['AdminOrder']) => boolean]
  >([
    ['q', 'searchbox', 'Search', 'FILTER-', (order) => order.cso_order_id === order_id],
    ['status', 'combobox', 'Status', 'PARTNER_PAID', ({ status }) => status === 'PARTNER_PAID'],
    ['scenario', 'combobox', 'Scenario', 'PAYMENT_LINK', ({ scenario }) => scenario === 'PAYMENT_LINK'],
    ['partner_id', 'textbox', 'Partner', 'HOTEL-FILTER', ({ service }) => service.partner_id === 'HOTEL-FILTER'],
    ['operator_id', 'textbox', 'Operator', 'cso-demo-2', ({ operator_id }) => operator_id === 'cso-demo-2'],
    ['needs_attention', 'switch', 'Needs attention', 'true', ({ needs_attention }) => needs_attention !== undefined],
    ['deadline', 'switch', 'Due within 24 hours', 'near', (order) => order.cso_order_id === order_id],
    ['deadline', 'switch', 'Deadline missed', 'breached', ({ sla_breached }) => sla_breached],
  ])('%s, the %s %s: shows only what matches, stands in the address, and outlives a reload', async (param, role, label, value, matches) => {
    const all = await orders();
    const expected = idsOf(all.filter(matches));
    expect(expected.length).toBeGreaterThan(0);
    await shown.go('/orders?limit=100');
    await until('all are shown', 10_000, async () => String(await shownIds()) === String(idsOf(all)));
    const control = page.getByRole('search').getByRole(role, { name: label, exact: true });
    await {
      switch: () => control.press(' '),
      combobox: () => control.selectOption(value),
      textbox: () => control.fill(value),
      searchbox: () => control.fill(value),
    }[role]();
    const onlyThese = () => until(`only those of ${value} are shown`, 10_000, async () => String(await shownIds()) === String(expected));
    await onlyThese();
    expect(new URL(page.url()).searchParams.get(param)).toBe(value);
    await page.reload();
    await onlyThese();
    if (role === 'switch') expect(await control.isChecked()).toBe(true);
    else expect(await control.inputValue()).toBe(value);
  });
});

it('keeps a space that is typed before a pause', async () => {
  await shown.go('/partners');
  const other = page.getByRole('cell', { name: 'Bosphorus Turizm A.S.' });
  await other.waitFor();
  const search = page.getByRole('searchbox', { name: 'Search' });
  await search.pressSequentially('Villa ');
  await other.waitFor({ state: 'detached' });
  await search.pressSequentially('Aurelia');
  await until('it is in the address', 5_000, () => new URL(page.url()).searchParams.get('q') === 'Villa Aurelia');
  expect(await search.inputValue()).toBe('Villa Aurelia');
  await page.getByRole('cell', { name: 'Villa Aurelia S.r.l.' }).waitFor();
});

it('sends only what was changed of a partner, and sets nothing back that somebody else changed meanwhile', async () => {
  const partner_id = `P-${randomUUID().slice(0, 6)}`;
  const card = { partner_id, legal_name: 'Casa Verde SL', country: 'ES', supported_scenarios: ['INVOICE'], iban: OPEN_IBAN, swift_bic: 'COBADEFF' };
  await admin.post('/partners', card);
  await shown.go(`/partners?q=${partner_id}&edit=${partner_id}`);
  await dialog().getByLabel('Webhook address').fill('https://casa.example/hooks');
  const corrected = 'ES9121000418450200051332';
  await admin.patch(`/partners/${partner_id}`, { iban: corrected });
  await page.waitForResponse(async (answer) => answer.url().includes('/v1/admin/partners') && (await answer.text()).includes(corrected));
  await confirm('Save');
  await says('The partner is changed.');
  const { iban, webhookUrl } = await s.db.partner.findFirstOrThrow({ where: { partnerId: partner_id } });
  expect([iban, webhookUrl]).toEqual([corrected, 'https://casa.example/hooks']);
});

it('refunds with the approval of a second person, who is not the first', async () => {
  await admin.patch('/refund-policy', { approval_above_rub: 100_000 });
  const order_id = `REFUND-${randomUUID().slice(0, 6)}`;
  const id = await paid(s, { order_id });
  await shown.go(`/orders/${id}`);
  await press('Refund');
  await says(/148,945\.50 go back to the customer/);
  await dialog().getByLabel('Reason').fill('the trip was called off');
  await confirm('Refund');
  await says('A second person has to approve it');
  await says('A refund waits for a second person');
  expect(await statusOf(id)).toBe('PARTNER_PAID');

  await shown.go('/approvals');
  const own = page.getByRole('button', { name: new RegExp(`Approve the refund of .*${id}`) });
  await own.waitFor();
  expect((await own.getAttribute('aria-disabled')) === 'true' || (await own.isDisabled())).toBe(true);

  const second = await openConsole(browser, s.baseUrl, 'admin-2');
  await second.go('/approvals');
  await second.press(new RegExp(`Approve the refund of .*${id}`));
  await second.says(/the trip was called off/);
  await second.confirm('Approve');
  await second.says('The refund is approved.');
  await until('it is refunded', 20_000, async () => (await statusOf(id)) === 'REFUNDED');
  await shown.go(`/orders/${id}`);
  await says('Refunded');
  await says(/admin:admin-2/);
  expect(second.problems).toEqual([]);
  await second.close();
});

it('tells of a refund that waits, however many were asked for since', async () => {
  const { id } = await awaitingPayment(s);
  const asked = { amountRub: 148_945.5, reason: 'the villa burnt down', requestedBy: 'admin:admin-2' };
  const later = Array.from({ length: 101 }, (_, i) => ({ ...asked, reason: 'later', paOrderId: `pa_later_${i}` }));
  await s.db.refundApproval.create({ data: { ...asked, paOrderId: id, requestedAt: new Date(0) } });
  await s.db.refundApproval.createMany({ data: [...later, ...later.map((one) => ({ ...one, status: 'DECLINED' }))] });
  await shown.go(`/orders/${id}`);
  await says('A refund waits for a second person');
  await says(/148,945\.50, requested by admin:admin-2: the villa burnt down/);
  await s.db.refundApproval.deleteMany({ where: { requestedBy: asked.requestedBy } });
});

it('replays dead letters in bulk', async () => {
  s.receiver.behaviour = () => 500;
  const made = await Promise.all([1, 2, 3].map(() => s.operator.create(invoiceOrder(s.receiver.url))));
  await Promise.all(made.map(({ pa_order_id }) => s.operator.assign(pa_order_id)));
  await until('all are dead', 40_000, async () => (await s.db.webhookEvent.count({ where: { status: 'DEAD' } })) === 3);
  s.receiver.behaviour = () => 200;
  await shown.go('/webhooks');
  await page.getByLabel('Select all on this page').check();
  await press('Replay selected (3)');
  await confirm('Replay selected (3)');
  await says('On their way: 3.');
  await says('There are no dead letters: everything was delivered or is on its way.');
  await until('all have arrived', 20_000, () => made.every(({ pa_order_id }) => s.receiver.of(pa_order_id).length > 0));
}, 90_000);

it('changes a rate, and the next order has it', async () => {
  await shown.go('/fx');
  await page.getByLabel('Base rate of THB, RUB').fill('3.1');
  await press('Save THB');
  await says(/One THB costs 3\.1 before markup instead of 2\.55/);
  await confirm('Change');
  await says('The rate is set.');
  await until('the next order has it', 5_000, async () => {
    const { id } = await awaitingPayment(s, { service: { currency_local: 'THB' } });
    return (await s.operator.get(id)).fx?.rate === 3.15;
  });
});

import { randomUUID } from 'node:crypto';
import type { Route } from 'playwright-core';
import { invoiceOrder } from '../../scripts/sample-orders';
import { until } from '../../src/local/until';
import { useBrowser } from '../support/browser';
import { type Console, openConsole } from '../support/console';
import { awaitingPayment, paid } from '../support/orders';
import { DESKTOP, hasFocus, PHONE, picture, sidewaysScroll, violations } from '../support/page';
import { refusal } from '../support/refusal';
import { useService } from '../support/service';
import { type Staff, signIn } from '../support/staff';

const s = useService({ env: { TEMPORAL_UI_URL: 'http://temporal.example' } });
const browser = useBrowser();
let admin: Staff;
let [draft, working, parked, asked, refunded] = ['', '', '', '', ''];

/** Something on every page. */
beforeAll(async () => {
  admin = await signIn(s.baseUrl);
  s.receiver.behaviour = ({ body }) => (body.data.status === 'REJECTED' ? 500 : 200);
  const partner_id = 'HOTEL-ADLER';
  const partner = { legal_name: 'Hotel Adler GmbH', iban: 'DE67500105170000008204', swift_bic: 'COBADEFF' };
  parked = await paid(s, { partner, service: { partner_id, country: 'DE' } });
  await until('it is parked', 20_000, async () => (await s.db.order.findUniqueOrThrow({ where: { paOrderId: parked } })).needsAttention !== null);
  const done = await paid(s);
  await s.operator.confirm(done);
  refunded = await paid(s);
  await s.operator.refund(refunded, 'the villa is not available');
  const { id: cancelled } = await awaitingPayment(s);
  await s.operator.cancel(cancelled, 'the guest changed the dates');
  await awaitingPayment(s, { service: { currency_local: 'USD', amount_local: 320 } });
  const soon = new Date(Date.now() + 3_600_000).toISOString();
  ({ pa_order_id: draft } = await s.operator.create({ ...invoiceOrder(s.receiver.url), deadline: soon }));
  ({ pa_order_id: working } = await s.operator.create(invoiceOrder(s.receiver.url)));
  await s.operator.assign(working);
  await refusal(s.operator.statement({ uin: `no-${randomUUID().slice(0, 12)}`, amount_rub: 12_345.67, statement_ref: 'AB-17' }));
  await admin.patch('/refund-policy', { approval_above_rub: 100_000 });
  asked = await paid(s);
  await admin.post(`/orders/${asked}/refund`, { reason: 'the trip was called off' });
  await admin.patch('/pricing', { partner_commission_percent: { 'PARTNER-777': 2 } });
  for (const new_orders_enabled of [false, true]) await admin.patch('/flags', { new_orders_enabled });
  await s.db.finding.create({ data: { invariant: 'copies equal their workflows', subject: done, detail: 'the copy has version 7, the workflow 8' } });
  await until('there is a dead letter', 40_000, async () => (await s.db.webhookEvent.count({ where: { status: 'DEAD' } })) > 0);
}, 120_000);

const pages = (): Record<string, string> => ({
  overview: '/',
  orders: '/orders',
  'orders-filtered': '/orders?needs_attention=true',
  'order-parked': `/orders/${parked}`,
  'order-refunded': `/orders/${refunded}`,
  'order-unknown': '/orders/pa_nobody',
  approvals: '/approvals',
  webhooks: '/webhooks',
  'webhooks-recent': '/webhooks?tab=recent',
  suspense: '/suspense',
  findings: '/findings',
  partners: '/partners',
  fx: '/fx',
  pricing: '/pricing',
  requisites: '/requisites',
  limits: '/limits',
  flags: '/flags',
  'api-clients': '/api-clients',
  audit: '/audit',
  'audit-flags': '/audit?tab=flags',
  logs: '/logs',
  system: '/system',
  unknown: '/nowhere',
});

/** Every two of size, language and theme meet. */
const LOOKS = [
  { device: 'desktop', size: DESKTOP, locale: 'en-GB', colorScheme: 'light' },
  { device: 'desktop', size: DESKTOP, locale: 'ru-RU', colorScheme: 'dark' },
  { device: 'phone', size: PHONE, locale: 'ru-RU', colorScheme: 'light' },
  { device: 'phone', size: PHONE, locale: 'en-GB', colorScheme: 'dark' },
] as const;

/** Nobody sees what is behind a summary before it is opened. */
const openDetails = ({ page }: Console) => page.evaluate('document.querySelectorAll("details").forEach((one) => { one.open = true })');

it.each(LOOKS)('every page on a $device, $colorScheme, $locale: accessible, no sideways scroll, no error, nothing from another host', async ({
  colorScheme,
  device,
  size,
  locale,
}) => {
  const before = await openConsole(browser, s.baseUrl, undefined, { ...size, colorScheme, locale });
  await before.settled();
  expect(await violations(before.page)).toEqual([]);
  await picture(before.page, `console-sign-in-${device}-${colorScheme}`);
  await before.close();

  const shown = await openConsole(browser, s.baseUrl, 'admin', { ...size, colorScheme, locale });
  const found: Record<string, unknown> = {};
  for (const [name, path] of Object.entries(pages())) {
    await shown.go(path);
    await shown.settled();
    await picture(shown.page, `console-${name}-${device}-${colorScheme}`);
    await openDetails(shown);
    const wrong = {
      violations: await violations(shown.page),
      scroll: await sidewaysScroll(shown.page),
      // an order that is not there is answered 404, and a browser says so
      problems: shown.problems.splice(0).filter((text) => !(name === 'order-unknown' && text.includes('404'))),
    };
    if (wrong.violations.length + wrong.scroll + wrong.problems.length > 0) found[name] = wrong;
  }
  expect(found).toEqual({});
  await shown.close();
}, 300_000);

const NARROW = { ...PHONE, colorScheme: 'dark', locale: 'ru-RU' } as const;

it('every dialog: accessible, no sideways scroll, closed by Escape, which gives the focus back', async () => {
  const shown = await openConsole(browser, s.baseUrl, 'admin-2', NARROW);
  const orders = [draft, working, parked, asked].map((id) => `/orders/${id}`);
  let seen = 0;
  for (const path of [...orders, '/approvals', '/webhooks', '/suspense', '/partners', '/fx', '/pricing', '/flags', '/api-clients', '/logs']) {
    await shown.go(path);
    await shown.settled();
    if (path === '/webhooks') await shown.page.locator('main input[type=checkbox]').first().check();
    const acts = shown.page.locator('main button:not([role=tab], :disabled, [aria-disabled=true], [aria-description]), main input[role=switch]');
    const names = await Promise.all((await acts.all()).map(async (act) => (await act.textContent()) || act.getAttribute('aria-label')));
    for (const act of [...new Set(names)].map((name) => acts.nth(names.indexOf(name)))) {
      await act.press(' ');
      await shown.dialog().waitFor();
      await shown.settled();
      expect([path, await violations(shown.page, '[role=dialog]'), await sidewaysScroll(shown.page)]).toEqual([path, [], 0]);
      await shown.page.keyboard.press('Escape');
      await shown.dialog().waitFor({ state: 'detached' });
      await until('the focus is back', 5_000, () => hasFocus(act));
      seen++;
    }
  }
  expect(seen).toBeGreaterThanOrEqual(30);
  expect(shown.problems).toEqual([]);
  await shown.close();
}, 300_000);

const STATES: Record<string, { answer: (route: Route) => Promise<unknown>; sign: string }> = {
  loading: { answer: async () => undefined, sign: '.mantine-Skeleton-root' },
  failing: {
    answer: (route) => route.fulfill({ status: 500, json: { error: { code: 'INTERNAL_ERROR', message: 'It failed.', request_id: 'r-1' } } }),
    sign: '[role=alert]',
  },
  empty: {
    async answer(route) {
      const response = await route.fetch();
      const nothing = JSON.parse(await response.text(), (key, value) => (Array.isArray(value) ? [] : key === 'total' ? 0 : value));
      await route.fulfill({ response, json: nothing });
    },
    sign: 'h1',
  },
};

it.each(Object.keys(STATES))('every page while it is %s: accessible, no sideways scroll', async (state) => {
  const { answer, sign } = STATES[state] as (typeof STATES)[string];
  const shown = await openConsole(browser, s.baseUrl, 'admin', NARROW);
  await shown.page.route(/\/v1\/admin\/(?!auth)/, answer);
  const found: Record<string, unknown> = {};
  for (const [name, path] of Object.entries(pages())) {
    if (path === '/nowhere') continue;
    await shown.go(path);
    await shown.page.locator(sign).first().waitFor();
    if (state !== 'loading') await shown.settled();
    const wrong = { violations: await violations(shown.page), scroll: await sidewaysScroll(shown.page) };
    if (wrong.violations.length + wrong.scroll > 0) found[name] = wrong;
  }
  expect(found).toEqual({});
  await shown.close();
}, 120_000);

it('may load nothing but its own files, run no script but those, and stand in no frame', async () => {
  const [one, other] = [await fetch(`${s.baseUrl}/console`), await fetch(`${s.baseUrl}/console/orders/pa_x`)];
  const policyOf = (answer: Response) => answer.headers.get('content-security-policy') ?? '';
  const nonceOf = (answer: Response) => /'nonce-([^']+)'/.exec(policyOf(answer))?.[1] ?? '';
  const directives = policyOf(one)
    .split(';')
    .map((directive) => directive.trim().split(/ (.*)/).slice(0, 2));
  expect(Object.fromEntries(directives)).toEqual({
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': `'self' 'nonce-${nonceOf(one)}'`,
    'img-src': "'self' data:",
    'connect-src': "'self'",
    'font-src': "'self'",
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
  });
  expect(Buffer.from(nonceOf(one), 'base64')).toHaveLength(16);
  expect(nonceOf(one)).not.toBe(nonceOf(other));
  const html = await one.text();
  expect(html).toContain(`<meta name="csp-nonce" content="${nonceOf(one)}">`);
  expect(html).not.toMatch(/<script(?![^>]* src="\/console\/)|<style| on\w+=/);
  expect(Object.fromEntries(other.headers)).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  });
  expect((await fetch(`${s.baseUrl}/console/assets/nowhere.js`)).status).toBe(404);
});

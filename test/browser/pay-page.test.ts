import type { BrowserContextOptions, Page } from 'playwright-core';
import { invoiceOrder } from '../../scripts/sample-orders';
import type { OrderStatus } from '../../src/domain/lifecycle';
import { useBrowser } from '../support/browser';
import { DESKTOP, PHONE, picture, problemsOf, sidewaysScroll, violations } from '../support/page';
import { useService } from '../support/service';

const s = useService();
const browser = useBrowser();

async function draft(): Promise<string> {
  const { pa_order_id: id } = await s.operator.create(invoiceOrder(s.receiver.url));
  await s.operator.assign(id);
  return id;
}

async function due(): Promise<string> {
  const id = await draft();
  await s.operator.paymentDetails(id);
  return id;
}

/** Shows a path; `problems` gathers errors, and requests that leave this host. */
async function show(path: string, options: BrowserContextOptions = {}): Promise<{ page: Page; problems: string[] }> {
  const context = await browser.open({ locale: 'ru-RU', ...DESKTOP, ...options, bypassCSP: false });
  const page = await context.newPage();
  const problems = problemsOf(page, s.baseUrl);
  await page.goto(s.baseUrl + path);
  return { page, problems };
}

const heading = (page: Page): Promise<string | null> => page.textContent('h1');
const appears = (page: Page, text: string): Promise<unknown> => page.getByRole('heading', { level: 1, name: text }).waitFor({ timeout: 20_000 });

describe.each([
  ['desktop', DESKTOP],
  ['phone', PHONE],
] as const)('on a %s', (device, size) => {
  it('shows what to pay and how, in light and dark, without an accessibility violation or a sideways scroll', async () => {
    const id = await due();
    const order = await s.operator.get(id);
    const path = new URL(`/pay/${id}?uin=${order.payment_details?.uin}`, s.baseUrl);
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page, problems } = await show(path.pathname + path.search, { ...size, colorScheme });
      const shown = (await page.textContent('main')) ?? '';
      const { recipient_name, inn, account, bank_bik, bank_name, purpose, uin } = order.payment_details ?? {};
      for (const value of [recipient_name, inn, account, bank_bik, bank_name, purpose, uin]) expect(shown).toContain(value);
      expect(shown.replace(/\s/g, ' ')).toContain('148 945,50 ₽');
      expect(await page.textContent('[role=timer]')).toMatch(/^2[34]:\d\d:\d\d$/);
      expect(await page.locator('.qr svg').isVisible()).toBe(true);
      expect(await sidewaysScroll(page)).toBe(0);
      expect(await violations(page)).toEqual([]);
      expect(problems).toEqual([]);
      await picture(page, `pay-due-${device}-${colorScheme}`);
      await page.context().close();
    }
    await s.operator.cancel(id, 'not needed');
  });
});

it('is paid by keyboard alone, and follows the payment without a reload', async () => {
  const id = await due();
  const { page, problems } = await show(`/pay/${id}`);
  await page.evaluate('window.unchanged = true');
  const focused = () => page.evaluate('document.activeElement?.className');
  while ((await focused()) !== 'pay') await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await appears(page, 'Оплачено');
  expect(await page.textContent('#said')).toBe('Оплачено');
  expect(await page.evaluate('window.unchanged')).toBe(true);
  expect((await s.operator.get(id)).status).toBe('PARTNER_PAID');
  expect(problems).toEqual([]);
  await picture(page, 'pay-paid');
});

it('copies a value and says so', async () => {
  const id = await due();
  const { page } = await show(`/pay/${id}`, { permissions: ['clipboard-read', 'clipboard-write'] });
  const { uin } = (await s.operator.get(id)).payment_details ?? {};
  await page.getByRole('button', { name: 'Скопировать: УИН' }).click();
  await page.getByText(`Скопировано: ${uin}`).waitFor();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(uin);
  await s.operator.cancel(id, 'not needed');
});

it('notices by itself that requisites were issued, and that the order was cancelled', async () => {
  const id = await draft();
  const { page } = await show(`/pay/${id}`);
  expect(await heading(page)).toBe('Реквизиты ещё не выставлены');
  await s.operator.paymentDetails(id);
  await appears(page, 'К оплате');
  await s.operator.cancel(id, 'not needed');
  await appears(page, 'Заказ отменён');
  expect(await page.locator('form').count()).toBe(0);
});

it.each<[OrderStatus, string]>([
  ['DRAFT', 'Not issued yet'],
  ['CLIENT_PAID', 'Payment received'],
  ['FX_EXECUTED', 'Payment received'],
  ['COMPLETED', 'Paid'],
  ['EXPIRED', 'Too late to pay'],
  ['REJECTED', 'The order is cancelled'],
  ['REFUND_INITIATED', 'Returning your money'],
  ['REFUNDED', 'Your money is returned'],
])('in English, %s is told as: %s', async (status, text) => {
  const id = await due();
  await s.operator.cancel(id, 'not needed');
  await s.client.workflow.getHandle(id).result();
  const { state } = await s.db.order.findUniqueOrThrow({ where: { paOrderId: id } });
  await s.db.order.update({ where: { paOrderId: id }, data: { status, state: { ...(state as object), status } } });
  const { page, problems } = await show(`/pay/${id}`, { locale: 'en-GB' });
  expect(await heading(page)).toBe(text);
  expect(await page.getAttribute('html', 'lang')).toBe('en');
  expect(await page.locator('form, .ways').count()).toBe(0);
  expect(await violations(page)).toEqual([]);
  expect(problems).toEqual([]);
  await picture(page, `pay-${status}`);
  await page.getByRole('link', { name: 'Русский' }).click();
  expect(await page.getAttribute('html', 'lang')).toBe('ru');
  await page.context().close();
});

it('works without scripts: every value is there, and the button pays', async () => {
  const id = await due();
  const { page } = await show(`/pay/${id}`, { javaScriptEnabled: false });
  expect(await page.locator('.copy:visible').count()).toBe(0);
  await page.getByRole('button', { name: 'Оплатить' }).click();
  expect(await heading(page)).toBe('Оплачено');
});

it('says that there is no such bill, for an unknown order and for a UIN of another one', async () => {
  const id = await due();
  for (const path of ['/pay/pa_nobody', `/pay/${id}?uin=18810177190218155028`]) {
    const { page } = await show(path);
    expect(await heading(page)).toBe('Такого счёта нет');
    expect((await fetch(s.baseUrl + path, { headers: { accept: 'text/html' } })).status).toBe(404);
  }
  await s.operator.cancel(id, 'not needed');
});

it('tells nothing of the customer or the partner, and nothing to other sites', async () => {
  const id = await due();
  const answer = await fetch(`${s.baseUrl}/pay/${id}`, { headers: { accept: 'text/html' } });
  const text = (await answer.text())
    .replace(/data:[^"']+/g, '')
    .replaceAll(id, '')
    .replaceAll(/[\d ]{20,}/g, ''); // a picture or a number may spell anything by chance
  expect(text).toContain('УИН');
  for (const secret of ['Иван', 'Петров', '+7', '916', 'И***', 'PARTNER-777', 'IT60X0542811101000000123456', 'EUR'])
    expect(text).not.toContain(secret);
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(answer.headers.get('cache-control')).toBe('no-store');
  await s.operator.cancel(id, 'not needed');
});

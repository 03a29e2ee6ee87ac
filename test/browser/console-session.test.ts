import { randomUUID } from 'node:crypto';
import type { Request } from 'playwright-core';
import { invoiceOrder } from '../../scripts/sample-orders';
import { until } from '../../src/local/until';
import { useBrowser } from '../support/browser';
import { type Console, consoleIn, fillSignIn, openConsole } from '../support/console';
import { awaitingPayment, paid } from '../support/orders';
import { violations } from '../support/page';
import { refusal } from '../support/refusal';
import { useService } from '../support/service';
import { type Staff, signIn } from '../support/staff';

const ENDED = 'Your session has ended. Sign in again.';
const VIEWER = 'A viewer sees everything and changes nothing. Ask somebody with the role admin.';

const s = useService();
const browser = useBrowser();
let admin: Staff;
beforeAll(async () => {
  admin = await signIn(s.baseUrl);
});

const password = ({ page }: Console) => page.getByRole('textbox', { name: 'Password' });

/** What a tab sends to show who it is. */
async function authorizationOf({ page }: Console): Promise<string> {
  const request: Request = await page.waitForRequest(/\/v1\/admin\//);
  return (await request.allHeaders()).authorization ?? '';
}

const statusWith = async (authorization: string): Promise<number> =>
  (await fetch(`${s.baseUrl}/v1/admin/auth/me`, { headers: { authorization } })).status;

it('lets in whoever knows the password, and says when it is wrong', async () => {
  const one = await openConsole(browser, s.baseUrl);
  await one.page.getByRole('textbox', { name: 'User name' }).fill('admin');
  await password(one).fill('not this one');
  await one.press('Sign in');
  await one.says('User name or password is wrong.');
  await fillSignIn(one.page, 'viewer', 'viewer-demo');
  await one.heading('Overview');
  await one.close();
});

it('lets an admin change what is to be changed, and a viewer nothing of it', async () => {
  const { pa_order_id: draft } = await s.operator.create(invoiceOrder(s.receiver.url));
  await admin.patch('/refund-policy', { approval_above_rub: 100_000 });
  const asked = await paid(s);
  await admin.post(`/orders/${asked}/refund`, { reason: 'the trip was called off' });
  await s.receiver.seen(asked, 'order.partner_paid');
  await until('events have gone out', 20_000, async () => (await s.db.webhookEvent.count({ where: { paOrderId: asked, status: 'PENDING' } })) === 0);
  await s.db.webhookEvent.updateMany({ where: { paOrderId: asked, eventType: 'order.partner_paid' }, data: { status: 'DEAD' } });
  await refusal(s.operator.statement({ uin: `no-${randomUUID().slice(0, 12)}`, amount_rub: 12_345.67, statement_ref: 'AB-17' }));
  await admin.patch('/pricing', { partner_commission_percent: { 'PARTNER-777': 2.5 } });

  const buttons: Record<string, (string | RegExp)[]> = {
    [`/orders/${draft}`]: ['Take into work', 'Request documents', 'Cancel the order'],
    [`/orders/${asked}`]: ['Complete', 'Refund', /^Replay order\.partner_paid/],
    '/approvals': [`Approve the refund of ${asked}`, `Decline the refund of ${asked}`],
    '/webhooks': ['Replay selected (1)', 'Replay all', /^Replay order\.partner_paid/],
    '/suspense': [/^Match: RUB 12,345\.67/, /^Return: RUB 12,345\.67/, /^Note: RUB 12,345\.67/],
    '/partners': ['Register a partner', 'Edit PARTNER-777'],
    '/fx': ['Add a currency', 'Delete EUR'],
    '/pricing': ['Set a commission', 'Remove the commission of PARTNER-777'],
    '/requisites': [],
    '/limits': [],
    '/flags': [],
    '/api-clients': ['Create a client', 'Rotate a secret of cso-demo-2', 'Revoke cso-demo-2'],
    '/logs': ['Clear logs'],
  };
  const fields: Record<string, [selector: string, count: number]> = {
    '/fx': ['table input', 11],
    '/pricing': ['form input', 3],
    '/requisites': ['form input', 9],
    '/limits': ['form input', 6],
    '/flags': ['input[role=switch]', 4],
  };
  const second = await openConsole(browser, s.baseUrl, 'admin-2');
  const viewer = await openConsole(browser, s.baseUrl, 'viewer');

  /** Whether a button may be pressed, or why not. */
  const may = async ({ page }: Console, name: string | RegExp): Promise<boolean | string | null> => {
    const button = page.locator('main').getByRole('button', { name, exact: true }).first();
    await button.waitFor();
    return (await button.getAttribute('aria-disabled')) === 'true' ? button.getAttribute('aria-description') : button.isEnabled();
  };
  for (const [path, names] of Object.entries(buttons)) {
    for (const [tab, name] of [
      [second, 'admin-2'],
      [viewer, 'viewer'],
    ] as const) {
      await tab.go(path);
      await tab.page.getByRole('button', { name: `Signed in as ${name}`, exact: true }).waitFor();
      await tab.settled();
      if (path === '/webhooks') await tab.page.getByLabel('Select all on this page').check();
    }
    for (const name of names) expect([path, name, await may(second, name), await may(viewer, name)]).toEqual([path, name, true, VIEWER]);
    const [selector = '', count] = fields[path] ?? [];
    const open = `main ${selector}:not([type=hidden], [readonly], :disabled)`;
    if (selector) expect([path, await second.page.locator(open).count(), await viewer.page.locator(open).count()]).toEqual([path, count, 0]);
    expect([path, await viewer.page.locator('main button:not([role=tab], [aria-disabled=true], :disabled)').allTextContents()]).toEqual([path, []]);
  }
  expect([...second.problems, ...viewer.problems]).toEqual([]);
  await second.close();
  await viewer.close();
}, 120_000);

it('is one session for all tabs of a browser; whoever signs out has left them all', async () => {
  const { id } = await awaitingPayment(s);
  const one = await openConsole(browser, s.baseUrl, 'admin');
  await one.go('/flags');
  const authorization = await authorizationOf(one);
  const other = consoleIn(await one.page.context().newPage(), s.baseUrl);
  await other.go(`/orders/${id}`);
  await other.heading(/^Order /);
  expect(await statusWith(authorization)).toBe(200);

  await one.signOut();
  await password(one).waitFor();
  await other.says(ENDED);
  await until('the session has ended', 10_000, async () => (await statusWith(authorization)) === 401);
  await one.page.goBack();
  await password(one).waitFor();
  expect(await one.page.locator('nav').count()).toBe(0);

  await fillSignIn(one.page, 'viewer', 'viewer-demo');
  await other.heading(/^Order /);
  await other.page.getByRole('button', { name: 'Signed in as viewer' }).waitFor();
  await one.close();
});

it('without a connection somebody is signed out here, and told that the service does not know', async () => {
  const one = await openConsole(browser, s.baseUrl, 'admin');
  const authorization = await authorizationOf(one);
  await one.page.context().setOffline(true);
  await one.signOut();
  await one.says('You are signed out in this browser. The service did not answer: there the session ends by itself, 8 hours after it began.');
  expect(await violations(one.page)).toEqual([]);
  await one.page.context().setOffline(false);
  await one.page.reload();
  await password(one).waitFor();
  expect(await statusWith(authorization)).toBe(200);
  await one.close();
});

it('a tab whose session was ended says so, and returns to where it was', async () => {
  const one = await openConsole(browser, s.baseUrl, 'admin');
  await one.go('/flags');
  await one.heading('Flags');
  await s.db.staffSession.deleteMany({ where: { username: 'admin' } });
  await one.says(ENDED);
  await fillSignIn(one.page, 'admin', 'admin-demo');
  await one.heading('Flags');
  await one.close();
  admin = await signIn(s.baseUrl);
});

it('a lost connection leaves what was read, says so, and is over by itself', async () => {
  const { id } = await awaitingPayment(s);
  const one = await openConsole(browser, s.baseUrl, 'admin');
  await one.go(`/orders/${id}`);
  await one.says('Awaiting payment');
  await one.page.context().setOffline(true);
  await one.page.getByRole('status').filter({ hasText: 'No connection. Showing what was last read; trying again.' }).waitFor();
  expect(await one.page.getByText('Awaiting payment').first().isVisible()).toBe(true);
  expect(await violations(one.page)).toEqual([]);
  await one.page.context().setOffline(false);
  await one.page.getByText('No connection. Showing what was last read; trying again.').waitFor({ state: 'detached' });
  await s.operator.cancel(id, 'not needed');
  await one.says('Rejected');
  await one.close();
});

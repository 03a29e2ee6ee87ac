import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { until } from '../../src/local/until';
import { useBrowser } from '../support/browser';
import { fieldsOf, useConsole } from '../support/console';
import { awaitingPayment } from '../support/orders';
import { violations } from '../support/page';
import { refusal } from '../support/refusal';
import { useService } from '../support/service';
import { type Staff, signIn } from '../support/staff';

const s = useService();
const browser = useBrowser();
let admin: Staff;
const shown = useConsole(browser, s);
let page: Page;

beforeAll(async () => {
  admin = await signIn(s.baseUrl);
  page = shown.page;
});

it.each([
  ['/pricing', '/pricing', 'Commission, %', 'commission_percent', 2.5, '2 → 2.5'],
  ['/requisites', '/requisites', 'Bank', 'bank_name', 'АО «Другой банк»', 'АО «Песочница Банк» → АО «Другой банк»'],
  ['/limits', '/rate-limits', 'Staff', 'staff_per_minute', 900_000, '1000000 → 900000'],
  ['/limits', '/webhook-ops', 'A receiver may take, seconds', 'response_timeout_seconds', 5, '10 → 5'],
  ['/limits', '/webhook-ops', 'Paused operators', 'paused_operators', ['cso-demo-2'], 'not set → cso-demo-2'],
  ['/limits', '/refund-policy', 'A second person approves refunds above, RUB', 'approval_above_rub', 50_000, '1000000 → 50000'],
])('on %s (%s) shows what changes of %s before it is changed', async (path, setting, label, name, value, change) => {
  await shown.go(path);
  const field = page.locator('form').getByLabel(label, { exact: true }).first();
  await field.fill(String(value));
  await field.blur();
  await field.locator('xpath=ancestor::form').getByRole('button', { name: 'Save' }).click();
  await shown.dialog().getByText('This changes at once, for everybody:').waitFor();
  expect(await shown.dialog().getByRole('listitem').allTextContents()).toEqual([`${label}: ${change}`]);
  await shown.confirm('Change');
  await shown.says('Saved.');
  expect(await admin.get(setting)).toMatchObject({ [name]: value });
});

it('reckons what a customer would pay, with the commission of the partner', async () => {
  const total = async () => (await fieldsOf(page.getByRole('region', { name: 'What a customer would pay now' })))['The customer pays'];
  await admin.patch('/pricing', { commission_percent: 2, partner_commission_percent: { 'PARTNER-512': 0 } });
  await shown.go('/fx');
  await page.getByLabel('Amount').fill('1500');
  await until('the general commission counts', 10_000, async () => (await total()) === 'RUB 148,945.50');
  await page.getByLabel('Partner (optional)').fill('PARTNER-512');
  await until('the commission of the partner counts', 10_000, async () => (await total()) === 'RUB 146,025.00');
  await page.getByLabel('Amount').fill('');
  await shown.says('Enter an amount and a currency.');
});

interface Act {
  path: string;
  button: string | RegExp;
  text: string;
  fill?: () => Promise<void>;
  confirm: string;
  done: string;
  /** What it has brought about. */
  holds: () => Promise<boolean>;
}

const fill = async (values: Record<string, string>): Promise<void> => {
  for (const [label, value] of Object.entries(values)) await shown.dialog().getByLabel(label).fill(value);
};
const commissionOf = async (id: string) =>
  (await admin.get<{ partner_commission_percent: Record<string, number> }>('/pricing')).partner_commission_percent[id];
const partner_id = `P-${randomUUID().slice(0, 6)}`;
const card = { 'Partner id': partner_id, 'Legal name': 'Casa Verde SL', Country: 'ES', IBAN: 'DE89370400440532013000', 'SWIFT BIC': 'COBADEFF' };

const ACTS: Record<string, Act> = {
  'adds a currency': {
    path: '/fx',
    button: 'Add a currency',
    text: 'Orders in this currency can be priced from now on.',
    fill: () => fill({ Currency: 'NOK', 'Base rate, RUB': '8.2' }),
    confirm: 'Add',
    done: 'The rate is set.',
    holds: async () => (await s.db.fxRate.count({ where: { currency: 'NOK' } })) === 1,
  },
  'deletes a currency': {
    path: '/fx',
    button: 'Delete NOK',
    text: 'Orders in NOK can no longer be priced. Orders with a fixed rate keep it.',
    confirm: 'Delete',
    done: 'The currency is deleted.',
    holds: async () => (await s.db.fxRate.count({ where: { currency: 'NOK' } })) === 0,
  },
  'registers a partner': {
    path: '/partners',
    button: 'Register a partner',
    text: 'Every operator can name the partner in orders from now on.',
    fill: () => fill(card),
    confirm: 'Register a partner',
    done: 'The partner is registered.',
    holds: async () => (await s.db.partner.findFirst({ where: { partnerId: partner_id } }))?.iban === card.IBAN,
  },
  'gives a partner a commission of its own': {
    path: '/pricing',
    button: 'Set a commission',
    text: 'Orders for this partner are priced with it from now on.',
    fill: () => fill({ Partner: partner_id, 'Commission, %': '1.5' }),
    confirm: 'Save',
    done: 'Saved.',
    holds: async () => (await commissionOf(partner_id)) === 1.5,
  },
  'takes it away again': {
    path: '/pricing',
    button: `Remove the commission of ${partner_id}`,
    text: `Orders for ${partner_id} are priced with the general commission from now on.`,
    confirm: 'Remove',
    done: 'Saved.',
    holds: async () => (await commissionOf(partner_id)) === undefined,
  },
  'clears the logs': {
    path: '/logs',
    button: 'Clear logs',
    text: 'All lines kept so far are forgotten, of every process. They cannot be brought back.',
    confirm: 'Clear logs',
    done: 'The lines are gone.',
    holds: async () => (await s.db.logLine.count({ where: { message: 'something odd' } })) === 0,
  },
};

const act = async ({ path, button, text, confirm, done, holds, ...rest }: Act): Promise<void> => {
  await shown.go(path);
  await shown.press(button);
  await shown.dialog().getByText(text).waitFor();
  expect(await holds()).toBe(false);
  await rest.fill?.();
  await shown.confirm(confirm);
  await shown.says(done);
  expect(await holds()).toBe(true);
};

it.each(Object.keys(ACTS))('%s, having said what that does', async (name) => {
  await s.db.logLine.create({ data: { at: new Date(), level: 'error', message: 'something odd', fields: {} } });
  await act(ACTS[name] as Act);
});

it('switches a flag off and on', async () => {
  const flag = page.getByRole('switch', { name: 'Payouts' });
  await shown.go('/flags');
  await shown.settled();
  for (const [button, text, isOn] of [
    ['Switch off', 'It stops at once, for everybody. Off: payouts wait; nothing is lost.', false],
    ['Switch on', 'It works again at once, for everybody.', true],
  ] as const) {
    await flag.press(' ');
    await shown.dialog().getByText(text).waitFor();
    expect(await admin.get('/flags')).toMatchObject({ payouts_enabled: !isOn });
    await shown.confirm(button);
    await until('it is switched', 10_000, async () => (await flag.isChecked()) === isOn);
    expect(await admin.get('/flags')).toMatchObject({ payouts_enabled: isOn });
  }
});

it('notes, matches and returns rubles that no order took', async () => {
  const { id, amount_rub } = await awaitingPayment(s);
  const [matched, returned] = [`no-${randomUUID().slice(0, 12)}`, `no-${randomUUID().slice(0, 12)}`];
  for (const uin of [matched, returned]) await refusal(s.operator.statement({ uin, amount_rub, statement_ref: uin }));
  const statement = (uin: string) => s.db.bankStatement.findFirstOrThrow({ where: { uin } });
  const kinds: Record<string, Act> = {
    note: {
      path: '/suspense',
      button: new RegExp(`^Note: .*${matched}`),
      text: 'The note stays with the statement of RUB 148,945.50.',
      fill: () => fill({ Note: 'the customer was asked' }),
      confirm: 'Note',
      done: 'The note is kept.',
      holds: async () => (await s.db.statementAction.count({ where: { note: 'the customer was asked' } })) === 1,
    },
    match: {
      path: '/suspense',
      button: new RegExp(`^Match: .*${matched}`),
      text: 'RUB 148,945.50 are given to the order, as if its own statement had brought them.',
      fill: () => fill({ 'Order id': id }),
      confirm: 'Match',
      done: 'The rubles are given to the order.',
      holds: async () => (await s.operator.get(id)).payment_details?.amount_received_rub === amount_rub,
    },
    return: {
      path: '/suspense',
      button: new RegExp(`^Return: .*${returned}`),
      text: 'RUB 148,945.50 are sent back to where they came from.',
      confirm: 'Return',
      done: 'The rubles are on their way back.',
      holds: async () => (await statement(returned)).outcome.startsWith('RETURN'),
    },
  };
  for (const kind of Object.values(kinds)) await act(kind);
  await shown.says('No rubles wait here: every payment found its order.');
});

it('gives an operator access, shows each secret once, and takes it away', async () => {
  const client_id = `cso-${randomUUID().slice(0, 6)}`;
  const tokenWith = async (client_secret: string): Promise<number> => {
    const body = JSON.stringify({ grant_type: 'client_credentials', client_id, client_secret });
    return (await fetch(`${s.baseUrl}/v1/oauth/token`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })).status;
  };
  /** The secret that is shown, which nothing shows a second time. */
  const secretShown = async (): Promise<string> => {
    const secret = await page.getByRole('textbox', { name: 'Client secret' }).inputValue();
    await shown.settled();
    expect(await violations(page)).toEqual([]);
    await shown.confirm('I have copied them');
    await page.reload();
    await shown.says(client_id);
    expect(await page.content()).not.toContain(secret);
    return secret;
  };

  await shown.go('/api-clients');
  await shown.press('Create a client');
  await shown.says('The operator gets access with a secret, a key and a webhook secret. They are shown once.');
  await fill({ 'Client id': client_id, Name: 'New concierge' });
  await shown.confirm('Create a client');
  const first = await secretShown();
  expect(await tokenWith(first)).toBe(200);

  await shown.press(`Rotate a secret of ${client_id}`);
  await shown.says(/The old client secret or key ends at once\./);
  await shown.confirm('Rotate');
  const next = await secretShown();
  expect([await tokenWith(first), await tokenWith(next)]).toEqual([401, 200]);

  await shown.press(`Revoke ${client_id}`);
  await shown.says('Its tokens, secret and key end at once. Its orders go on.');
  await shown.confirm('Revoke');
  await shown.says('The access is revoked.');
  expect(await tokenWith(next)).toBe(401);
});

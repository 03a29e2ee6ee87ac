import { randomUUID } from 'node:crypto';
import { invoiceOrder } from '../../scripts/sample-orders';
import { until } from '../../src/local/until';
import { useBrowser } from '../support/browser';
import { type Console, openConsole } from '../support/console';
import { awaitingPayment, paid } from '../support/orders';
import { DESKTOP, PHONE, picture, sidewaysScroll, violations } from '../support/page';
import { refusal } from '../support/refusal';
import { useService } from '../support/service';
import { type Staff, signIn } from '../support/staff';

const s = useService({ env: { TEMPORAL_UI_URL: 'http://temporal.example' } });
const browser = useBrowser();
let admin: Staff;
/** One that is parked, and one that was refunded. */
let [parked, refunded] = ['', ''];

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
  await s.operator.create({ ...invoiceOrder(s.receiver.url), deadline: new Date(Date.now() + 3_600_000).toISOString() });
  await refusal(s.operator.statement({ uin: `no-${randomUUID().slice(0, 12)}`, amount_rub: 12_345.67, statement_ref: 'AB-17' }));
  await admin.patch('/refund-policy', { approval_above_rub: 100_000 });
  await admin.post(`/orders/${await paid(s)}/refund`, { reason: 'the trip was called off' });
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
  logs: '/logs',
  system: '/system',
  unknown: '/nowhere',
});

/** Everything is read, and nothing moves any more. */
async function settled({ page }: Console): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  const isStill =
    "document.querySelector('[aria-busy=true], .mantine-Skeleton-root') === null && document.getAnimations().every((a) => a.playState !== 'running')";
  await until('the page is still', 20_000, () => page.evaluate(isStill) as Promise<boolean>);
}

const LOOKS = (['light', 'dark'] as const).flatMap((colorScheme) =>
  (
    [
      ['desktop', DESKTOP, 'en-GB'],
      ['phone', PHONE, 'ru-RU'],
    ] as const
  ).map(([device, size, locale]) => ({ colorScheme, device, size, locale })),
);

it.each(LOOKS)('every page on a $device, $colorScheme, $locale: accessible, no sideways scroll, no error, nothing from another host', async ({
  colorScheme,
  device,
  size,
  locale,
}) => {
  const before = await openConsole(browser, s.baseUrl, undefined, { ...size, colorScheme, locale });
  await settled(before);
  expect(await violations(before.page)).toEqual([]);
  await picture(before.page, `console-sign-in-${device}-${colorScheme}`);
  await before.page.context().close();

  const shown = await openConsole(browser, s.baseUrl, 'admin', { ...size, colorScheme, locale });
  const found: Record<string, unknown> = {};
  for (const [name, path] of Object.entries(pages())) {
    await shown.go(path);
    await settled(shown);
    await picture(shown.page, `console-${name}-${device}-${colorScheme}`);
    const wrong = {
      violations: await violations(shown.page),
      scroll: await sidewaysScroll(shown.page),
      // an order that is not there is answered 404, and a browser says so
      problems: shown.problems.splice(0).filter((text) => !(name === 'order-unknown' && text.includes('404'))),
    };
    if (wrong.violations.length + wrong.scroll + wrong.problems.length > 0) found[name] = wrong;
  }
  expect(found).toEqual({});
  await shown.page.context().close();
}, 300_000);

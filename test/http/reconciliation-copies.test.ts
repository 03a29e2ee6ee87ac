import { MockActivityEnvironment } from '@temporalio/testing';
import { reconciliationActivities } from '../../activities/reconciliation';
import type { Progress } from '../../activities/repair-copies';
import { sandboxProviders } from '../../src/providers/sandbox';
import { COPIES_AGREE } from '../../src/reconciliation/copies';
import { SignedLinks } from '../../src/security/identity';
import { openFindings } from '../../src/store/findings';
import { reconciling } from '../support/reconciling';
import { useService } from '../support/service';

const s = useService();
const { reconcile, verified, broken, asRestored, settled, paidOut } = reconciling(s);
const copyOf = (paOrderId: string) => s.db.order.findUniqueOrThrow({ where: { paOrderId } });
const inCopies = async () => ((await verified()).get(COPIES_AGREE) ?? []).map(({ subject, detail }) => `${subject} ${detail}`);

it.each([
  ['status', "status = 'CLIENT_PAID'", false],
  ['needs_attention', "needs_attention = 'somebody has to look'", false],
  ['deadline', "deadline = deadline + interval '1 hour'", false],
  ['partner_id', "partner_id = 'PARTNER-301'", false],
  ['state', `state = jsonb_set(state, '{amount_rub}', '"1.00"')`, true],
  ['state and columns alike', `needs_attention = 'look', state = state || '{"needs_attention":"look"}'`, false],
  ['state and status alike', `status = 'CLIENT_PAID', state = state || '{"status":"CLIENT_PAID"}'`, false],
])('a copy with a wrong %s at the same version is found, and written anew', async (_what, wrong, deep) => {
  const { id } = await paidOut();
  await settled(id);
  const before = await copyOf(id);
  await s.db.$executeRawUnsafe(`UPDATE orders SET ${wrong} WHERE pa_order_id = '${id}'`);
  expect(await inCopies()).toEqual([expect.stringContaining(id)]);
  expect(await reconcile(deep)).toMatchObject({ copies_repaired: 1 });
  expect(await copyOf(id)).toEqual(before);
  expect(await broken()).toEqual([]);
  await s.operator.confirm(id);
});

it.each([
  ['record', `journal SET payload = payload || '{"rate":"1"}'`, `journal SET payload = payload - 'rate'`, "status_to = 'CLIENT_PAID'"],
  ['actor', "journal SET actor = actor || 'x'", "journal SET actor = rtrim(actor, 'x')", "status_to = 'CLIENT_PAID'"],
  ['transfer', "ledger SET to_account = 'position'", "ledger SET to_account = 'vat'", "to_account IN ('vat', 'position')"],
  [
    'event',
    `webhook_events SET body = replace(body, '"FX_EXECUTED"', '"REFUNDED"')`,
    `webhook_events SET body = replace(body, '"REFUNDED"', '"FX_EXECUTED"')`,
    "event_type = 'order.status_changed'",
  ],
])('a %s that says something else is raised, and never written over', async (_what, wrong, right, where) => {
  const { id } = await paidOut();
  await settled(id);
  const change = (set: string) => asRestored(`UPDATE ${set} WHERE pa_order_id = '${id}' AND ${where}`);
  await change(wrong);
  expect(await inCopies()).toEqual([expect.stringMatching(`${id} .* what the workflow remembers`)]);
  expect(await reconcile(true)).toMatchObject({ copies_repaired: 0 });
  expect((await openFindings(s.db, { limit: 100, offset: 0 })).items.map(({ subject }) => subject)).toContain(id);
  await change(right);
  expect(await broken()).toEqual([]);
  await s.operator.confirm(id);
});

it('the moments of a task that was carried out anew, after its first outcome was lost, are no drift', async () => {
  const { id } = await paidOut();
  await settled(id);
  await asRestored(
    `UPDATE journal SET created_at = created_at - interval '3 seconds', payload = payload || '{"fixed_at":"2026-11-20T00:00:00.000Z"}'
     WHERE pa_order_id = '${id}' AND payload ? 'fixed_at'`,
    `UPDATE orders SET updated_at = updated_at - interval '3 seconds', state = state || jsonb_build_object('updated_at',
       to_char(updated_at AT TIME ZONE 'UTC' - interval '3 seconds', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) WHERE pa_order_id = '${id}'`,
  );
  expect(await inCopies()).toEqual([]);
  await s.operator.confirm(id);
});

it('a record in the place of another is raised, and the others are reconciled all the same', async () => {
  const [{ id }, { id: other }] = [await paidOut(), await paidOut()];
  const { eventId } = await s.db.journalRecord.findFirstOrThrow({ where: { paOrderId: id, seq: 2 } });
  await asRestored(`UPDATE journal SET event_id = 'forged' WHERE event_id = '${eventId}'`);
  await s.db.order.delete({ where: { paOrderId: other } });
  expect(await reconcile(true)).toMatchObject({ copies_repaired: 1 });
  expect((await openFindings(s.db, { limit: 100, offset: 0 })).items.map(({ subject, detail }) => `${subject} ${detail}`)).toContainEqual(
    expect.stringMatching(`${id} .*another record has the place of one`),
  );
  await asRestored(`UPDATE journal SET event_id = '${eventId}' WHERE event_id = 'forged'`);
  for (const paid of [id, other]) await s.operator.confirm(paid);
});

it('a copy ahead of its workflow is raised, and not written over', async () => {
  const { id } = await paidOut();
  const { version } = await copyOf(id);
  await s.db.order.update({ where: { paOrderId: id }, data: { version: 99 } });
  expect(await inCopies()).toEqual([`${id} the copy is at 99, its workflow only at ${version}`]);
  expect(await reconcile(true)).toMatchObject({ copies_repaired: 0 });
  expect(await copyOf(id)).toMatchObject({ version: 99 });
  await s.db.order.update({ where: { paOrderId: id }, data: { version } });
  await s.operator.confirm(id);
});

it('a reconciliation gives a sign of life with every page, and goes on from the last one', async () => {
  for (let i = 0; i < 3; i++) await paidOut();
  const links = new SignedLinks(s.settings.SERVICE_SECRET, s.baseUrl);
  const activity = reconciliationActivities({ db: s.db, client: s.client, links, providers: sandboxProviders(s.db), pageSize: 2 });
  const attempt = async (heartbeatDetails?: Progress) => {
    const env = new MockActivityEnvironment({ heartbeatDetails, scheduledTimestampMs: Date.now() });
    const told: Progress[] = [];
    env.on('heartbeat', (progress: Progress) => told.push(structuredClone(progress)));
    const asking = jest.spyOn(s.client.workflow, 'getHandle');
    await env.run(activity.reconcile, { hours: 26, deep: true });
    const asked = asking.mock.calls.map(([id]) => id);
    asking.mockRestore();
    return { told, asked };
  };

  const whole = await attempt();
  const places = [...new Set(whole.told.flatMap(({ from }) => (from?.among === 'workflows' ? [from.after] : [])))];
  expect(places.length).toBeGreaterThanOrEqual(2);
  expect(whole.told.length).toBeGreaterThanOrEqual(2 * places.length);
  const second = whole.told.find(({ from }) => from?.after === places[1]);
  expect((await attempt(second)).asked).toEqual(whole.asked.slice(2));
});

it('what earlier attempts have found is not forgotten', async () => {
  const earlier: Progress = {
    from: { among: 'copies', after: 'pa_z' },
    repaired: 3,
    raised: [{ invariant: COPIES_AGREE, subject: 'pa_lost', detail: 'x' }],
  };
  const activity = reconciliationActivities({
    db: s.db,
    client: s.client,
    links: new SignedLinks(s.settings.SERVICE_SECRET, s.baseUrl),
    providers: sandboxProviders(s.db),
  });
  const env = new MockActivityEnvironment({ heartbeatDetails: earlier, scheduledTimestampMs: Date.now() });
  expect(await env.run(activity.reconcile, { hours: 26, deep: true })).toMatchObject({ copies_repaired: 3, findings: 1 });
  expect((await openFindings(s.db, { limit: 100, offset: 0 })).items.map(({ subject }) => subject)).toEqual(['pa_lost']);
  expect(await reconcile()).toMatchObject({ findings: 0 });
});

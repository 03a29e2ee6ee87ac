import type { Done, Providers } from '../providers/ports';
import type { Database } from '../store/database';
import type { Violation } from './violation';

export const PROVIDERS_AGREE = 'providers and orders agree';

const STEPS = { fx: 'FX_EXECUTED', payout: 'PARTNER_PAID', refund: 'REFUNDED' } as const;
type Step = keyof typeof STEPS;
const STEP_NAMES = Object.keys(STEPS) as Step[];

/** A provider's list is asked for from this long before, so that the clocks need not agree. */
const EARLIER_MS = 3_600_000;

/**
 * What the providers did, beside what the orders say they had done: once each, and nothing that an order does not know of.
 * @param graceS what was done in the last seconds may not have reached its order yet
 */
export async function providerViolations(db: Database, providers: Providers, since: Date, graceS: number): Promise<Violation[]> {
  const from = new Date(Math.max(0, since.getTime() - EARLIER_MS));
  const found = await Promise.all(STEP_NAMES.map(async (step) => violationsOf(db, step, await providers[step].list(from), since, graceS)));
  return found.flat().map((violation) => ({ invariant: PROVIDERS_AGREE, ...violation }));
}

async function violationsOf(db: Database, step: Step, list: Done[], since: Date, graceS: number): Promise<Omit<Violation, 'invariant'>[]> {
  const done = byOrder(list);
  const [knowing, claiming] = await Promise.all([
    db.journalRecord.findMany({ where: { paOrderId: { in: [...done.keys()] }, statusTo: STEPS[step] }, select: { paOrderId: true } }),
    db.journalRecord.findMany({ where: { statusTo: STEPS[step], createdAt: { gte: since } }, select: { paOrderId: true } }),
  ]);
  const known = new Set(knowing.map((r) => r.paOrderId));
  const young = Date.now() - graceS * 1000;

  const twice = [...done].filter(([, deals]) => deals.length > 1);
  const unknown = [...done].filter(([id, deals]) => !known.has(id) && deals.some((d) => Date.parse(d.done_at) < young));
  const missing = claiming.filter(({ paOrderId }) => !done.has(paOrderId));
  return [
    ...twice.map(([subject, deals]) => ({ subject, detail: `${step} was done ${deals.length} times: ${referencesOf(deals)}` })),
    ...unknown.map(([subject, deals]) => ({ subject, detail: `${step} was done (${referencesOf(deals)}), and the order does not know` })),
    ...missing.map(({ paOrderId }) => ({ subject: paOrderId, detail: `the order says ${STEPS[step]}, the provider's list has no ${step} for it` })),
  ];
}

const referencesOf = (deals: Done[]): string => deals.map((d) => d.reference).join(', ');

/** An order asks for a step under keys of its own: `<pa_order_id>:<step>:<round>`. What has another key is no order's. */
function byOrder(list: Done[]): Map<string, Done[]> {
  const found = new Map<string, Done[]>();
  for (const done of list.filter(({ key }) => key.startsWith('pa_'))) {
    const id = done.key.split(':')[0] ?? '';
    found.set(id, [...(found.get(id) ?? []), done]);
  }
  return found;
}

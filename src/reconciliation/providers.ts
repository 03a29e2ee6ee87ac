import { decimal } from '../domain/money';
import { isStorable } from '../domain/storable';
import type { Done, Providers } from '../providers/ports';
import type { Database } from '../store/database';
import { type Claim, claimsOf, STEPS, type Step } from './claims';
import type { Violation } from './violation';

export const PROVIDERS_AGREE = 'providers and orders agree';

type Found = Omit<Violation, 'invariant'>;

/** A provider's list is asked for from this long before, so that the clocks need not agree. */
const EARLIER_MS = 3_600_000;

/**
 * What the providers did, beside what our records say they had done: the same, once each, and nothing that belongs to nobody.
 * @param graceS what was done in the last seconds may not have reached its order yet
 */
export async function providerViolations(db: Database, providers: Providers, since: Date, graceS: number): Promise<Violation[]> {
  const from = new Date(Math.max(0, since.getTime() - EARLIER_MS));
  const found = await Promise.all(STEPS.map(async (step) => violationsOf(db, step, await providers[step].list(from), since, graceS)));
  return found.flat().map((violation) => ({ invariant: PROVIDERS_AGREE, ...violation }));
}

async function violationsOf(db: Database, step: Step, list: Done[], since: Date, graceS: number): Promise<Found[]> {
  const done = bySubject(step, list);
  const claims = new Map((await claimsOf(db, step, [...done.keys()], since)).map((claim) => [claim.subject, claim]));
  const young = Date.now() - graceS * 1000;
  const found = [...done].flatMap(([subject, deals]) => among(step, subject, deals, claims.get(subject), young));
  const missing = [...claims.values()].filter(({ subject, isRecent }) => isRecent && !done.has(subject));
  const nobodys = list.filter(({ key }) => subjectOf(step, key) === undefined);
  return [
    ...found,
    ...missing.map(({ subject, status }) => ({
      subject,
      detail: `${whose(subject)} says ${status}, the provider's list has no ${step} for it`,
    })),
    ...nobodys.map((deal) => ({
      subject: isStorable(deal.key) && deal.key ? deal.key : deal.reference,
      detail: `${step} was done (${told(deal)}), and is nobody's: its key is no key of ours`,
    })),
  ];
}

/** What a provider did for one order or statement. */
function among(step: Step, subject: string, deals: Done[], claim: Claim | undefined, young: number): Found[] {
  const references = deals.map(({ reference }) => reference).join(', ');
  const [deal, ...others] = deals;
  const details: string[] = [];
  if (others.length > 0) details.push(`${step} was done ${deals.length} times: ${references}`);
  else if (claim && deal && !isSame(claim, deal)) details.push(`${step}: the provider did ${told(deal)}, ${whose(subject)} says ${told(claim)}`);
  if (!claim && deals.some(({ done_at }) => Date.parse(done_at) < young))
    details.push(`${step} was done (${references}), and ${whose(subject)} does not know`);
  return details.map((detail) => ({ subject, detail }));
}

const isSame = (claim: Claim, { reference, amount, currency }: Done): boolean =>
  (claim.reference ?? reference) === reference && (!amount || decimal(amount).equals(claim.amount)) && (!currency || currency === claim.currency);

const told = ({ reference, amount, currency }: Pick<Done, 'amount' | 'currency'> & { reference: string | null }): string =>
  [reference, amount && decimal(amount).toFixed(), currency].filter(Boolean).join(' ');
const whose = (subject: string): string => (subject.startsWith('pa_') ? 'the order' : 'the statement');

function bySubject(step: Step, list: Done[]): Map<string, Done[]> {
  const found = new Map<string, Done[]>();
  for (const deal of list) {
    const subject = subjectOf(step, deal.key);
    if (subject !== undefined) found.set(subject, [...(found.get(subject) ?? []), deal]);
  }
  return found;
}

const OF_ORDER = /^(pa_[0-9a-z]+):(fx|payout|refund):\d+$/;
const OF_STATEMENT = /^statement:([0-9a-f-]{36}):return(?::\d+)?$/;

/** The order or statement that a key was made for; undefined: no key of ours. */
function subjectOf(step: Step, key: string): string | undefined {
  const [, order, asked] = OF_ORDER.exec(key) ?? [];
  if (asked === step) return order;
  return step === 'refund' ? OF_STATEMENT.exec(key)?.[1] : undefined;
}

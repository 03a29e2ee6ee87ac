import type { Client } from '@temporalio/client';
import type { Providers } from '../providers/ports';
import type { SealedBox } from '../security/sealed-box';
import type { Database } from '../store/database';
import { asViolation, COPIES_AGREE, drifts } from './copies';
import { violationsIn } from './invariants';
import { PERSONAL_DATA_STAYS, personalDataViolations } from './personal-data';
import { PROVIDERS_AGREE, providerViolations } from './providers';
import type { Violation } from './violation';

interface Needs {
  db: Database;
  client: Client;
  providers: Providers;
  box: SealedBox;
}

const THE_BEGINNING = new Date(0);

/**
 * Every promise about money and records, checked on an installation as it is. Nothing is changed.
 * @param graceS what is younger may still be on its way
 * @returns what was found, by promise; an empty list for each that holds
 */
export async function verify({ db, client, providers, box }: Needs, graceS: number): Promise<Map<string, Violation[]>> {
  const result = await violationsIn(db, { since: THE_BEGINNING, graceS });
  result.set(PROVIDERS_AGREE, await providerViolations(db, providers, THE_BEGINNING, graceS));
  const drifted: Violation[] = [];
  for await (const drift of drifts({ db, client, since: THE_BEGINNING, deep: true })) drifted.push(asViolation(drift));
  result.set(COPIES_AGREE, drifted);
  result.set(PERSONAL_DATA_STAYS, await personalDataViolations(db, client, box));
  return result;
}

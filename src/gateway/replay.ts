import { Refusal } from '../domain/refusal';
import { deadLetterIds, type Whose } from '../store/deliveries';
import type { Api } from './api';
import type { GatewayNeeds } from './needs';

type Needs = Pick<GatewayNeeds, 'db' | 'redeliveries'>;

/** Sends dead letters once more: those that are named, or the oldest. */
export async function replayMany({ db, redeliveries }: Needs, whose: Whose, { event_ids, limit = 100 }: Api['BulkReplay']): Promise<Api['Replay'][]> {
  const ids = await deadLetterIds(db, whose, event_ids?.length ?? limit, event_ids);
  await Promise.all(ids.map((id) => redeliveries.start(id)));
  return ids.map((event_id) => ({ event_id, status: 'PENDING' }));
}

/** @throws Refusal WEBHOOK_NOT_FOUND */
export async function replayOne(needs: Needs, whose: Whose, eventId: string): Promise<Api['Replay']> {
  const [item] = await replayMany(needs, whose, { event_ids: [eventId], limit: 1 });
  if (!item) throw new Refusal('WEBHOOK_NOT_FOUND', `There is no dead letter ${eventId}.`);
  return item;
}

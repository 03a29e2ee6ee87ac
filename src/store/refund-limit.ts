import { decimal } from '../domain/money';
import { readConfig } from './config';
import type { Database } from './database';

/**
 * Refunds of more rubles need a second person; null: none does. A limit that was raised or taken away counts a day later, so that nobody lifts it for a
 * refund of their own: the least of those in force within the last 24 hours is what holds.
 */
export async function refundLimit(db: Database): Promise<string | null> {
  const { approval_above_rub: now } = await readConfig(db, 'refund_policy');
  const lately = await db.$queryRaw<{ limit: string | null }[]>`
    SELECT before ->> 'approval_above_rub' AS limit FROM audit WHERE subject = 'refund_policy' AND created_at > now() - interval '24 hours'`;
  const limits = [now, ...lately.map(({ limit }) => limit)].filter((limit) => limit !== null);
  return limits.reduce<string | null>((least, limit) => (least === null || decimal(limit).lessThan(least) ? limit : least), null);
}

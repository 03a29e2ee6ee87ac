import { ApplicationFailure } from '@temporalio/activity';
import { signatureHeaders, standardWebhookHeaders } from '../src/security/signature';
import type { WebhookSecrets } from '../src/security/webhook-secrets';
import { configInForce } from '../src/store/config';
import type { Database } from '../src/store/database';
import { type Attempt, type DueEvent, dueEvents, markDead, operatorsOf, recordAttempts, reopen } from '../src/store/webhooks';
import type { Outbox } from './outbox';
import type { PostOutside } from './post-outside';
import type { Activities } from './types';

interface Needs {
  db: Database;
  secrets: WebhookSecrets;
  post: PostOutside;
  outbox: Outbox;
}

const ASK_AGAIN_MS = 3_000;

/** Sends signed events. A 2xx answer within 10 seconds delivers; anything else is a failed attempt. */
export function webhookActivities(needs: Needs): Pick<Activities, 'deliver' | 'redeliver' | 'reopen' | 'deadLetter'> {
  const flags = configInForce(needs.db, 'flags');
  const ops = configInForce(needs.db, 'webhook_ops');

  /** What staff hold back is not begun; attempts that have begun go on to their end. */
  const assertNotPaused = async (eventIds: string[]): Promise<void> => {
    const [{ webhooks_enabled }, { paused_operators }] = await Promise.all([flags(), ops()]);
    const isPaused = paused_operators.length > 0 && (await operatorsOf(needs.db, eventIds)).some((id) => paused_operators.includes(id));
    if (webhooks_enabled && !isPaused) return;
    throw ApplicationFailure.create({ type: 'WEBHOOKS_PAUSED', message: 'staff hold these events back', nextRetryDelay: ASK_AGAIN_MS });
  };

  const sendDue = async (eventIds: string[]): Promise<Attempt[]> => {
    const here = needs.outbox.take(eventIds);
    const elsewhere = eventIds.filter((id) => !here.some((event) => event.event_id === id));
    const due = elsewhere.length === 0 ? here : [...here, ...(await dueEvents(needs.db, elsewhere))];
    const { response_timeout_seconds } = await ops();
    const attempts = await Promise.all(due.map((event) => attempt(needs, event, response_timeout_seconds * 1000)));
    if (attempts.length > 0) await recordAttempts(needs.db, attempts);
    return attempts;
  };
  return {
    async deliver(eventIds) {
      await assertNotPaused(eventIds);
      const attempts = await sendDue(eventIds);
      return attempts.filter((a) => a.error !== null).map((a) => a.event_id);
    },
    async redeliver(eventId) {
      const [failed] = (await sendDue([eventId])).filter((a) => a.error !== null);
      if (failed) throw ApplicationFailure.retryable(`attempt ${failed.attempt}: ${failed.error}`, 'WEBHOOK_NOT_DELIVERED');
    },
    async reopen(eventId) {
      await reopen(needs.db, eventId);
      await assertNotPaused([eventId]);
    },
    deadLetter: (eventId) => markDead(needs.db, eventId),
  };
}

async function attempt({ secrets, post }: Needs, event: DueEvent, timeoutMs: number): Promise<Attempt> {
  const active = await secrets.signingSecrets(event);
  const number = event.attempts + 1;
  const at = new Date();
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'payment-agent/1.0',
    'X-PA-Event-Id': event.event_id,
    'X-PA-Event-Type': event.event_type,
    'X-PA-Delivery-Attempt': String(number),
    ...signatureHeaders(active[0], event.body),
    ...standardWebhookHeaders(active, event.event_id, event.body),
  };
  const outcome = await post(event.url, event.body, headers, timeoutMs);
  return { event_id: event.event_id, attempt: number, at: at.toISOString(), duration_ms: Date.now() - at.getTime(), ...outcome };
}

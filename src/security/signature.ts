import { createHmac, timingSafeEqual } from 'node:crypto';
import { Refusal } from '../domain/refusal';

export const TIMESTAMP_HEADER = 'X-PA-Timestamp';
export const SIGNATURE_HEADER = 'X-PA-Signature';
const TOLERANCE_S = 5 * 60;

/** HMAC-SHA256 over `${timestamp}.${raw body}`, lower-case hex. */
const hmac = (secret: string, timestamp: string, body: Buffer | string): string =>
  createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex');

/** Headers that sign a body; `at` is Unix time in seconds. */
export const signatureHeaders = (secret: string, body: Buffer | string, at = Math.floor(Date.now() / 1000)) => ({
  [SIGNATURE_HEADER]: `sha256=${hmac(secret, String(at), body)}`,
  [TIMESTAMP_HEADER]: String(at),
});

/** Standard Webhooks headers for the same body, signed with each active secret: a receiver can verify with an existing library, whichever it knows. */
export const standardWebhookHeaders = (secrets: readonly string[], id: string, body: string, at = Math.floor(Date.now() / 1000)) => ({
  'webhook-id': id,
  'webhook-timestamp': String(at),
  'webhook-signature': secrets.map((secret) => `v1,${createHmac('sha256', secret).update(`${id}.${at}.${body}`).digest('base64')}`).join(' '),
});

export interface Signed {
  body: Buffer | string;
  timestamp: string | undefined;
  signature: string | undefined;
}

/** Whether one of the secrets signed exactly these bytes at this time. */
export function isSignedBy(secrets: readonly string[], { body, timestamp, signature }: Signed): boolean {
  const given = /^sha256=([0-9a-f]{64})$/.exec(signature ?? '')?.[1];
  if (given === undefined || timestamp === undefined) return false;
  return secrets.some((secret) => timingSafeEqual(Buffer.from(hmac(secret, timestamp, body)), Buffer.from(given)));
}

/**
 * @param now milliseconds since the epoch, of the verifier's clock
 * @throws Refusal INVALID_WEBHOOK_SIGNATURE, details.reason MISSING_HEADERS, STALE_TIMESTAMP or BAD_SIGNATURE
 */
export function verifySignature(secrets: readonly string[], signed: Signed, now = Date.now()): void {
  const { timestamp, signature } = signed;
  if (!timestamp || !signature) throw refusal('MISSING_HEADERS', `${TIMESTAMP_HEADER} and ${SIGNATURE_HEADER} are needed.`);
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(now / 1000 - Number(timestamp)) > TOLERANCE_S) {
    throw refusal('STALE_TIMESTAMP', `${TIMESTAMP_HEADER} must be Unix seconds, at most 5 minutes from now.`);
  }
  if (!isSignedBy(secrets, signed)) throw refusal('BAD_SIGNATURE', 'The signature does not belong to this body and timestamp.');
}

const refusal = (reason: string, message: string): Refusal => new Refusal('INVALID_WEBHOOK_SIGNATURE', message, { reason });

import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import type { Refusal } from '../../src/domain/refusal';
import { parseKeyRing, SealedBox } from '../../src/security/sealed-box';
import { isSignedBy, SIGNATURE_HEADER, signatureHeaders, TIMESTAMP_HEADER, verifySignature } from '../../src/security/signature';

const secret = fc.string({ minLength: 1, maxLength: 64 });
const body = fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes));
const moment = fc.integer({ min: 0, max: 99_999_999_999 });
const signed = (key: string, bytes: Buffer, at: number) => {
  const headers = signatureHeaders(key, bytes, at);
  return { body: bytes, timestamp: headers[TIMESTAMP_HEADER], signature: headers[SIGNATURE_HEADER] };
};
const reason = (verify: () => void): unknown => {
  try {
    verify();
  } catch (error) {
    return (error as Refusal).details?.reason;
  }
};

it('is `sha256=` and the lower-case hex HMAC-SHA256 of `${timestamp}.${raw body}`', () => {
  fc.assert(
    fc.property(secret, body, moment, (key, bytes, at) => {
      const hex = createHmac('sha256', key)
        .update(Buffer.concat([Buffer.from(`${at}.`), bytes]))
        .digest('hex');
      expect(signed(key, bytes, at)).toEqual({ body: bytes, timestamp: String(at), signature: `sha256=${hex}` });
    }),
  );
});

it('holds for these bytes, this time and any of the active secrets, and for nothing else', () => {
  fc.assert(
    fc.property(secret, secret, body, moment, fc.nat(), (key, other, bytes, at, where) => {
      const message = signed(key, bytes, at);
      expect(isSignedBy([other, key], message)).toBe(true);
      if (other !== key) expect(isSignedBy([other], message)).toBe(false);
      const changed = Buffer.concat([bytes, Buffer.from('x')]);
      changed[where % changed.length] = (changed[where % changed.length] ?? 0) ^ 1;
      expect(isSignedBy([key], { ...message, body: changed })).toBe(false);
      expect(isSignedBy([key], { ...message, timestamp: String(at + 1) })).toBe(false);
      expect(isSignedBy([key], { ...message, signature: message.signature.toUpperCase() })).toBe(false);
    }),
  );
});

it.each([
  [-300, undefined],
  [300, undefined],
  [-301, 'STALE_TIMESTAMP'],
  [301, 'STALE_TIMESTAMP'],
])('a timestamp %i seconds away: %s', (away, expected) => {
  const now = 1_800_000_000;
  const message = signed('key', Buffer.from('{}'), now + away);
  expect(reason(() => verifySignature(['key'], message, now * 1000))).toBe(expected);
});

it.each([
  [{ timestamp: undefined }, 'MISSING_HEADERS'],
  [{ signature: undefined }, 'MISSING_HEADERS'],
  [{ timestamp: '' }, 'MISSING_HEADERS'],
  [{ timestamp: 'yesterday' }, 'STALE_TIMESTAMP'],
  [{ timestamp: '1800000000.5' }, 'STALE_TIMESTAMP'],
  [{ signature: 'sha256=00' }, 'BAD_SIGNATURE'],
  [{ signature: `sha1=${'0'.repeat(64)}` }, 'BAD_SIGNATURE'],
])('%j: %s', (change, expected) => {
  const now = 1_800_000_000;
  expect(reason(() => verifySignature(['key'], { ...signed('key', Buffer.from('{}'), now), ...change }, now * 1000))).toBe(expected);
});

describe('what is sealed', () => {
  const ring = (id: string, byte: number): string => `${id}:${Buffer.alloc(32, byte).toString('base64')}`;

  it('opens with the same key, looks different each time, and does not open once changed', () => {
    const box = new SealedBox(parseKeyRing(ring('a', 1)));
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(), (text, where) => {
        const [one, two] = [box.seal(text), box.seal(text)];
        expect(box.open(one)).toBe(Buffer.from(text).toString());
        expect(one).not.toBe(two);
        const [id, iv, tag = '', content] = one.split('.');
        const bytes = Buffer.from(tag, 'base64url');
        bytes[where % bytes.length] = (bytes[where % bytes.length] ?? 0) ^ 1;
        expect(() => box.open([id, iv, bytes.toString('base64url'), content].join('.'))).toThrow();
      }),
    );
  });

  it('opens with any key of the ring, and with no other ring', () => {
    const old = new SealedBox(parseKeyRing(ring('a', 1))).seal('x');
    expect(new SealedBox(parseKeyRing(`${ring('b', 2)},${ring('a', 1)}`)).open(old)).toBe('x');
    expect(() => new SealedBox(parseKeyRing(ring('b', 2))).open(old)).toThrow('no key a');
  });
});

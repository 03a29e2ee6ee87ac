import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

export interface KeyRing {
  /** Id of the key that seals; the others only open. */
  current: string;
  keys: Map<string, Buffer>;
}

/**
 * Keys as `id:base64,id:base64`, 32 bytes each; the first one seals.
 * @throws Error that says what is wrong with the text
 */
export function parseKeyRing(text: string): KeyRing {
  const entries = text.split(',').map((part): [string, Buffer] => {
    const [id = '', key = ''] = part.trim().split(':');
    if (!/^[\w-]{1,32}$/.test(id)) throw new Error('each key is id:base64, its id letters, digits, - and _');
    const bytes = Buffer.from(key, 'base64');
    if (bytes.length !== 32) throw new Error(`key ${id} must be 32 bytes in base64`);
    return [id, bytes];
  });
  const [first] = entries;
  if (!first) throw new Error('at least one key is needed');
  return { current: first[0], keys: new Map(entries) };
}

/** Seals short texts at rest: AES-256-GCM, the key's id in the text, so that keys can rotate. */
export class SealedBox {
  readonly #ring: KeyRing;

  constructor(ring: KeyRing) {
    this.#ring = ring;
  }

  seal(text: string): string {
    const iv = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', this.#key(this.#ring.current), iv);
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return [this.#ring.current, ...[iv, cipher.getAuthTag(), body].map((b) => b.toString('base64url'))].join('.');
  }

  /** Whether the key that seals now has sealed it. */
  isCurrent(sealed: string): boolean {
    return sealed.startsWith(`${this.#ring.current}.`);
  }

  /** @throws Error when the text was changed or its key is not in the ring */
  open(sealed: string): string {
    const [id = '', iv = '', tag = '', body = ''] = sealed.split('.');
    const decipher = createDecipheriv('aes-256-gcm', this.#key(id), Buffer.from(iv, 'base64url'));
    decipher.setAuthTag(Buffer.from(tag, 'base64url'));
    return Buffer.concat([decipher.update(Buffer.from(body, 'base64url')), decipher.final()]).toString('utf8');
  }

  #key(id: string): Buffer {
    const key = this.#ring.keys.get(id);
    if (!key) throw new Error(`no key ${id} in PII_KEYS`);
    return key;
  }
}

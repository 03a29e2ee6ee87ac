import { createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { uinFromDigest } from '../domain/uin';

/** SHA-256 for what is random by itself (tokens, keys, generated secrets): no salt or stretching is needed to keep it from being guessed. */
export const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

export const newToken = (): string => randomBytes(32).toString('base64url');

/** A key for one purpose, derived from the service's secret. */
const derivedKey = (secret: string, purpose: string): Buffer => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));

/** Ids that follow from an operator and its order number: the same pair always gives the same ones, and nobody else can compute them. */
export class OrderIds {
  readonly #key: Buffer;

  constructor(serviceSecret: string) {
    this.#key = derivedKey(serviceSecret, 'order-ids');
  }

  paOrderId(operatorId: string, orderId: string): string {
    return `pa_${this.#hash('order', operatorId, orderId).slice(0, 24)}`;
  }

  uin(operatorId: string, orderId: string): string {
    return uinFromDigest(this.#hash('uin', operatorId, orderId));
  }

  #hash(...parts: string[]): string {
    return createHmac('sha256', this.#key).update(JSON.stringify(parts)).digest('hex');
  }
}

const PUBLISHED = /^https?:\/\/.*?(\/v1\/documents\/[^?]+)\?expires=\d+&signature=[0-9a-f]+$/;

/** The path that was published, whenever it was signed; any other address as it is. */
export const pathPublished = (url: string): string => PUBLISHED.exec(url)?.[1] ?? url;

/** Links to what the service keeps: they open without a token, until they expire. */
export class SignedLinks {
  readonly #key: Buffer;

  constructor(
    serviceSecret: string,
    private readonly baseUrl: string,
    private readonly validForS = 7 * 24 * 3600,
  ) {
    this.#key = derivedKey(serviceSecret, 'links');
  }

  /** An absolute, signed address for a path of this service; an address elsewhere stays as it is. */
  publish(url: string): string {
    if (!url.startsWith('/')) return url;
    const expires = Math.floor(Date.now() / 1000) + this.validForS;
    return `${this.baseUrl}${url}?expires=${expires}&signature=${this.#sign(url, String(expires))}`;
  }

  isValid(path: string, expires: string, signature: string): boolean {
    return Number(expires) * 1000 > Date.now() && digest(this.#sign(path, expires)) === digest(signature);
  }

  #sign(path: string, expires: string): string {
    return createHmac('sha256', this.#key).update(`${path}?${expires}`).digest('hex');
  }
}

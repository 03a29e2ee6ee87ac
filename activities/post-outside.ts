import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { Agent, request } from 'undici';

export interface Outcome {
  response_status: number | null;
  /** Absent when the receiver confirmed with 2xx. */
  error: string | null;
}

/** Posts a body to an address that somebody outside has given us. Never throws: the outcome says what went wrong. */
export type PostOutside = (url: string, body: string, headers: Record<string, string>, timeoutMs?: number) => Promise<Outcome>;

const TIMEOUT_MS = 10_000;

/** Redirects are not followed. In production only https, and only public addresses: checked on the address that is dialled. */
export function postOutside(environment: 'sandbox' | 'production'): PostOutside {
  const guarded = environment === 'production';
  const dispatcher = new Agent({ connect: { timeout: TIMEOUT_MS, ...(guarded ? { lookup: publicOnly } : {}) }, connections: null });
  return async (url, body, headers, timeoutMs = TIMEOUT_MS) => {
    const problem = guarded ? refusedAddress(url) : undefined;
    if (problem) return { response_status: null, error: problem };
    try {
      const response = await request(url, { method: 'POST', body, headers, dispatcher, signal: AbortSignal.timeout(timeoutMs) });
      const status = response.statusCode;
      await response.body.dump({ limit: 16_384, signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => undefined);
      return { response_status: status, error: status >= 200 && status < 300 ? null : `the receiver answered ${status}` };
    } catch (error) {
      return { response_status: null, error: reason(error, timeoutMs) };
    }
  };
}

function reason(error: unknown, timeoutMs: number): string {
  const { name, code, message } = error as NodeJS.ErrnoException;
  if (name === 'TimeoutError' || name === 'AbortError') return `no answer within ${timeoutMs / 1000} seconds`;
  return code ?? message.slice(0, 200);
}

function refusedAddress(url: string): string | undefined {
  const { protocol, hostname } = new URL(url);
  if (protocol !== 'https:') return 'only https addresses are called';
  const literal = hostname.replace(/^\[|\]$/g, '');
  return isIP(literal) && !isPublic(literal) ? `${literal} is not a public address` : undefined;
}

const notPublic = new BlockList();
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  notPublic.addSubnet(net, prefix, 'ipv4');
}
const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');
for (const [net, prefix] of [
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2001::', 32],
] as const) {
  notPublic.addSubnet(net, prefix, 'ipv6');
}

/** Whether an address belongs to the public internet. */
export function isPublic(address: string): boolean {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  return !notPublic.check(address, family) && (family === 'ipv4' || globalUnicast.check(address, family));
}

const publicOnly: LookupFunction = (hostname, options, done) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return done(error, '', 0);
    const refused = addresses.find((a) => !isPublic(a.address));
    const [first] = addresses;
    if (refused || !first) return done(new Error(`${hostname} is not a public address`), '', 0);
    if (options.all) return done(null, addresses);
    done(null, first.address, first.family);
  });
};

import { setTimeout as wait } from 'node:timers/promises';
import type { Request } from 'express';
import { Refusal } from '../../domain/refusal';
import { digest, newToken } from '../../security/identity';
import type { Database } from '../../store/database';
import type { RateCounter } from '../../store/rate-counter';
import { endSession, findByPassword, findBySession, openSession, type Role } from '../../store/staff';
import { withStatus } from '../access';
import { type Api, bearerOf } from '../api';
import type { RateLimits } from '../rate-limits';

const LIFETIME_S = 8 * 3600;
const LOCK_S = 15 * 60;
/** Wrong passwords in a row, for a name from one address; then the name is locked for that address, and for nobody else. */
const TRIES = 5;
/** Wrong passwords from one address, whatever the names; a right one among them takes none of them back. */
const TRIES_OF_ADDRESS = 100;
const SLOWEST_MS = 3_000;

/** Sessions of staff: eight hours, ended at once everywhere by signing out. Only hashes of tokens are kept. */
export class Sessions {
  constructor(
    private readonly db: Database,
    private readonly limits: RateLimits,
    private readonly counter: RateCounter,
  ) {}

  /** @throws Refusal UNAUTHORIZED, ever more slowly; RATE_LIMIT_EXCEEDED when the name is locked */
  async open(req: Request, { username, password }: Api['Login']): Promise<Api['Session']> {
    const keys = [`login:${digest(`${username} ${req.ip}`)}`, `login:${digest(req.ip ?? '')}`] as const;
    const [name, address] = await Promise.all(keys.map((key) => this.counter.count(key, LOCK_S)));
    if (!name || !address) throw new Error('attempts were not counted');
    const locked = [...(name.consumed > TRIES ? [name] : []), ...(address.consumed > TRIES_OF_ADDRESS ? [address] : [])];
    if (locked.length > 0) {
      const seconds = Math.ceil(Math.max(1000, ...locked.map(({ msLeft }) => msLeft)) / 1000);
      req.res?.set('Retry-After', String(seconds));
      throw new Refusal('RATE_LIMIT_EXCEEDED', `Too many wrong passwords; try again in ${Math.ceil(seconds / 60)} min, or ask for a new password.`);
    }
    const member = await findByPassword(this.db, username, password);
    const token = newToken();
    const isOpen = member && (await openSession(this.db, digest(token), member, new Date(Date.now() + LIFETIME_S * 1000)));
    if (!isOpen) {
      await wait(Math.min(SLOWEST_MS, 200 * 2 ** (name.consumed - 1)));
      throw new Refusal('UNAUTHORIZED', 'username or password is not recognised.');
    }
    const [ofName, ofAddress] = keys;
    await Promise.all([this.counter.forget(ofName), this.counter.giveBack(ofAddress, LOCK_S)]);
    return { access_token: token, token_type: 'Bearer', expires_in: LIFETIME_S, user: { username, role: member.role } };
  }

  async end(req: Request): Promise<void> {
    await endSession(this.db, digest(bearerOf(req) ?? ''));
  }

  /** Finds out who is signed in, and counts the request. @throws Refusal RATE_LIMIT_EXCEEDED */
  async identify(req: Request): Promise<void> {
    const token = bearerOf(req);
    const user = token && (await findBySession(this.db, digest(token)));
    if (!user) return;
    await this.limits.take(req, 'staff', user.username);
    req.staff = user;
  }
}

/** Whether who is signed in may do what the contract asks this role for: an admin everything, a viewer what changes nothing. @throws Refusal UNAUTHORIZED, FORBIDDEN */
export function admitStaff({ staff }: Request, role: Role): boolean {
  if (!staff) throw withStatus(new Refusal('UNAUTHORIZED', 'Sign in; the session is missing or has ended.'));
  if (role === 'admin' && staff.role !== 'admin') throw withStatus(new Refusal('FORBIDDEN', 'A viewer reads everything and changes nothing.'));
  return true;
}

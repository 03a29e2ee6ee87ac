import type { Request } from 'express';
import type { StaffMember } from '../store/staff';
import type { components } from './generated/openapi';

/** Shapes of the contract. */
export type Api = components['schemas'];

/** Who calls: set by authentication. */
export interface Caller {
  clientId: string;
  scopes: string[];
}

declare global {
  namespace Express {
    interface Request {
      id: string;
      caller?: Caller;
      staff?: StaffMember;
      rawBody?: Buffer;
    }
  }
}

/** The operator that calls; its routes all require one. */
export function callerOf(req: Request): Caller {
  if (!req.caller) throw new Error('the route has no security requirement');
  return req.caller;
}

/** Who of staff is signed in; admin routes all require somebody. */
export function staffOf(req: Request): StaffMember {
  if (!req.staff) throw new Error('the route has no security requirement');
  return req.staff;
}

/** The same, as the journal and the audit name them. */
export const actorOf = (req: Request): string => `admin:${staffOf(req).username}`;

/** The bearer token of a request, where it can be one of ours. */
export const bearerOf = (req: Request): string | undefined => /^Bearer ([\w-]{20,128})$/.exec(req.get('authorization') ?? '')?.[1];

export const param = (req: Request, name: string): string => String(req.params[name]);

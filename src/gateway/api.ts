import type { Request } from 'express';
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
      rawBody?: Buffer;
    }
  }
}

/** The operator that calls; its routes all require one. */
export function callerOf(req: Request): Caller {
  if (!req.caller) throw new Error('the route has no security requirement');
  return req.caller;
}

export const param = (req: Request, name: string): string => String(req.params[name]);

import type { RequestHandler } from 'express';
import { notFound } from './errors';

/**
 * Whatever the contract's validator has not recognised goes no further: authentication, roles and validation are its work, and a router may match a path
 * in a spelling that it does not.
 */
export const onlyByContract: RequestHandler = (req, res, next) => {
  if ((req as { openapi?: object }).openapi) next();
  else notFound(req, res, next);
};

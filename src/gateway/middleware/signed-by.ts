import type { RequestHandler } from 'express';
import { SIGNATURE_HEADER, TIMESTAMP_HEADER, verifySignature } from '../../security/signature';

/** Lets only what a sender has signed through: the raw bytes are verified, before anything is made of them. */
export const signedBy =
  (secret: string): RequestHandler =>
  (req, _res, next) => {
    verifySignature([secret], { body: req.rawBody ?? '', timestamp: req.get(TIMESTAMP_HEADER), signature: req.get(SIGNATURE_HEADER) });
    next();
  };

import type { RequestHandler } from 'express';
import { Refusal } from '../../domain/refusal';

/** Answers no more requests at a time than it can: whoever comes on top is asked to come again, before anything has been done. `/v1/health` always answers. */
export function noMoreThan(atOnce: number): RequestHandler {
  let underWay = 0;
  return (req, res, next) => {
    if (req.path === '/v1/health') return next();
    if (underWay >= atOnce) throw new Refusal('SERVICE_UNAVAILABLE', 'Too much is under way at this moment; try again.');
    underWay++;
    res.once('close', () => underWay--);
    next();
  };
}

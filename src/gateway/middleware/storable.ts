import type { RequestHandler } from 'express';
import { invalid } from '../../domain/refusal';
import { isStorable } from '../../domain/storable';

const DEEPEST = 50;

/**
 * Refuses what no database keeps, wherever a request may carry it: taken by an order, such a text would fail each of its transactions for ever.
 * Bodies may hold free JSON, so their depth is bounded as well.
 */
export const onlyStorable: RequestHandler = (req, _res, next) => {
  if (/%00/.test(req.originalUrl)) throw invalid('url', 'must not contain U+0000');
  let level = [req.body as unknown];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEEPEST) throw invalid('body', `must not be nested deeper than ${DEEPEST} levels`);
    if (!level.every((value) => typeof value !== 'string' || isStorable(value))) throw invalid('body', 'must not contain U+0000 or a lone surrogate');
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? Object.entries(value).flat() : []));
  }
  next();
};

import type { RequestHandler } from 'express';
import { invalid } from '../../domain/refusal';

/** The operation that the contract's validator has recognised; its schemas are resolved. */
interface Recognised {
  openapi?: { schema: { requestBody?: { content: Record<string, { schema?: { minProperties?: number; properties?: object } }> } } };
}

/**
 * Where the contract asks for at least one property it means one of its own. Unknown ones are ignored, so that a misspelt change would be answered as
 * if it had been made.
 */
export const onlyKnownChanges: RequestHandler = (req, _res, next) => {
  const { minProperties, properties = {} } = (req as Recognised).openapi?.schema.requestBody?.content['application/json']?.schema ?? {};
  const known = Object.keys(properties);
  if (minProperties && !known.some((name) => Object.hasOwn(req.body, name))) throw invalid('body', `must have one of ${known.join(', ')}`);
  next();
};

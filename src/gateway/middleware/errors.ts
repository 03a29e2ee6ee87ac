import type { ErrorRequestHandler, RequestHandler } from 'express';
import { ERROR_STATUS, type ErrorCode, Refusal } from '../../domain/refusal';
import type { Log } from '../../log';
import { isStorageAway } from '../../store/away';

/** What express, its parsers and the contract's validator throw. */
interface HttpError {
  status?: number;
  type?: string;
  message?: string;
  errors?: { path?: string; message?: string }[];
  headers?: { Allow?: string };
}

const RETRY_AFTER_S = '2';

export const notFound: RequestHandler = (req, _res, next) => next(new Refusal('NOT_FOUND', `There is no ${req.method} ${req.path}.`));

/** Every failure as the interface's error body; what is not the caller's is logged in full and told in general. */
export const errors =
  (log: Log): ErrorRequestHandler =>
  (error: unknown, req, res, next) => {
    if (res.headersSent) return next(error);
    const refusal = asRefusal(error);
    if (refusal.code === 'INTERNAL_ERROR') log.error('request failed', { request_id: req.id, error: explained(error) });
    const status = ERROR_STATUS[refusal.code];
    if (status === 503) res.set('Retry-After', RETRY_AFTER_S);
    if (refusal.code === 'METHOD_NOT_ALLOWED' && typeof refusal.details?.allow === 'string') res.set('Allow', refusal.details.allow);
    const { code, message, details } = refusal;
    res.status(status).json({ error: { code, message, ...(details ? { details } : {}), request_id: req.id, timestamp: new Date().toISOString() } });
  };

/** With what is behind it: Temporal's errors say why only there. */
function explained(error: unknown): string {
  const { stack, cause } = (error ?? {}) as Error;
  return [stack ?? String(error), ...(cause instanceof Error ? [`caused by ${explained(cause)}`] : [])].join('\n');
}

function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (isStorageAway(error)) return new Refusal('SERVICE_UNAVAILABLE', 'Storage does not answer; try again.');
  const { status = 500, type, message = '', errors: found = [], headers } = (error ?? {}) as HttpError;
  if (type === 'entity.parse.failed') return new Refusal('VALIDATION_ERROR', 'The body is not valid JSON.', { violations: ['body: not valid JSON'] });
  const byStatus: Partial<Record<number, ErrorCode>> = {
    401: 'UNAUTHORIZED',
    403: 'FORBIDDEN',
    404: 'NOT_FOUND',
    413: 'PAYLOAD_TOO_LARGE',
    415: 'UNSUPPORTED_MEDIA_TYPE',
  };
  if (status === 400) return invalid(found, message);
  if (status === 405) return new Refusal('METHOD_NOT_ALLOWED', message, { allow: headers?.Allow });
  const code = byStatus[status] ?? (status > 400 && status < 500 ? 'VALIDATION_ERROR' : 'INTERNAL_ERROR');
  return new Refusal(code, code === 'INTERNAL_ERROR' ? 'Something went wrong here; the request id helps to find it.' : message);
}

function invalid(found: NonNullable<HttpError['errors']>, message: string): Refusal {
  const violations = found.map(
    (e) => `${(e.path ?? '').replace(/^\/(body|query|headers|params)\/?/, '').replaceAll('/', '.') || 'body'}: ${e.message}`,
  );
  const noKey = found.some((e) => e.path?.toLowerCase() === '/headers/idempotency-key' && e.message?.startsWith('must have required'));
  if (noKey) return new Refusal('IDEMPOTENCY_KEY_REQUIRED', 'The header Idempotency-Key is needed.');
  return new Refusal('VALIDATION_ERROR', violations.join('; ') || message, { violations: violations.length > 0 ? violations : [message] });
}

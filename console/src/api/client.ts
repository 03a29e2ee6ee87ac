import createClient, { type Middleware } from 'openapi-fetch';
import type { paths } from '../../../src/gateway/generated/openapi';
import { currentToken, loseSession } from '../session/session';
import { ApiError, type ErrorBody } from './api-error';
import { noteConnection } from './connection';

const session: Middleware = {
  onRequest({ request }) {
    const token = currentToken();
    if (token) request.headers.set('Authorization', `Bearer ${token}`);
    return request;
  },
  onResponse({ request, response }) {
    noteConnection(response.status === 503);
    if (response.status === 401) loseSession(request.headers.get('Authorization')?.slice('Bearer '.length));
  },
  onError() {
    noteConnection(true);
    return new ApiError(0);
  },
};

/** Longer than the service lets anything take. */
const TIMEOUT_MS = 70_000;
/** What is only read is asked for again soon. */
const READ_TIMEOUT_MS = 15_000;

const bounded = (request: Request): Promise<Response> =>
  fetch(request, { signal: AbortSignal.timeout(request.method === 'GET' ? READ_TIMEOUT_MS : TIMEOUT_MS) });

export const api = createClient<paths>({ baseUrl: '/', fetch: bounded });
api.use(session);

interface Answer<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

const isErrorBody = (body: unknown): body is ErrorBody => typeof body === 'object' && body !== null && 'error' in body;

/** What a call answers; @throws ApiError for a refusal. */
export async function answerOf<T>(call: Promise<Answer<T>>): Promise<NonNullable<T>> {
  const { data, error, response } = await call;
  if (!response.ok) throw new ApiError(response.status, isErrorBody(error) ? error.error : undefined);
  return data as NonNullable<T>;
}

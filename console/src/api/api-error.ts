import type { components } from '../../../src/gateway/generated/openapi';

export type ErrorBody = components['schemas']['Error'];

/** An answer that is not a success, or none at all: then `status` is 0. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly body?: ErrorBody['error'],
  ) {
    super(body?.message ?? '');
    this.name = 'ApiError';
  }

  get isConnection(): boolean {
    return this.status === 0 || this.status === 503;
  }
}

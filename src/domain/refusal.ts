/** Every error code a caller may meet, with its HTTP status. The first 25 are the interface's; the rest cover what HTTP itself refuses. */
export const ERROR_STATUS = {
  UNAUTHORIZED: 401,
  INVALID_WEBHOOK_SIGNATURE: 401,
  RATE_LIMIT_EXCEEDED: 429,
  VALIDATION_ERROR: 400,
  IDEMPOTENCY_KEY_REQUIRED: 400,
  IDEMPOTENCY_KEY_REUSED: 409,
  ORDER_NOT_FOUND: 404,
  ORDER_NOT_FOUND_BY_UIN: 404,
  ORDER_ALREADY_EXISTS: 409,
  INVALID_STATUS_TRANSITION: 409,
  ORDER_IS_TERMINAL: 422,
  INVOICE_REQUIRED: 422,
  PAYMENT_LINK_REQUIRED: 422,
  PARTNER_NOT_REGISTERED: 422,
  PARTNER_DETAILS_REQUIRED: 422,
  SCENARIO_NOT_SUPPORTED_BY_PARTNER: 422,
  PARTNER_PAYOUT_DETAILS_MISSING: 422,
  PARTNER_PAYMENT_LINK_MISSING: 422,
  CURRENCY_NOT_SUPPORTED: 422,
  FX_RATE_NOT_FIXED: 422,
  FX_RATE_EXPIRED: 422,
  PAYMENT_AMOUNT_MISMATCH: 422,
  WEBHOOK_NOT_FOUND: 404,
  SANDBOX_DISABLED: 404,
  INTERNAL_ERROR: 500,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  SERVICE_UNAVAILABLE: 503,
  CONFLICT: 409,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;
export type Details = Record<string, unknown>;

/** A request that is understood and refused: a code that clients branch on, a message for people, details by code. */
export class Refusal extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly details?: Details,
  ) {
    super(message);
    this.name = 'Refusal';
  }
}

export const isErrorCode = (code: unknown): code is ErrorCode => typeof code === 'string' && code in ERROR_STATUS;

/** A field that is well-formed and still cannot be taken. */
export const invalid = (field: string, problem: string): Refusal =>
  new Refusal('VALIDATION_ERROR', `${field}: ${problem}`, { violations: [`${field}: ${problem}`] });

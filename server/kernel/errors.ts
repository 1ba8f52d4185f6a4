import type { Permission } from './permissions';
import type { ReasonedCode, ReasonOf } from './reasons';
import type { RuleCode } from './rules';

/** Every error code of the platform, and its HTTP status (decision 71). */
export const ERROR_STATUS = {
  INVALID_REQUEST: 400,
  UNAUTHORIZED: 401,
  TOKEN_EXPIRED: 401,
  TOKEN_INVALID: 401,
  INVALID_CREDENTIALS: 401,
  INVALID_MFA_CODE: 401,
  MFA_REQUIRED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CONFLICT: 409,
  INVALID_TRANSITION: 409,
  INSUFFICIENT_STOCK: 409,
  LICENSE_EXPIRED: 409,
  COA_REQUIRED: 409,
  IDEMPOTENCY_IN_PROGRESS: 409,
  GONE: 410,
  PRECONDITION_FAILED: 412,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  IDEMPOTENCY_KEY_REUSED: 422,
  ACCOUNT_LOCKED: 423,
  RATE_LIMITED: 429,
  SERVER_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;
/** Codes without reasons; the others are declared by their reasons. */
export type PlainCode = Exclude<ErrorCode, ReasonedCode>;
type ErrorDetails = Record<string, unknown>;
type Headers = Record<string, string>;
type Plain = [code: PlainCode, message: string, details?: ErrorDetails, headers?: Headers];
/** A 403, 409 or 410 says why in `details.reason` (decision 413). */
type Reasoned = {
  [C in ReasonedCode]: [code: C, message: string, details: Because<C>, headers?: Headers];
}[ReasonedCode];
type Because<C extends ReasonedCode> = { reason: ReasonOf<C>; [key: string]: unknown };

/** One entry of `details.errors`: where (`items[0].quantity`), which rule, and what to do about it. */
export interface FieldError {
  path: string;
  code: RuleCode;
  message: string;
  /** Of a body that is CSV; the header is line 1. */
  line?: number;
  /** What a name that is ambiguous may mean. */
  variants?: ReadonlyArray<{
    variant_id: string;
    product_id: string;
    product_name: string;
    variant_name: string;
  }>;
}

const BRAND = 'tallyleaf.AppError';

/**
 * An error for the response. `details` never holds the values that were sent (decision 72).
 * `headers` go into the HTTP response (`Retry-After` in seconds, for instance).
 */
export class AppError extends Error {
  readonly brand = BRAND;
  readonly status: number;
  readonly code: ErrorCode;
  readonly details: ErrorDetails;
  readonly headers: Headers;

  constructor(...[code, message, details = {}, headers = {}]: Plain | Reasoned) {
    super(message);
    this.name = 'AppError';
    this.code = code;
    this.status = ERROR_STATUS[code];
    this.details = details;
    this.headers = headers;
  }
}

/** True for an AppError of either copy of this module (the compiled server's and Next's bundle). */
export function isAppError(error: unknown): error is AppError {
  return typeof error === 'object' && error !== null && (error as { brand?: unknown }).brand === BRAND;
}

/** 404 for an object that does not exist or is another entity's: the two must read the same, byte for byte. */
export function notFound(): AppError {
  return new AppError('NOT_FOUND', 'Resource not found.');
}

/** The one row that was read. @throws AppError NOT_FOUND when there is none */
export async function existing<T>(rows: PromiseLike<readonly T[]>): Promise<T> {
  const [row] = await rows;
  if (!row) throw notFound();
  return row;
}

export function forbidden(message: string, details: Because<'FORBIDDEN'>) {
  return new AppError('FORBIDDEN', message, details);
}

/** 403 for a business that the operator has suspended (decision 442). */
export function businessSuspended(): AppError {
  return forbidden('The operator has suspended your business. You can only export its data.', {
    reason: 'business_suspended',
  });
}

/** 403 for a caller without a permission that an operation needs beyond its declared one. */
export function lacking(permission: Permission): AppError {
  return forbidden(`Your role or business type lacks the permission ${permission}.`, {
    reason: 'permission_required',
    permission,
  });
}

/** 400 with at most 50 field errors (decision 72). */
export function invalidRequest(errors: FieldError[]): AppError {
  const first = errors[0];
  const message = first
    ? `${first.path ? `${first.path}: ` : ''}${first.message}`
    : 'The request is not valid.';
  return new AppError('INVALID_REQUEST', message, { errors: errors.slice(0, 50) });
}

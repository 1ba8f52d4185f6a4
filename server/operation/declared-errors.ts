import { type ErrorCode, isAppError, type PlainCode } from '../kernel/errors';
import { codeOf, isReason, isReasoned, type Reason } from '../kernel/reasons';
import { unavailabilityOf } from '../platform/db/unavailable';
import { type Guarded, isClosedToKeys, isOfPersons } from './authorize';
import type { Recent } from './confirmation';
import type { Context } from './context';
import { toAppError } from './failure';
import type { Operation } from './init';
import { objectOf } from './objects';

/** What an operation lists among its errors: a reason implies its code (decision 413). */
export type DeclaredError = PlainCode | Reason;

const COMMON_ERRORS: readonly ErrorCode[] = [
  'INVALID_REQUEST',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'RATE_LIMITED',
  'SERVER_ERROR',
  'SERVICE_UNAVAILABLE',
];
const ACCESS_ERRORS: readonly ErrorCode[] = [
  'UNAUTHORIZED',
  'TOKEN_EXPIRED',
  'TOKEN_INVALID',
  'MFA_REQUIRED',
];
/** An API key sends no password. */
const RECENT_ERRORS = [
  'reauthentication_required',
  'api_key',
  'INVALID_CREDENTIALS',
  'INVALID_MFA_CODE',
  'ACCOUNT_LOCKED',
] as const;

/** What a seller writes of a customer waits while that is merged (decision 901). */
const OF_CUSTOMERS =
  /^\/api\/v1\/(backorders|business-invitations|credit-notes|customers|drafts|invoices|orders|payments|returns)\b/;

/** An operation's own errors, and every reason that it can respond with. */
export function declaredErrors(
  operation: Guarded & { recent: Recent | null },
  errors: readonly DeclaredError[] = [],
): Pick<Operation, 'errors' | 'reasons'> {
  const own: readonly DeclaredError[] = [...errors, ...(operation.recent ? RECENT_ERRORS : [])];
  const reasons = [...own.filter(isReason), ...impliedReasons(operation)];
  return {
    errors: [...new Set(own.map((one) => (isReason(one) ? codeOf(one) : one)))],
    reasons: [...new Set(reasons)].sort(),
  };
}

function impliedReasons(operation: Guarded): Reason[] {
  const { access, whileSuspended, whileRestricted, everywhere } = operation;
  return [
    ...(access === 'public' || whileSuspended ? [] : (['business_suspended'] as const)),
    ...(access === 'public' || whileRestricted === 'always' ? [] : (['mfa_enrollment_required'] as const)),
    ...(access === 'public' || access === 'signed-in' ? [] : (['permission_required'] as const)),
    ...(everywhere ? (['outside_your_locations'] as const) : []),
    ...(isClosedToKeys(operation) || isOfPersons(operation) ? (['api_key'] as const) : []),
    ...(takesIdempotencyKey(operation) ? (['idempotency_in_progress'] as const) : []),
    ...(takesIdempotencyKey(operation) && OF_CUSTOMERS.test(operation.path) ? (['merging'] as const) : []),
  ];
}

/** Lists every error of an operation: its own, and the common ones of its kind. */
export function errorsOf(operation: Operation): ErrorCode[] {
  return [
    ...new Set([
      ...COMMON_ERRORS,
      ...(operation.access === 'public' ? [] : ACCESS_ERRORS),
      ...(takesIdempotencyKey(operation) ? (['IDEMPOTENCY_KEY_REUSED'] as const) : []),
      ...(operation.method !== 'GET' && objectOf(operation) ? (['PRECONDITION_FAILED'] as const) : []),
      ...operation.errors,
      ...operation.reasons.map(codeOf),
    ]),
  ];
}

/** Returns true for every write below /api/v1 (decision 49). */
export function takesIdempotencyKey({ method, path }: Pick<Guarded, 'method' | 'path'>): boolean {
  return method !== 'GET' && path.startsWith('/api/v1/');
}

/** Returns true where `dry_run` is 200 and makes none of what the operation else creates (decision 942). */
export function takesDryRuns({ status, input }: Pick<Operation, 'status' | 'input'>): boolean {
  return status === 201 && 'dry_run' in input.shape;
}

/** Reports an undeclared AppError, which is a defect of the declaration, and logs any other error in full. */
export function reportUndeclared(operation: Operation, ctx: Context, error: unknown): void {
  const failure = toAppError(error);
  if (failure.code === 'SERVER_ERROR') {
    ctx.log.error({ err: error, requestId: ctx.request.id, operation: operation.path }, 'operation failed');
    return;
  }
  if (!isAppError(error) && unavailabilityOf(error)?.isWorthLogging) {
    ctx.log.warn(
      { err: error, requestId: ctx.request.id, operation: operation.path },
      'operation unavailable',
    );
  }
  const { reason } = failure.details;
  const isDeclared = isReasoned(failure.code)
    ? operation.reasons.some((one) => one === reason)
    : errorsOf(operation).includes(failure.code);
  if (isDeclared) return;
  const raised = isReasoned(failure.code) ? `${failure.code} ${reason}` : failure.code;
  const message = `${operation.method} ${operation.path} raised ${raised}, which it does not declare`;
  if (ctx.strict && isAppError(failure)) throw new Error(message);
  ctx.log.error({ requestId: ctx.request.id }, message);
}

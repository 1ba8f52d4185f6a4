import { TRPCError } from '@trpc/server';
import { $ZodError } from 'zod/v4/core';
import { AppError, invalidRequest, isAppError } from '../kernel/errors';
import { fieldErrors } from '../kernel/field-errors';
import { unavailabilityOf } from '../platform/db/unavailable';

const TRPC_CODE: Record<number, TRPCError['code']> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_SUPPORTED',
  409: 'CONFLICT',
  410: 'NOT_FOUND',
  412: 'PRECONDITION_FAILED',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  422: 'UNPROCESSABLE_CONTENT',
  423: 'TOO_MANY_REQUESTS',
  429: 'TOO_MANY_REQUESTS',
  503: 'SERVICE_UNAVAILABLE',
};

/**
 * Maps a failure to the error in the response; failures that are not meant for the caller become a masked SERVER_ERROR.
 * @param input the parsed input: a zod issue does not distinguish a missing value from one of the wrong type
 * @param most faults of an input that are listed
 */
export function toAppError(error: unknown, input?: unknown, most?: number): AppError {
  if (isAppError(error)) return error;
  if (error instanceof TRPCError) {
    if (isAppError(error.cause)) return error.cause;
    if (error.code === 'BAD_REQUEST' && error.cause instanceof $ZodError) {
      return invalidRequest(fieldErrors(error.cause.issues, input, most));
    }
    const malformed = error.code === 'BAD_REQUEST' && error.cause instanceof SyntaxError;
    if (malformed || error.code === 'PARSE_ERROR') {
      return invalidRequest([{ path: '', code: 'invalid_json', message: 'The body is not valid JSON.' }]);
    }
    // Other requests that tRPC itself rejects, such as an input that is not an object or an invalid Host.
    if (error.code === 'BAD_REQUEST') return new AppError('INVALID_REQUEST', 'The request is invalid.');
    if (error.code === 'PAYLOAD_TOO_LARGE') {
      return new AppError('PAYLOAD_TOO_LARGE', 'The body is too large.');
    }
    if (error.code === 'NOT_FOUND') return new AppError('NOT_FOUND', 'Resource not found.');
    if (error.code === 'METHOD_NOT_SUPPORTED') {
      return new AppError('METHOD_NOT_ALLOWED', 'The method is not allowed here.');
    }
    if (error.code === 'UNSUPPORTED_MEDIA_TYPE') {
      return new AppError('UNSUPPORTED_MEDIA_TYPE', 'The body must be application/json.');
    }
    return toAppError(error.cause ?? null);
  }
  const unavailable = unavailabilityOf(error);
  if (unavailable) {
    const { message, retryAfter } = unavailable;
    return new AppError('SERVICE_UNAVAILABLE', message, {}, { 'Retry-After': String(retryAfter) });
  }
  return new AppError('SERVER_ERROR', 'Something went wrong on our side. The request id identifies it.');
}

/** The tRPC form of a failure, with the AppError as its cause. */
export function toTrpcError(error: unknown, input?: unknown, most?: number): TRPCError {
  const failure = toAppError(error, input, most);
  return new TRPCError({
    code: TRPC_CODE[failure.status] ?? 'INTERNAL_SERVER_ERROR',
    message: failure.message,
    cause: failure,
  });
}

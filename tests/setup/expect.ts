import { expect } from 'vitest';
import { ERROR_STATUS, type ErrorCode } from '../../server/kernel/errors';
import type { Answer, ErrorBody } from './client';

/**
 * Expects this error in the error shape, with the status of its code.
 * @returns its details
 */
export function expectError(answer: Answer, code: ErrorCode): Record<string, unknown> {
  expect({ status: answer.status, text: answer.text }).toMatchObject({
    status: ERROR_STATUS[code],
    text: expect.stringContaining(`"code":"${code}"`),
  });
  const { error } = answer.body as ErrorBody;
  expect(Object.keys(answer.body as ErrorBody)).toEqual(['error']);
  expect(error).toEqual({ code, message: expect.stringMatching(/\S/), details: expect.any(Object) });
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  return error.details;
}

/** A 400 that names the field, and, when given, which kind of fault it is. */
export function expectInvalid(answer: Answer, path: string, code?: string): void {
  const { errors } = expectError(answer, 'INVALID_REQUEST') as { errors: { path: string; code: string }[] };
  expect(
    errors.map((fault) => fault.path),
    answer.text,
  ).toContain(path);
  if (code) expect(errors).toContainEqual(expect.objectContaining({ path, code }));
  for (const fault of errors) {
    expect(fault).toEqual({
      path: expect.any(String),
      code: expect.any(String),
      message: expect.any(String),
    });
  }
  expect(errors.length).toBeLessThanOrEqual(50);
}

/** The error that stands for an absent object, to the byte. */
export const ABSENT = '{"error":{"code":"NOT_FOUND","message":"Resource not found.","details":{}}}';

/** A 404 that tells nothing but that. */
export function expectAbsent(answer: Answer): void {
  expect({ status: answer.status, text: answer.text }).toEqual({ status: 404, text: ABSENT });
}

export const ABSENT_ID = '01890000-0000-7000-8000-000000000000';
/** Path segments that are no ids at all. */
export const MALFORMED_IDS = ['1', 'not-a-uuid', '%20', `${ABSENT_ID}0`, "'", '%F0%9F%98%80', 'null'];

/** Texts that PostgreSQL or JSON cannot hold, written as in a JSON document. */
export const UNHOLDABLE_TEXTS = ['"a\\u0000b"', '"\\ud800"', '"\\udc00x"'];

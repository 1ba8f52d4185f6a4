import type { ServerResponse } from 'node:http';
import type { AppError } from '../kernel/errors';

/** Answers with JSON; an answer to HEAD has the headers of it and no body. */
export function sendJson(res: ServerResponse, status: number, value: unknown, headOnly = false): void {
  const body = JSON.stringify(value);
  res.statusCode = status;
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.setHeader('Content-Length', Buffer.byteLength(body));
  res.end(headOnly ? undefined : body);
}

/** The one error shape: `{error: {code, message, details}}` (decision 70). */
export function sendError(res: ServerResponse, failure: AppError, headOnly = false): void {
  for (const [name, value] of Object.entries(failure.headers)) res.setHeader(name, value);
  const { code, message, details } = failure;
  sendJson(res, failure.status, { error: { code, message, details } }, headOnly);
}

import type { CallToolResult } from '@modelcontextprotocol/server';
import type { AppError, ErrorCode } from '../../kernel/errors';
import { marked } from './untrusted';

/** What to do, by code: an error's own message may name things as other people do. */
const ADVICE: Partial<Record<ErrorCode, string>> = {
  INVALID_REQUEST: 'The arguments are not valid: see details.errors for each field and what is wrong.',
  UNAUTHORIZED: 'Sign in again: the key or token is no longer valid.',
  FORBIDDEN: 'You may not do this: details.reason says why. Ask a member who may.',
  NOT_FOUND: 'There is no such object that you may see. Look it up with a list or search tool first.',
  CONFLICT:
    'The state of things does not allow it: details.reason says why. Read it again, then make a new plan.',
  INVALID_TRANSITION: 'The order cannot take this step: read it, next_steps says what it can.',
  INSUFFICIENT_STOCK: 'There is too little stock: ask for less, or look for more with get_stock.',
  LICENSE_EXPIRED: 'A license has expired: a member has to renew it first.',
  COA_REQUIRED: 'A certificate of analysis is missing: a member has to file it first.',
  IDEMPOTENCY_IN_PROGRESS: 'This plan is being run: call run_plan again in a few seconds for its result.',
  RATE_LIMITED: 'Too many requests: wait for details.retry_after seconds.',
  SERVICE_UNAVAILABLE: 'The server is busy: try again in a few seconds.',
  SERVER_ERROR:
    'Something went wrong on the side of the server. Nothing is known to have changed: read it again.',
};
const ELSE = 'It was not done: see details.';

/** An error as an assistant sees it: our advice, and what may hold words of others apart from it. */
export function errorOf({ code, message, details }: AppError) {
  const { reason, ...rest } = details;
  const known = typeof reason === 'string' && /^[a-z_]{1,60}$/.test(reason) ? { reason } : {};
  return {
    ...{ code, message: ADVICE[code] ?? ELSE, untrusted_message: message.slice(0, 600) },
    details: { ...known, ...(marked(rest) as object) },
  };
}

/** The result of a tool that failed. */
export function failed(failure: AppError): CallToolResult {
  const error = errorOf(failure);
  return {
    isError: true,
    content: [{ type: 'text', text: `${error.code}: ${error.message}` }],
    structuredContent: { error },
  };
}

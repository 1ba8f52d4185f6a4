import type { IncomingHttpHeaders } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { z } from 'zod';
import type { TargetPolicy } from '../../platform/outgoing/guard';
import { OutgoingError, type OutgoingResponse, sendRequest } from '../../platform/outgoing/request';
import { parseRetryAfter } from '../../platform/outgoing/retry-after';
import type { Patience } from './connector';
import { PosError } from './pos-error';
import type { PosCredentials } from './schema';

/** Maximum response size: a page of 1000 items with ample margin. */
const MAX_BYTES = 4 * 1024 * 1024;
/** Base of the exponential backoff, with 50 % jitter. */
const FIRST_PAUSE_MS = 250;
/** A POS that asks for a longer pause is not contacted meanwhile: the run resumes later. */
const LONGEST_WAIT_MS = 5_000;

/** Dependencies of a remote POS's connector. */
export interface Remote {
  config: unknown;
  credentials: PosCredentials;
  outgoing: TargetPolicy;
  patience: Patience;
}

interface Exchange {
  baseUrl: string;
  headers: Record<string, string>;
  outgoing: TargetPolicy;
  patience: Patience;
}

interface Call {
  method: 'GET' | 'POST';
  /** Relative to the base URL, with its query. */
  path: string;
  body?: object;
  /** Statuses besides 200 that the caller handles. */
  expected?: readonly number[];
}

export interface PosResponse {
  status: number;
  headers: IncomingHttpHeaders;
  /** The parsed body; undefined when it is not JSON, which is an error for a 200. */
  json: unknown;
}

/**
 * Sends a request to a POS. Transient failures (no response, 408, 429, 5xx) are retried with growing pauses, no sooner
 * than Retry-After.
 * @throws PosError
 */
export async function ask(
  { baseUrl, headers, outgoing, patience }: Exchange,
  call: Call,
): Promise<PosResponse> {
  const { method, path, body, expected = [] } = call;
  for (let attempt = 1; ; attempt++) {
    const result = await sendRequest(outgoing, {
      method,
      url: `${baseUrl}${path}`,
      headers,
      ...(body && { body: JSON.stringify(body) }),
      timeoutMs: patience.timeoutMs,
      maxBytes: MAX_BYTES,
    }).then((response) => readResponse(response, expected), failureOf);
    if (!(result instanceof PosError)) return result;
    if (result.lasting || attempt >= patience.attempts) throw result;
    const asked = result.retryAfter ? result.retryAfter.getTime() - Date.now() : 0;
    if (asked > LONGEST_WAIT_MS) throw result;
    await delay(Math.max(asked, FIRST_PAUSE_MS * 2 ** (attempt - 1) * (0.5 + Math.random())));
  }
}

/** @throws PosError when the response violates the contract */
export function readAs<T extends z.ZodType>(schema: T, { json }: PosResponse): z.output<T> {
  const read = schema.safeParse(json);
  if (read.success) return read.data;
  const place = read.error.issues[0]?.path.join('.') || 'the response';
  throw new PosError('pos_protocol', `The POS responded in an unknown format (${place}).`, false);
}

function readResponse(
  { status, headers, bytes }: OutgoingResponse,
  expected: readonly number[],
): PosResponse | PosError {
  const json = parsed(bytes.toString('utf8'));
  if (expected.includes(status)) return { status, headers, json };
  if (status !== 200) return rejectionOf(status, headers);
  if (json !== undefined) return { status, headers, json };
  return new PosError('pos_protocol', 'The POS responded with something that is not JSON.', false);
}

function rejectionOf(status: number, headers: IncomingHttpHeaders): PosError {
  const retryAfter = parseRetryAfter(headers['retry-after'], new Date());
  if (status === 401 || status === 403) {
    return new PosError('pos_unauthorized', 'The POS rejected the credentials.', true);
  }
  if (status === 429) {
    return new PosError('pos_rate_limited', 'The POS limits the rate of requests.', false, retryAfter);
  }
  if (status === 408 || status >= 500) {
    return new PosError('pos_unavailable', `The POS responded with ${status}.`, false, retryAfter);
  }
  return new PosError(
    'pos_misconfigured',
    `The POS responded with ${status}. Check its address and the location ID.`,
    true,
  );
}

function failureOf(error: unknown): PosError {
  if (!(error instanceof OutgoingError)) throw error;
  return error.rejected
    ? new PosError('pos_misconfigured', `${error.message}.`, true)
    : new PosError('pos_unavailable', `The POS cannot be reached: ${error.message}.`, false);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

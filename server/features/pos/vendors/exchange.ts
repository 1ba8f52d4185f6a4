import type { IncomingHttpHeaders } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { TargetPolicy } from '../../../platform/outgoing/guard';
import { OutgoingError, type OutgoingResponse, sendRequest } from '../../../platform/outgoing/request';
import { parseRetryAfter } from '../../../platform/outgoing/retry-after';
import type { ReaderName, SettingsOf, ValueOf } from '../responses/readers';
import type { PosCredentials } from '../schema';
import type { Patience } from './connector';
import type { Parsing } from './parsing';
import { PosError } from './pos-error';

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
  parsing: Parsing;
}

interface Exchange {
  baseUrl: string;
  headers: Record<string, string>;
  outgoing: TargetPolicy;
  patience: Patience;
  parsing: Parsing;
}

interface Call<R extends ReaderName> {
  method: 'GET' | 'POST';
  /** Relative to the base URL, with its query. */
  path: string;
  body?: object;
  /** Statuses besides 200 that the caller handles. */
  expected?: readonly number[];
  /** What the reader needs to know. */
  settings?: SettingsOf<R> | undefined;
}

export interface PosResponse<T> {
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  /** What the response says; null unless its status is 200. */
  value: T | null;
}

/**
 * Sends a request to a POS and reads the response in a thread. Transient failures (no response, 408, 429, 5xx, no JSON) are
 * retried with growing pauses, no sooner than Retry-After.
 * @throws PosError
 */
export async function ask<R extends ReaderName>(
  exchange: Exchange,
  reader: R,
  call: Call<R>,
): Promise<PosResponse<ValueOf<R>>> {
  const { patience } = exchange;
  for (let attempt = 1; ; attempt++) {
    const response = await send(exchange, call);
    let failure: PosError;
    if (response instanceof PosError) failure = response;
    else {
      if (response.status !== 200) return { ...response, value: null };
      const value = await exchange.parsing.read(reader, response.bytes, call.settings);
      if (value !== null) return { ...response, value };
      failure = new PosError('pos_protocol', 'The POS responded with something that is not JSON.', false);
    }
    if (failure.lasting || attempt >= patience.attempts) throw failure;
    const asked = failure.retryAfter ? failure.retryAfter.getTime() - Date.now() : 0;
    if (asked > LONGEST_WAIT_MS) throw failure;
    await delay(Math.max(asked, FIRST_PAUSE_MS * 2 ** (attempt - 1) * (0.5 + Math.random())));
  }
}

/** @returns a response that can be read or that the caller handles; else why there is none */
async function send(
  { baseUrl, headers, outgoing, patience }: Exchange,
  { method, path, body, expected = [] }: Call<ReaderName>,
): Promise<OutgoingResponse | PosError> {
  const response = await sendRequest(outgoing, {
    method,
    url: `${baseUrl}${path}`,
    headers,
    ...(body && { body: JSON.stringify(body) }),
    timeoutMs: patience.timeoutMs,
    maxBytes: MAX_BYTES,
  }).catch(failureOf);
  if (response instanceof PosError || response.status === 200 || expected.includes(response.status))
    return response;
  return rejectionOf(response.status, response.headers);
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

import type { IncomingHttpHeaders } from 'node:http';
import type { Writable } from 'node:stream';
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

export interface Exchange {
  baseUrl: string;
  /** Waits until the next request may begin. */
  pace?: () => Promise<void>;
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
  /** Bytes of the response; 4 MiB when absent. */
  maxBytes?: number;
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
  return patiently(exchange.patience, async () => {
    const response = await send(exchange, call);
    if (response instanceof PosError) return response;
    if (response.status !== 200) return { ...response, value: null };
    const value = await exchange.parsing.read(reader, response.bytes, call.settings);
    return value === null ? NOT_JSON() : { ...response, value };
  });
}

export const NOT_JSON = () =>
  new PosError('pos_protocol', 'The POS responded with something that is not JSON.', false);

/** Tries again with growing pauses, no sooner than the POS asks. @throws PosError */
export async function patiently<T>(patience: Patience, attempt: () => Promise<T | PosError>): Promise<T> {
  for (let tries = 1; ; tries++) {
    const outcome = await attempt();
    if (!(outcome instanceof PosError)) return outcome;
    if (outcome.lasting || tries >= patience.attempts) throw outcome;
    const asked = outcome.retryAfter ? outcome.retryAfter.getTime() - Date.now() : 0;
    if (asked > LONGEST_WAIT_MS) throw outcome;
    await delay(Math.max(asked, FIRST_PAUSE_MS * 2 ** (tries - 1) * (0.5 + Math.random())));
  }
}

/** @returns a response that can be read or that the caller handles; else why there is none */
export async function send(
  { baseUrl, headers, outgoing, patience, pace }: Exchange,
  { method, path, body, expected = [], maxBytes = MAX_BYTES }: Omit<Call<ReaderName>, 'settings'>,
  streamed: { into?: Writable; timeoutMs?: number } = {},
): Promise<OutgoingResponse | PosError> {
  await pace?.();
  const response = await sendRequest(outgoing, {
    method,
    url: `${baseUrl}${path}`,
    headers,
    ...(body && { body: JSON.stringify(body) }),
    timeoutMs: patience.timeoutMs,
    maxBytes,
    ...streamed,
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

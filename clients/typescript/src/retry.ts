import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorOf, TallyleafError } from './error.js';

export interface RetryOptions {
  /** How often a request is sent again, 0 to 4; 4 unless given. */
  retries?: number;
  /** Milliseconds until one try is given up; 30,000 unless given. */
  timeout?: number;
  /** Replaces the wait between tries, in milliseconds, which ends when the caller aborts: for tests. */
  wait?: (milliseconds: number, signal: AbortSignal) => Promise<unknown>;
}

const RETRIED = new Set([429, 500, 503]);
const WRITES = new Set(['POST', 'PATCH', 'DELETE']);
const LONGEST = 30_000;

async function isRetried(response: Response): Promise<boolean> {
  if (response.status !== 409) return RETRIED.has(response.status);
  return (await errorOf(response.clone())).code === 'IDEMPOTENCY_IN_PROGRESS';
}

/** @returns milliseconds to wait: what Retry-After says, else a random part of 0.5–30 s that grows with each try */
export function delayOf(tries: number, retryAfter: string | null): number {
  const text = retryAfter?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const date = text === '' ? Number.NaN : Date.parse(text);
  if (!Number.isNaN(date)) return Math.max(0, date - Date.now());
  return 500 + Math.random() * (Math.min(LONGEST, 1000 * 2 ** tries) - 500);
}

const pause = (milliseconds: number, signal: AbortSignal) => sleep(milliseconds, undefined, { signal });

/** Reads a response to its end: one that breaks off is no response. */
async function whole(response: Response): Promise<Response> {
  const { status, statusText, headers } = response;
  const bytes = await response.arrayBuffer();
  return new Response(bytes.byteLength === 0 ? null : bytes, { status, statusText, headers });
}

const noResponse = (error: unknown) => {
  const late = error instanceof Error && error.name === 'TimeoutError';
  return new TallyleafError(
    0,
    late ? 'TIMEOUT' : 'CONNECTION',
    late ? 'No response in time.' : 'The connection broke.',
  );
};

/** @returns `fetch` that repeats what may be repeated, with one Idempotency-Key over the tries of a write.
 * @throws TallyleafError when no response came; the caller's own abort as it is */
export function retrying(options: RetryOptions = {}): (request: Request) => Promise<Response> {
  const { retries = 4, timeout = 30_000, wait = pause } = options;
  const most = Math.min(4, Math.max(0, retries));
  return async (request) => {
    const headers = new Headers(request.headers);
    const { pathname } = new URL(request.url);
    if (WRITES.has(request.method) && /^\/(api\/)?v1\//.test(pathname) && !headers.has('idempotency-key')) {
      headers.set('idempotency-key', randomUUID());
    }
    const { method, signal } = request;
    // Without a key, such as a sign-in, a write might be done twice.
    const again = WRITES.has(method) && !headers.has('idempotency-key') ? 0 : most;
    const body = request.body === null ? null : await request.arrayBuffer();
    for (let tries = 0; ; tries += 1) {
      let retryAfter: string | null = null;
      try {
        const limit = AbortSignal.any([signal, AbortSignal.timeout(timeout)]);
        const response = await whole(await fetch(request.url, { method, headers, body, signal: limit }));
        if (tries >= again || !(await isRetried(response))) return response;
        retryAfter = response.headers.get('retry-after');
      } catch (error) {
        if (signal.aborted) throw error;
        if (tries >= again) throw noResponse(error);
      }
      await wait(delayOf(tries, retryAfter), signal);
    }
  };
}

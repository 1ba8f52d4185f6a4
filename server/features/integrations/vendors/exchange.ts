// Other features import this file.
import type { IncomingHttpHeaders } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { OutgoingError, type OutgoingResponse, sendRequest } from '../../../platform/outgoing/request';
import { parseRetryAfter } from '../../../platform/outgoing/retry-after';
import { FairQueue } from '../../../platform/rate-limit/fair-queue';
import { hostOf, type VendorHosts } from '../hosts';
import type { SourcePage } from '../page-of';
import { readPage } from '../reading';
import type { Vendor } from '../systems';
import { VendorError } from '../vendor-error';

/** How a vendor is spoken to. Bytes of a response, ms of a request, ms from one request to the next. */
const MANNERS: Record<Vendor, { maxBytes: number; timeoutMs: number; apartMs: number; name: string }> = {
  leaflink: { maxBytes: 8 * 1024 * 1024, timeoutMs: 15_000, apartMs: 250, name: 'LeafLink' },
  distru: { maxBytes: 32 * 1024 * 1024, timeoutMs: 60_000, apartMs: 500, name: 'Distru' },
};
/** Requests in flight: two of a business, and of a vendor as many as their responses fit in memory. */
const IN_FLIGHT = { perKey: 2, waiting: 1_000, waitMs: 10 * 60_000 };
const turns: Record<Vendor, FairQueue> = {
  leaflink: new FairQueue({ ...IN_FLIGHT, total: 32 }),
  distru: new FairQueue({ ...IN_FLIGHT, total: 8 }),
};
const FIRST_PAUSE_MS = 250;
/** A vendor that asks for a longer pause isn't asked meanwhile: the run resumes later. */
const LONGEST_WAIT_MS = 10_000;

export interface Caller {
  entityId: string;
  vendor: Vendor;
  hosts: VendorHosts;
  /** `Authorization` and what else each request says. */
  headers: Record<string, string>;
  /** Whether it is LeafLink's newer API. */
  isNewer: boolean;
  /** Tries of each request. */
  attempts: number;
}

/** When the next request of a caller may begin. */
const next = new WeakMap<Caller, number>();

/**
 * Reads a page of a vendor's list. A transient failure is tried again with growing pauses, no sooner than the vendor asks.
 * @param address a path with its query, or the vendor's own address of a page, which must be of the same origin
 * @returns null for 404, which is the vendor's word for a list that it doesn't have
 * @throws VendorError
 */
export async function askVendor(
  caller: Caller,
  address: string,
  idFields: readonly string[],
  from = 0,
): Promise<SourcePage | null> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await askOnce(caller, urlOf(caller, address), idFields, from);
    } catch (error) {
      if (!(error instanceof VendorError) || error.lasting || attempt >= caller.attempts) throw error;
      const asked = error.retryAfter ? error.retryAfter.getTime() - Date.now() : 0;
      if (asked > LONGEST_WAIT_MS) throw error;
      await delay(Math.max(asked, FIRST_PAUSE_MS * 2 ** (attempt - 1) * (0.5 + Math.random())));
    }
  }
}

function urlOf({ hosts, vendor, isNewer }: Caller, address: string): string {
  const { origin } = hostOf(hosts, vendor, isNewer);
  const url = URL.canParse(address, origin) ? new URL(address, origin) : null;
  if (url?.origin === new URL(origin).origin && url.username === '' && url.password === '') return url.href;
  throw new VendorError('vendor_protocol', `${MANNERS[vendor].name} named a page on another host.`);
}

async function askOnce(
  caller: Caller,
  url: string,
  idFields: readonly string[],
  from: number,
): Promise<SourcePage | null> {
  const { vendor, entityId, headers, hosts } = caller;
  const { maxBytes, timeoutMs, name } = MANNERS[vendor];
  await inPace(caller);
  const { simulator } = hostOf(hosts, vendor);
  const response = await turns[vendor].run(entityId, () =>
    sendRequest({ allowLoopback: simulator }, { method: 'GET', url, headers, timeoutMs, maxBytes }).catch(
      (error) => failureOf(error, name),
    ),
  );
  if (response instanceof VendorError) throw response;
  if (response.status === 404) return null;
  if (response.status !== 200) throw rejectionOf(response, name);
  const page = await readPage(entityId, response.bytes, idFields, from);
  if (typeof page === 'string')
    throw new VendorError('vendor_protocol', `The response of ${name} can't be read: ${page}`);
  // Nothing of a list that goes on elsewhere is kept.
  if (page.next !== null) urlOf(caller, page.next);
  return page;
}

async function inPace(caller: Caller): Promise<void> {
  const now = Date.now();
  const at = Math.max(now, next.get(caller) ?? 0);
  next.set(caller, at + MANNERS[caller.vendor].apartMs);
  if (at > now) await delay(at - now);
}

function failureOf(error: unknown, name: string): VendorError {
  if (!(error instanceof OutgoingError)) throw error;
  return error.rejected
    ? new VendorError('vendor_misconfigured', `${name} can't be reached: ${error.message}.`)
    : new VendorError('vendor_unavailable', `${name} can't be reached: ${error.message}.`);
}

function rejectionOf({ status, headers }: OutgoingResponse, name: string): VendorError {
  if (status === 401 || status === 403) {
    return new VendorError('vendor_unauthorized', `${name} rejected the credentials. Enter them again.`);
  }
  if (status === 429) {
    return new VendorError('vendor_rate_limited', `${name} limits the rate of requests.`, resetIn(headers));
  }
  if (status === 408 || status >= 500) {
    const later = parseRetryAfter(headers['retry-after'], new Date());
    return new VendorError('vendor_unavailable', `${name} responded with ${status}.`, later);
  }
  if (status >= 300 && status < 400) {
    return new VendorError('vendor_protocol', `${name} responded with a redirect, which isn't followed.`);
  }
  return new VendorError('vendor_misconfigured', `${name} responded with ${status}.`);
}

/** `Retry-After`, or LeafLink's `RateLimit-Reset` in seconds. */
function resetIn(headers: IncomingHttpHeaders): Date | null {
  const reset = headers['ratelimit-reset'];
  const named = headers['retry-after'] ?? (typeof reset === 'string' ? reset : undefined);
  return parseRetryAfter(named, new Date());
}

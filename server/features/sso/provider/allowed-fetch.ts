import { AppError } from '../../../kernel/errors';
import { newId } from '../../../kernel/ids';
import type { Db } from '../../../platform/db/client';
import type { TargetPolicy } from '../../../platform/outgoing/guard';
import { OutgoingError, sendRequest } from '../../../platform/outgoing/request';
import { freePlace, takePlace } from './places.sql';

const TIMEOUT_MS = 5_000;
const MAX_BYTES = 64 * 1024;
/** How often a place is asked for that another process took meanwhile. */
const TRIES = 3;
/** Statuses whose response has no body, as `Response` demands. */
const BODILESS = new Set([204, 205, 304]);

/** What the library sends: it knows no other methods and bodies. */
interface Sent {
  method: string;
  headers: Record<string, string>;
  body?: unknown;
}

/**
 * Builds the `fetch` of requests to a provider: guarded, without redirects, 5 seconds, 64 KiB, and 20 at once in the
 * installation. No connection of the database is held meanwhile.
 * @throws AppError SERVICE_UNAVAILABLE when all places are taken; OutgoingError
 */
export function allowedFetch(db: Db, policy: TargetPolicy) {
  return async (url: string, { method, headers, body }: Sent): Promise<Response> => {
    const holder = newId();
    await holdPlace(db, holder);
    try {
      const {
        status,
        bytes,
        headers: received,
      } = await sendRequest(policy, {
        method: method === 'POST' ? 'POST' : 'GET',
        ...{ url, headers, timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES },
        // A kept connection to a private address would be open to requests that may not go there.
        fresh: true,
        ...(body != null && { body: String(body) }),
      });
      if (status >= 500 || status === 429) throw new OutgoingError(`HTTP ${status}`, false);
      const type = received['content-type'];
      return new Response(BODILESS.has(status) ? null : new Uint8Array(bytes), {
        status: Math.max(status, 200),
        headers: type ? { 'content-type': type } : {},
      });
    } finally {
      await freePlace(db, holder);
    }
  };
}

/** Our own failure inside a request to a provider, which is not the provider's. */
export class PlacesFailed extends Error {}

async function holdPlace(db: Db, holder: string): Promise<void> {
  for (let tries = 1; tries <= TRIES; tries++) {
    const taken = await takePlace(db, holder).catch((cause) => {
      throw new PlacesFailed('no place could be taken', { cause });
    });
    if (taken.length > 0) return;
  }
  throw new AppError(
    'SERVICE_UNAVAILABLE',
    'Too many sign-ins are at their provider. Try again in a few seconds.',
    { retry_after: 5 },
    { 'Retry-After': '5' },
  );
}

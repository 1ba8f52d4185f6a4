import type { Cipher } from '../../kernel/cipher';
import { AppError } from '../../kernel/errors';
import type { Db } from '../db/client';
import type { SealedColumn } from '../secrets/reencrypt.sql';
import { assertRoom, storedResponses } from './allowance';
import type { KeyedRequest } from './once.sql';
import { storedResponse, storeResponse, tryLockKey } from './once.sql';
import { packed, unpacked } from './packed';
import { idempotencyKeys } from './tables';

export type { KeyedRequest } from './once.sql';

const RESPONSE_PURPOSE = 'idempotent response';
export const SEALED_RESPONSES: readonly SealedColumn[] = [
  { column: idempotencyKeys.answer, purpose: () => RESPONSE_PURPOSE },
];

/**
 * Runs `work` unless the key has a response from the last 24 hours, which is then returned. The response is stored in
 * the transaction of `db`, so that effect and response exist together or not at all. A failure stores nothing, and the
 * key can be reused.
 * @throws AppError IDEMPOTENCY_IN_PROGRESS while another request with the key is in progress, IDEMPOTENCY_KEY_REUSED
 *   for a different body or a response sealed with another secret, RATE_LIMITED when the business stored too much today
 */
export async function once<T>(db: Db, request: KeyedRequest, work: () => Promise<T>): Promise<T> {
  const { requestHash, cipher } = request;
  const [lock] = await tryLockKey(db, request);
  if (!lock?.held) throw inProgress();
  // A separate statement, so that it sees what the previous holder of the lock committed.
  const [given] = await storedResponse(db, request, storedResponses.keyOf(request.entityId));
  if (given && given.request_hash !== null) {
    if (given.request_hash !== requestHash) throw reused();
    request.replayed = true;
    return (given.answer === null ? undefined : read(request, open(cipher, given.answer))) as T;
  }
  assertRoom(request.entityId, given?.stored_bytes ?? 0);
  const response = await work();
  const contents = response === undefined ? null : await packed(written(request, JSON.stringify(response)));
  const sealed = contents && cipher.seal(RESPONSE_PURPOSE, contents);
  await storeResponse(db, request, requestHash, sealed);
  request.storedBytes = sealed?.length ?? 0;
  return response;
}

/**
 * The response of a key, where the work has transactions of its own and is stored after them.
 * @returns null without one @throws AppError IDEMPOTENCY_KEY_REUSED
 */
export async function replayOf<T>(db: Db, request: KeyedRequest): Promise<{ response: T } | null> {
  const [given] = await storedResponse(db, request, storedResponses.keyOf(request.entityId));
  if (!given || given.request_hash === null) return null;
  if (given.request_hash !== request.requestHash) throw reused();
  request.replayed = true;
  return {
    response: (given.answer === null ? undefined : read(request, open(request.cipher, given.answer))) as T,
  };
}

/** Precedes a response that has a tag or a status, which a line ends; JSON never begins with it. */
const TAGGED = '#';

const written = ({ etag, status }: KeyedRequest, json: string) =>
  etag || status ? `${TAGGED}${[etag ?? '', status ?? ''].join(' ')}\n${json}` : json;

function read(request: KeyedRequest, stored: string): unknown {
  const isTagged = stored.startsWith(TAGGED);
  const end = stored.indexOf('\n');
  const [etag = '', status = ''] = isTagged ? stored.slice(TAGGED.length, end).split(' ') : [];
  request.etag = etag || null;
  if (status === '200') request.status = 200;
  return JSON.parse(isTagged ? stored.slice(end + 1) : stored);
}

/** @throws AppError IDEMPOTENCY_KEY_REUSED when the server's secret has changed */
function open(cipher: Cipher, response: string): string {
  try {
    return unpacked(cipher.openBytes(RESPONSE_PURPOSE, response));
  } catch {
    throw new AppError(
      'IDEMPOTENCY_KEY_REUSED',
      'The request with this Idempotency-Key succeeded, but its response can no longer be shown. Read the object, and use a new key for a new request.',
    );
  }
}

function inProgress(): AppError {
  return new AppError(
    'IDEMPOTENCY_IN_PROGRESS',
    'A request with this Idempotency-Key is still in progress. Try again in a second.',
    { reason: 'idempotency_in_progress' },
    { 'Retry-After': '1' },
  );
}

function reused(): AppError {
  return new AppError(
    'IDEMPOTENCY_KEY_REUSED',
    'This Idempotency-Key was used with a different body. Use a new key for a new request.',
  );
}

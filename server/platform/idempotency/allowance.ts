import { AppError } from '../../kernel/errors';
import type { Db } from '../db/client';
import { windowAt } from '../rate-limit/tiers';
import { countStoredBytes } from './once.sql';

/** Bytes of sealed responses that a business may store a day (UTC). */
export const STORED_BYTES = 20_000_000;
/** Bytes that a process counts for itself before it adds them up with the others. */
const FLUSHED_BYTES = 64 * 1024;

/** What this process stored and has not added up yet, by key of the business's day. */
const uncounted = new Map<string, number>();

/** The name of a business's day among the counted windows. */
export const dayKey = (entityId: string, now = new Date()) =>
  `responses:${entityId}:${windowAt('day', now).key}`;

/** @param counted bytes that all processes have added up. @throws AppError RATE_LIMITED when the day has no room left */
export function assertRoom(entityId: string, counted: number): void {
  const now = new Date();
  if (counted + (uncounted.get(dayKey(entityId, now)) ?? 0) < STORED_BYTES) return;
  const seconds = windowAt('day', now).secondsLeft;
  throw new AppError(
    'RATE_LIMITED',
    `Your business stored ${STORED_BYTES / 1_000_000} MB of responses today, the most that Idempotency-Key allows. Send the request without the header, or try again after midnight UTC.`,
    { window: 'day', retry_after: seconds },
    { 'Retry-After': String(seconds) },
  );
}

/** Counts the bytes of a stored response. Not in the transaction that stored it: callers would wait for each other. */
export async function countStored(db: Db, entityId: string, bytes: number): Promise<void> {
  const now = new Date();
  const key = dayKey(entityId, now);
  const all = (uncounted.get(key) ?? 0) + bytes;
  uncounted.set(key, all);
  if (all < FLUSHED_BYTES) return;
  const today = windowAt('day', now).key;
  for (const old of uncounted.keys()) if (old === key || !old.endsWith(today)) uncounted.delete(old);
  await countStoredBytes(db, key, all, windowAt('day', now).end);
}

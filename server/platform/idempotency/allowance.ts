import { AppError } from '../../kernel/errors';
import { DailyAllowance } from '../rate-limit/daily';
import { windowAt } from '../rate-limit/tiers';

/** Bytes of sealed responses that a business may store a day (decision 433). */
export const STORED_BYTES = 20_000_000;

export const storedResponses = new DailyAllowance('responses', STORED_BYTES, 64 * 1024);

/** @param counted bytes that all processes have added up. @throws AppError RATE_LIMITED when the day has no room left */
export function assertRoom(entityId: string, counted: number): void {
  const now = new Date();
  if (storedResponses.hasRoom(entityId, counted, now)) return;
  const seconds = windowAt('day', now).secondsLeft;
  throw new AppError(
    'RATE_LIMITED',
    `Your business stored ${STORED_BYTES / 1_000_000} MB of responses today, the most that Idempotency-Key allows. Send the request without the header, or try again after midnight UTC.`,
    { window: 'day', retry_after: seconds },
    { 'Retry-After': String(seconds) },
  );
}

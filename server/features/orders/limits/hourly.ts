import { AppError } from '../../../kernel/errors';
import type { Db } from '../../../platform/db/client';
import { secondsBeyond } from '../../../platform/rate-limit/hourly';

/**
 * Counts what one party does to the other, and rejects what is beyond `limit` within an hour.
 * @param message what happened and what to do
 * @throws AppError RATE_LIMITED with Retry-After in seconds
 */
export async function checkHourly(db: Db, subject: string, limit: number, message: string): Promise<void> {
  const seconds = await secondsBeyond(db, subject, limit);
  if (seconds === null) return;
  throw new AppError(
    'RATE_LIMITED',
    message,
    { window: 'hour', limit, retry_after: seconds },
    { 'Retry-After': String(seconds) },
  );
}

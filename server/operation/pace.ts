import { AppError } from '../kernel/errors';
import type { Db } from '../platform/db/client';
import { secondsBeyond } from '../platform/rate-limit/hourly';

/** How often something may happen. */
interface Pace {
  /** What is counted, such as `comments:FROM:TO`. */
  subject: string;
  limit: number;
  window?: 'hour' | 'day';
}

/**
 * Counts what one business does to others, and rejects what is beyond the limit of an hour or a day from the first on.
 * @param message what happened and what to do
 * @throws AppError RATE_LIMITED with Retry-After in seconds
 */
export async function checkPace(
  db: Db,
  { subject, limit, window = 'hour' }: Pace,
  message: string,
): Promise<void> {
  const seconds = await secondsBeyond(db, subject, limit, window === 'day' ? 24 : 1);
  if (seconds === null) return;
  throw new AppError(
    'RATE_LIMITED',
    message,
    { window, limit, retry_after: seconds },
    { 'Retry-After': String(seconds) },
  );
}

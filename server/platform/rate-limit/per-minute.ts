import { AppError } from '../../kernel/errors';
import type { Db } from '../db/client';
import { isWriteProtected } from '../db/unavailable';
import { countCall } from './limiter.sql';
import { windowAt } from './tiers';

/**
 * Counts a call against a limit of a minute, which all processes share. Where nothing can be written none is counted.
 * @param subject what is counted, such as `mcp:KEY`
 * @throws AppError RATE_LIMITED with Retry-After in seconds
 */
export async function checkMinute(db: Db, subject: string, limit: number): Promise<void> {
  const { key, end, secondsLeft } = windowAt('minute', new Date());
  const counted = await countCall(db, `${subject}:${key}`, end).catch((error: unknown) => {
    if (isWriteProtected(error)) return null;
    throw error;
  });
  if ((counted?.[0]?.points ?? 0) <= limit) return;
  throw new AppError(
    'RATE_LIMITED',
    `At most ${limit} calls a minute. Try again in ${secondsLeft} seconds.`,
    { window: 'minute', limit, retry_after: secondsLeft },
    { 'Retry-After': String(secondsLeft) },
  );
}

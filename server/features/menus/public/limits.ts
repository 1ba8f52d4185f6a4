// Other features import this file.
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '../../../kernel/errors';
import { networkOf } from '../../../platform/rate-limit/network';

const SECONDS = 60;

/** What one network may ask of menus within a minute, in each process. */
const LIMITS = {
  view: new RateLimiterMemory({ points: 60, duration: SECONDS }),
  search: new RateLimiterMemory({ points: 20, duration: SECONDS }),
  certificate: new RateLimiterMemory({ points: 20, duration: SECONDS }),
  file: new RateLimiterMemory({ points: 1_200, duration: SECONDS }),
};

/** @throws AppError RATE_LIMITED with Retry-After in seconds */
export async function takeOf(what: keyof typeof LIMITS, address: string): Promise<void> {
  const limiter = LIMITS[what];
  const outcome = await limiter.consume(networkOf(address), 1).catch((rejection) => rejection as unknown);
  if (!(outcome instanceof RateLimiterRes) || outcome.consumedPoints <= limiter.points) return;
  const seconds = Math.max(1, Math.ceil(outcome.msBeforeNext / 1000));
  throw new AppError(
    'RATE_LIMITED',
    `Too many requests. Try again in ${seconds} seconds.`,
    { retry_after: seconds },
    { 'Retry-After': String(seconds) },
  );
}

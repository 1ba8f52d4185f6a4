import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '../kernel/errors';

const CALLS = 1_200;
const SECONDS = 60;

/**
 * Bounds what one member's browser may ask of a process in a minute: far above what working in the dashboard takes. It is
 * no quota, so no process needs to know what another counted.
 */
export class AbuseLimiter {
  readonly #limiter = new RateLimiterMemory({ points: CALLS, duration: SECONDS });

  /** @throws AppError RATE_LIMITED with Retry-After in seconds */
  async take(userId: string): Promise<void> {
    const outcome = await this.#limiter.consume(userId).catch((refusal) => refusal as unknown);
    if (!(outcome instanceof RateLimiterRes) || outcome.consumedPoints <= CALLS) return;
    const seconds = Math.max(1, Math.ceil(outcome.msBeforeNext / 1000));
    throw new AppError(
      'RATE_LIMITED',
      'Too many calls in a short time. Wait a little.',
      { retry_after: seconds },
      { 'Retry-After': String(seconds) },
    );
  }
}

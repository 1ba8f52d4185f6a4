import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '../../kernel/errors';

const CALLS = 1_200;
const SECONDS = 60;

/**
 * Limits the calls of one member, or of one address without a member, to a process in a minute: far above what working
 * in the dashboard takes. It is no quota, so no process needs to know what another counted.
 */
export class AbuseLimiter {
  readonly #limiter = new RateLimiterMemory({ points: CALLS, duration: SECONDS });

  /**
   * @param calls that one HTTP request carries
   * @throws AppError RATE_LIMITED with Retry-After in seconds
   */
  async take(caller: string, calls: number): Promise<void> {
    const outcome = await this.#limiter.consume(caller, calls).catch((refusal) => refusal as unknown);
    if (!(outcome instanceof RateLimiterRes) || outcome.consumedPoints <= CALLS) return;
    const seconds = Math.max(1, Math.ceil(outcome.msBeforeNext / 1000));
    throw new AppError(
      'RATE_LIMITED',
      `Too many calls. Try again in ${seconds} seconds.`,
      { retry_after: seconds },
      { 'Retry-After': String(seconds) },
    );
  }
}

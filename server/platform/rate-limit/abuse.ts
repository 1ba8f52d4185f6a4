import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Actor, RequestInfo } from '../../kernel/actor';
import { AppError } from '../../kernel/errors';
import { networkOf } from './network';

const MEMBER_CALLS = 1_200;
const SECONDS = 60;

interface Caller {
  actor: Pick<Actor, 'userId'> | null;
  request: Pick<RequestInfo, 'address'>;
}

/**
 * Limits the calls per minute of one member, or of one network without a session, in each process (decision 75): far
 * above normal use of the dashboard. It is not a quota, so processes do not share the count.
 */
export class AbuseLimiter {
  readonly #members = new RateLimiterMemory({ points: MEMBER_CALLS, duration: SECONDS });
  readonly #networks: RateLimiterMemory;

  /** @param networkCalls per minute of one network without a session */
  constructor(networkCalls: number) {
    this.#networks = new RateLimiterMemory({ points: networkCalls, duration: SECONDS });
  }

  /**
   * Counts calls.
   * @param calls number of calls in one HTTP request
   * @throws AppError RATE_LIMITED with Retry-After in seconds
   */
  async take({ actor, request }: Caller, calls: number): Promise<void> {
    const limiter = actor ? this.#members : this.#networks;
    const caller = actor?.userId ?? networkOf(request.address);
    const outcome = await limiter.consume(caller, calls).catch((rejection) => rejection as unknown);
    if (!(outcome instanceof RateLimiterRes) || outcome.consumedPoints <= limiter.points) return;
    const seconds = Math.max(1, Math.ceil(outcome.msBeforeNext / 1000));
    throw new AppError(
      'RATE_LIMITED',
      `Too many calls. Try again in ${seconds} seconds.`,
      { retry_after: seconds },
      { 'Retry-After': String(seconds) },
    );
  }
}

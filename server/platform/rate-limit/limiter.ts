import { RateLimiterDrizzle, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Actor } from '../../kernel/actor';
import { AppError } from '../../kernel/errors';
import type { Db } from '../db/client';
import { rateLimits } from './tables';
import { TIER_LIMITS, WINDOWS, type Window, windowAt } from './tiers';

type Headers = Record<string, string>;

/** State of one window after a request. */
interface Standing {
  window: Window;
  limit: number;
  remaining: number;
  /** Seconds until the window ends. */
  secondsLeft: number;
  exceeded: boolean;
}

/**
 * Counts requests against the entity's tier in PostgreSQL, so that all processes share the count (decisions 74–76). A
 * request that the minute rejects does not count against the day.
 */
export class RequestLimiter {
  readonly #store: (limit: number) => RateLimiterDrizzle;

  constructor(db: Db) {
    const stores = new Map<number, RateLimiterDrizzle>();
    this.#store = (limit) => {
      const store =
        stores.get(limit) ??
        new RateLimiterDrizzle({
          storeClient: db,
          schema: rateLimits,
          points: limit,
          // Each request reports the remaining length of its window.
          duration: 0,
          // The purge job deletes expired windows.
          clearExpiredByTimeout: false,
          keyPrefix: '',
          // While nothing can be written, each process counts for itself, so that reads keep working.
          insuranceLimiter: new RateLimiterMemory({ points: limit, duration: 60 }),
        });
      stores.set(limit, store);
      return store;
    };
  }

  /**
   * Takes one request from the tier's windows.
   * @returns the headers RateLimit-Policy and RateLimit (draft-ietf-httpapi-ratelimit-headers), none without limit
   * @throws AppError RATE_LIMITED with those and Retry-After in seconds
   */
  async take({ id, tier }: Actor['entity'], now = new Date()): Promise<Headers> {
    const limits = TIER_LIMITS[tier];
    if (!limits) return {};
    const standings: Standing[] = [];
    for (const window of ['minute', 'day'] as const) {
      const standing = await this.#consume(id, window, limits[window], now);
      standings.push(standing);
      if (standing.exceeded) throw limited(standing, headersOf(limits, standings));
    }
    return headersOf(limits, standings);
  }

  async #consume(entityId: string, window: Window, limit: number, now: Date): Promise<Standing> {
    const { key, secondsLeft } = windowAt(window, now);
    const outcome = await this.#store(limit)
      .consume(`${entityId}:${window}:${key}`, 1, { customDuration: secondsLeft })
      .catch((reason) => (reason instanceof RateLimiterRes ? reason : Promise.reject(reason)));
    const exceeded = outcome.consumedPoints > limit;
    return { window, limit, remaining: outcome.remainingPoints, secondsLeft, exceeded };
  }
}

function headersOf(limits: Record<Window, number>, standings: readonly Standing[]): Headers {
  const policies = Object.entries(limits).map(
    ([window, limit]) => `"${window}";q=${limit};w=${WINDOWS[window as Window]}`,
  );
  const left = standings.map(
    ({ window, remaining, secondsLeft }) => `"${window}";r=${remaining};t=${secondsLeft}`,
  );
  return { 'RateLimit-Policy': policies.join(', '), RateLimit: left.join(', ') };
}

function limited({ window, limit, secondsLeft }: Standing, headers: Headers): AppError {
  return new AppError(
    'RATE_LIMITED',
    `Your tier allows ${limit} requests per ${window}. Try again in ${secondsLeft} s.`,
    { window, limit, retry_after: secondsLeft },
    { ...headers, 'Retry-After': String(secondsLeft) },
  );
}

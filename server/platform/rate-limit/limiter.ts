import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Actor } from '../../kernel/actor';
import { AppError } from '../../kernel/errors';
import { Batches } from '../db/batches';
import type { Db } from '../db/client';
import { countRequests } from './limiter.sql';
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

/** A request to count. */
interface Request {
  entityId: string;
  limits: Record<Window, number>;
}

/** How many requests the windows have counted, this one included; the day is absent where the minute rejects. */
interface Counts {
  now: Date;
  minute: number;
  day?: number;
}

/**
 * Counts requests against the entity's tier in PostgreSQL, so that all processes share the count (decisions 74–76). A
 * request that the minute rejects does not count against the day. Concurrent requests are counted in one statement.
 */
export class RequestLimiter {
  readonly #counts: Batches<Request, Counts>;
  /** While nothing can be written, each process counts for itself, so that reads keep working. */
  readonly #insurance = new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration: 60 });

  constructor(db: Db) {
    this.#counts = new Batches((requests) => countTogether(db, requests));
  }

  /**
   * Takes one request from the tier's windows.
   * @returns the headers RateLimit-Policy and RateLimit (draft-ietf-httpapi-ratelimit-headers), none without limit
   * @throws AppError RATE_LIMITED with those and Retry-After in seconds
   */
  async take({ id, tier }: Actor['entity']): Promise<Headers> {
    const limits = TIER_LIMITS[tier];
    if (!limits) return {};
    const request = { entityId: id, limits };
    const counts = await this.#counts.of(request).catch(() => this.#countHere(request));
    const standings: Standing[] = [];
    for (const window of ['minute', 'day'] as const) {
      const standing = standingOf(window, limits[window], counts[window] ?? 0, counts.now);
      standings.push(standing);
      if (standing.exceeded) throw limited(standing, headersOf(limits, standings));
    }
    return headersOf(limits, standings);
  }

  async #countHere({ entityId, limits }: Request): Promise<Counts> {
    const now = new Date();
    const count = async (window: Window) => {
      const customDuration = windowAt(window, now).secondsLeft;
      const outcome = await this.#insurance.consume(keyOf(entityId, window, now), 1, { customDuration });
      return outcome.consumedPoints;
    };
    const minute = await count('minute');
    return minute > limits.minute ? { now, minute } : { now, minute, day: await count('day') };
  }
}

const keyOf = (entityId: string, window: Window, now: Date) =>
  `${entityId}:${window}:${windowAt(window, now).key}`;

/** Requests of one entity are counted as one row; each is given its place among them. */
async function countTogether(db: Db, requests: readonly Request[]): Promise<Counts[]> {
  const now = new Date();
  const [minute_end, day_end] = [windowAt('minute', now).end, windowAt('day', now).end];
  const groups = new Map<string, { limit: number; requests: number }>();
  for (const { entityId, limits } of requests) {
    groups.set(entityId, { limit: limits.minute, requests: (groups.get(entityId)?.requests ?? 0) + 1 });
  }
  const rows = await countRequests(
    db,
    [...groups].map(([entity_id, { limit, requests: count }]) => ({
      entity_id,
      minute_key: keyOf(entity_id, 'minute', now),
      day_key: keyOf(entity_id, 'day', now),
      requests: count,
      minute_limit: limit,
      minute_end,
      day_end,
    })),
  );
  const totals = new Map(rows.map((row) => [row.entity_id, row]));
  const placed = new Map<string, number>();
  return requests.map(({ entityId }) => {
    const { limit, requests: count } = groups.get(entityId) as { limit: number; requests: number };
    const { minute, day } = totals.get(entityId) as { minute: number; day: number | null };
    const place = (placed.get(entityId) ?? 0) + 1;
    placed.set(entityId, place);
    const own = minute - count + place;
    const allowed = Math.min(count, limit - minute + count);
    return own > limit || day === null
      ? { now, minute: own }
      : { now, minute: own, day: day - allowed + place };
  });
}

function standingOf(window: Window, limit: number, count: number, now: Date): Standing {
  const { secondsLeft } = windowAt(window, now);
  return { window, limit, remaining: Math.max(limit - count, 0), secondsLeft, exceeded: count > limit };
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

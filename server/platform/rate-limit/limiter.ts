import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Actor } from '../../kernel/actor';
import { AppError } from '../../kernel/errors';
import { Batches } from '../db/batches';
import type { Db } from '../db/client';
import { countRequests, lockAndReturnRequests } from './limiter.sql';
import { type Counts, type Limits, type Meter, meterOf } from './meter';
import { TIER_LIMITS, WINDOWS, type Window, windowAt } from './tiers';

type Headers = Record<string, string>;

/** What an entity didn't use of the windows of an instant. */
interface Unused {
  entityId: string;
  now: Date;
  requests: number;
}

/** State of one window after a request. */
interface Standing {
  window: Window;
  limit: number;
  remaining: number;
  /** Seconds until the window ends. */
  secondsLeft: number;
  exceeded: boolean;
}

/** Requests of an entity to count, with those that are set aside for the next ones. */
interface Asked {
  entityId: string;
  limits: Limits;
  requests: number;
}

/**
 * Counts requests against the entity's tier in PostgreSQL, so that all processes share the count (decision 75). A
 * request that the minute rejects does not count against the day. Of an entity that sends many, a process counts a block in
 * advance and gives back what it didn't use (decision 306). Entities that ask at the same time share a statement.
 */
export class RequestLimiter {
  readonly #asked: Batches<Asked, Counts>;
  readonly #returned: Batches<Unused, null>;
  /** While nothing can be written, each process counts for itself, so that reads keep working. */
  readonly #insurance = new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration: 60 });

  constructor(db: Db) {
    this.#asked = new Batches((asked) => countTogether(db, asked));
    this.#returned = new Batches((unused) => giveBack(db, unused));
  }

  /**
   * Takes one request from the tier's windows.
   * @returns the headers RateLimit-Policy and RateLimit (draft-ietf-httpapi-ratelimit-headers), none without limit
   * @throws AppError RATE_LIMITED with those and Retry-After in seconds
   */
  async take({ id, tier }: Actor['entity']): Promise<Headers> {
    const limits = TIER_LIMITS[tier];
    if (!limits) return {};
    const counts = await this.#meterOf(id).count(limits);
    const standings: Standing[] = [];
    for (const window of ['minute', 'day'] as const) {
      const standing = standingOf(window, limits[window], counts[window] ?? 0, counts.now);
      standings.push(standing);
      if (standing.exceeded) throw limited(standing, headersOf(limits, standings));
    }
    return headersOf(limits, standings);
  }

  #meterOf(entityId: string): Meter {
    return meterOf(entityId, () => ({
      ask: (limits, requests) => this.#asked.of({ entityId, limits, requests }),
      countHere: (limits) => this.#countHere(entityId, limits),
      giveBack: (now, requests) => void this.#returned.of({ entityId, now, requests }).catch(() => {}),
    }));
  }

  async #countHere(entityId: string, limits: Limits): Promise<Counts> {
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

/** @returns the counts after all requests of each entity */
async function countTogether(db: Db, asked: readonly Asked[]): Promise<Counts[]> {
  const now = new Date();
  const [minute_end, day_end] = [windowAt('minute', now).end, windowAt('day', now).end];
  const rows = await countRequests(
    db,
    asked.map(({ entityId, limits, requests }) => ({
      entity_id: entityId,
      minute_key: keyOf(entityId, 'minute', now),
      day_key: keyOf(entityId, 'day', now),
      requests,
      minute_limit: limits.minute,
      minute_end,
      day_end,
    })),
  );
  const totals = new Map(rows.map((row) => [row.entity_id, row]));
  return asked.map(({ entityId }) => {
    const { minute, day } = totals.get(entityId) as { minute: number; day: number | null };
    return day === null ? { now, minute } : { now, minute, day };
  });
}

async function giveBack(db: Db, unused: readonly Unused[]): Promise<null[]> {
  await lockAndReturnRequests(
    db,
    unused.map(({ entityId, now, requests }) => ({
      minute_key: keyOf(entityId, 'minute', now),
      day_key: keyOf(entityId, 'day', now),
      requests,
    })),
  );
  return unused.map(() => null);
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

import { FairQueue } from './fair-queue';
import { RecentUse } from './recent-use';

interface Limits {
  /** Concurrent work of all keys, at least 2. */
  total: number;
  /** Maximum waiting work per key. */
  waiting: number;
  /** Maximum waiting time, in each of the lines. */
  waitMs: number;
  /** A key that lately used more time has heavy work. */
  heavyMs: number;
  /** Time of each work that isn't counted: whatever their number, others wait for one such at most. */
  freeMs?: number;
}

/**
 * Share of the time that a key may use for long without being heavy. Keys that share the one place wait most of the time: with a
 * larger share, a few of them would be light again by turns and fill the other places.
 */
const RECOVERY = 0.02;
/** Times `heavyMs` that are remembered of a key: it is light again after a quarter of an hour. */
const REMEMBERED_USE = 10;

/**
 * A fair queue for expensive work, one at a time per key. Keys that lately used much time share one of its places, so that
 * any number of them leaves the others to everybody else.
 */
export class LoadQueue {
  readonly #limits: Limits;
  readonly #own: FairQueue;
  readonly #heavy: FairQueue;
  readonly #all: FairQueue;
  readonly #use: RecentUse;

  constructor(limits: Limits) {
    const line = { perKey: 1, waiting: limits.waiting, waitMs: limits.waitMs };
    this.#limits = limits;
    this.#use = new RecentUse(RECOVERY, limits.heavyMs * REMEMBERED_USE, limits.freeMs);
    this.#own = new FairQueue({ ...line, total: Number.POSITIVE_INFINITY });
    this.#heavy = new FairQueue({ ...line, total: 1 });
    this.#all = new FairQueue({ ...line, total: limits.total });
  }

  /**
   * Runs work when it is the key's turn.
   * @param signal gives up the place of a caller who disconnected
   * @throws AppError SERVICE_UNAVAILABLE with Retry-After when too many wait, or for too long
   */
  run<T>(key: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const place = () => this.#all.run(key, () => this.#use.count(key, work), signal);
    const turn = () =>
      this.#use.of(key) > this.#limits.heavyMs ? this.#heavy.run(key, place, signal) : place();
    return this.#own.run(key, turn, signal);
  }
}

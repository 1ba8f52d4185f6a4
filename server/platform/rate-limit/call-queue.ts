import { setTimeout as delay } from 'node:timers/promises';
import { FairQueue, type Limits } from './fair-queue';
import { RecentUse } from './recent-use';

/** A key that used more lately has used much. */
const MUCH_MS = 1_000;
/** Of the time that passes, what a key may use for long without having used much. */
const SHARE = 0.25;
/** What is remembered of a key: it has used little again after 40 seconds. */
const REMEMBERED_MS = 10_000;
/** Reads of a key that wait before more of them are a flood: several members who open pages at once don't come to that. */
const FLOOD = 16;
/** How long a key is present after its last request. */
const PRESENT_MS = 1_000;
/** Times its own duration that work rests before the next one of its key that waits. */
const REST = 3;
const MOST_REST_MS = 1_000;
/** Of the longest wait, what a read lines up behind its own key before it takes its turn like others. */
const LINED_UP = 0.5;

/**
 * Calls of members. A flood of reads leaves the processors to others (decision 93): while others are present, what a key that
 * used much time lately asks beyond the reads that wait already runs one at a time, with a rest between. A key alone, and one
 * with few requests at once, is never slowed.
 */
export class CallQueue {
  readonly #use = new RecentUse(SHARE, REMEMBERED_MS);
  readonly #single: FairQueue;
  readonly #turns: FairQueue;
  /** The key that was here last, and the last one that was another. */
  #last = { key: '', at: Number.NEGATIVE_INFINITY };
  #other = this.#last;

  /** @param isOverloaded whether lines end by themselves, as nothing joins them (decision 795): then no read rests */
  constructor(
    limits: Limits,
    private readonly isOverloaded = () => false,
  ) {
    this.#turns = new FairQueue(limits);
    const waitMs = limits.waitMs * LINED_UP;
    this.#single = new FairQueue({ ...limits, waitMs, perKey: 1, total: Number.MAX_SAFE_INTEGER });
  }

  /** What has a slot, or waits for one, and what waits for reads of its own key. */
  get load(): FairQueue['load'] {
    const { running, waiting, limit } = this.#turns.load;
    return { running, waiting: waiting + this.#single.load.waiting, limit };
  }

  /** Whether what a key changes would wait for other work of the key. */
  isFull(key: string): boolean {
    return this.#turns.isFull(key);
  }

  /** Whether what a key changes would run at once, and nothing of others waits for its place. */
  isIdle(key: string): boolean {
    return this.#turns.isIdle(key);
  }

  /**
   * Runs work when it is the key's turn.
   * @param signal gives up the place of a caller who disconnected
   * @throws AppError as `FairQueue.run`
   */
  run<T>(key: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    this.#note(key);
    return this.#turns.run(key, work, signal);
  }

  /** Runs what changes nothing, as `run`. What lines up for too long behind its own key takes its turn: no read fails for rests. */
  read<T>(key: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const turn = () => this.run(key, () => this.#use.count(key, work), signal);
    if (!this.#isFlood(key) || !this.#hasOthers(key) || this.isOverloaded()) return turn();
    return new Promise((resolve, reject) => {
      const alone = async () => {
        const began = performance.now();
        const result = turn();
        await Promise.allSettled([result]);
        const isFollowed = this.#single.waitingOf(key) > 0 && this.#hasOthers(key) && !this.isOverloaded();
        resolve(result);
        // The response goes out, but the place is held.
        if (isFollowed) await delay(Math.min(MOST_REST_MS, REST * (performance.now() - began)));
      };
      const giveUp = (error: unknown) => (signal?.aborted ? reject(error) : resolve(turn()));
      this.#single.run(key, alone, signal).catch(giveUp);
    });
  }

  #isFlood(key: string): boolean {
    const waiting = this.#turns.waitingOf(key) + this.#single.waitingOf(key);
    return waiting >= FLOOD && this.#use.of(key) > MUCH_MS;
  }

  #note(key: string): void {
    if (key !== this.#last.key) this.#other = this.#last;
    this.#last = { key, at: performance.now() };
  }

  #hasOthers(key: string): boolean {
    const { at } = this.#last.key === key ? this.#other : this.#last;
    return performance.now() - at < PRESENT_MS;
  }
}

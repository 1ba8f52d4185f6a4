import { AppError } from '../../kernel/errors';

export interface Limits {
  /** Concurrent work per key. */
  perKey: number;
  /** Concurrent work of all keys. */
  total: number;
  /** Maximum waiting work per key. */
  waiting: number;
  /** Maximum waiting time. */
  waitMs: number;
}

interface Lane {
  running: number;
  /** First in, first out. */
  waiters: Set<(release: () => void) => void>;
}

const RETRY_SECONDS = 5;

/**
 * Runs a bounded amount of work and grants free slots to the keys in turn (decision 93), so that a key with a thousand
 * waiting entries delays another by one slot at most. Don't nest calls: the inner one may wait forever.
 */
export class FairQueue {
  readonly #limits: Limits;
  readonly #lanes = new Map<string, Lane>();
  /** Keys with waiting work that may run, in the order of their turns. */
  readonly #turns = new Set<string>();
  #running = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /**
   * Runs work when it is the key's turn.
   * @param signal gives up the place of a caller who disconnected
   * @throws AppError SERVICE_UNAVAILABLE with Retry-After in seconds when too many wait, or for too long
   */
  async run<T>(key: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const release = await this.#acquire(key, signal);
    try {
      return await work();
    } finally {
      release();
    }
  }

  /** How much runs and waits, and how much may run. */
  get load(): { running: number; waiting: number; limit: number } {
    let waiting = 0;
    for (const { waiters } of this.#lanes.values()) waiting += waiters.size;
    return { running: this.#running, waiting, limit: this.#limits.total };
  }

  /** How much work of a key waits. */
  waitingOf(key: string): number {
    return this.#lanes.get(key)?.waiters.size ?? 0;
  }

  /** Whether work of a key would wait for other work of the key. */
  isFull(key: string): boolean {
    const lane = this.#lanes.get(key);
    return lane !== undefined && (lane.waiters.size > 0 || lane.running >= this.#limits.perKey);
  }

  /** Whether work of a key would run at once, and nothing of others waits for its place. */
  isIdle(key: string): boolean {
    return this.#running < this.#limits.total && this.#turns.size === 0 && !this.isFull(key);
  }

  #acquire(key: string, signal: AbortSignal | undefined): Promise<() => void> {
    const { perKey, total, waiting, waitMs } = this.#limits;
    const lane = this.#lanes.get(key) ?? { running: 0, waiters: new Set() };
    if (signal?.aborted) return Promise.reject(callerLeft());
    if (lane.waiters.size >= waiting) return Promise.reject(busy());
    this.#lanes.set(key, lane);
    if (lane.waiters.size === 0 && lane.running < perKey && this.#running < total) {
      return Promise.resolve(this.#take(key, lane));
    }
    return new Promise((resolve, reject) => {
      const leave = (failure: AppError) => {
        settle();
        this.#lineUp(key, lane);
        reject(failure);
      };
      const onAbort = () => leave(callerLeft());
      const limit = setTimeout(() => leave(busy()), waitMs);
      const settle = () => {
        clearTimeout(limit);
        signal?.removeEventListener('abort', onAbort);
        lane.waiters.delete(grant);
      };
      const grant = (release: () => void) => {
        settle();
        resolve(release);
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      lane.waiters.add(grant);
      this.#lineUp(key, lane);
    });
  }

  #take(key: string, lane: Lane): () => void {
    lane.running++;
    this.#running++;
    return () => {
      lane.running--;
      this.#running--;
      this.#lineUp(key, lane);
      this.#grantTurns();
    };
  }

  /** Updates the key's turn: only a key with runnable work has one, and an idle key is forgotten. */
  #lineUp(key: string, lane: Lane): void {
    if (lane.waiters.size === 0) this.#turns.delete(key);
    else if (lane.running < this.#limits.perKey) this.#turns.add(key);
    if (lane.waiters.size + lane.running === 0) this.#lanes.delete(key);
  }

  #grantTurns(): void {
    for (const key of this.#turns) {
      if (this.#running >= this.#limits.total) return;
      // A key with more runnable work queues again behind the others; this loop reaches it after them.
      this.#turns.delete(key);
      const lane = this.#lanes.get(key);
      const [grant] = lane?.waiters ?? [];
      if (!lane || !grant) continue;
      grant(this.#take(key, lane));
      this.#lineUp(key, lane);
    }
  }
}

/** Builds the 503 for a caller beyond the limits of a queue. @param seconds until it may try again, more than one */
export function busy(seconds = RETRY_SECONDS): AppError {
  return new AppError(
    'SERVICE_UNAVAILABLE',
    `Too many requests at the same time. Try again in ${seconds} seconds.`,
    { retry_after: seconds },
    { 'Retry-After': String(seconds) },
  );
}

/** Builds the error of a caller that has disconnected: no one reads it. */
export function callerLeft(): AppError {
  return new AppError('SERVICE_UNAVAILABLE', 'The client closed the connection.');
}

import type { Actor } from '../kernel/actor';
import type { AppError } from '../kernel/errors';
import { busy, callerLeft, type FairQueue } from '../platform/rate-limit/fair-queue';
import type { Context, MemberContext } from './context';

/** A call of an operation with its parsed input. */
export interface Call<C, I> {
  ctx: C;
  input: I;
}

/** What became of a call among others; null when it has to run on its own, after the others. */
export type Outcome<O> = { result: O } | { error: AppError } | null;

/**
 * How calls that change the same row run in one transaction, instead of queuing for its lock. Each has its own audit row,
 * events, response and error.
 */
export interface Together<I, O> {
  /** Calls with the same key may run together; null for a call that runs on its own. */
  key(ctx: { actor: Actor; request: Context['request'] }, input: I): string | null;
  /** Runs calls as if sequentially. @returns the outcomes in the order of the calls */
  run(calls: ReadonlyArray<Call<MemberContext, I>>): Promise<ReadonlyArray<Outcome<O>>>;
}

interface Waiting<C, R> {
  call: C;
  since: number;
  signal: AbortSignal | undefined;
  resolve(result: R): void;
  reject(error: unknown): void;
}

interface Lane<C, R> {
  waiting: Array<Waiting<C, R>>;
  isRunning: boolean;
}

/** Calls that one transaction takes. */
const SIZE = 64;
/** Calls that wait for one row at most, and for how long. */
const WAITING = 1_000;
const WAIT_MS = 30_000;

/**
 * Runs calls by key: the first at once, and those that arrive meanwhile together, after it. A group takes one slot, since
 * it takes one connection.
 */
export class Lanes<C, R> {
  readonly #lanes = new Map<string, Lane<C, R>>();

  /** @param run runs calls; it settles each of them, or rejects for all */
  constructor(private readonly run: (calls: ReadonlyArray<Waiting<C, R>>) => Promise<void>) {}

  /**
   * @param entityId whose slot the group takes
   * @throws AppError SERVICE_UNAVAILABLE when too many wait, or for too long
   */
  join(
    key: string,
    call: C,
    { slots, entityId, signal }: { slots: FairQueue; entityId: string; signal: AbortSignal | undefined },
  ): Promise<R> {
    const lane = this.#lanes.get(key) ?? { waiting: [], isRunning: false };
    if (signal?.aborted) return Promise.reject(callerLeft());
    if (lane.waiting.length >= WAITING) return Promise.reject(busy());
    this.#lanes.set(key, lane);
    return new Promise((resolve, reject) => {
      lane.waiting.push({ call, since: performance.now(), signal, resolve, reject });
      if (!lane.isRunning) void this.#drain(key, lane, slots, entityId);
    });
  }

  async #drain(key: string, lane: Lane<C, R>, slots: FairQueue, entityId: string): Promise<void> {
    lane.isRunning = true;
    while (lane.waiting.length > 0) {
      try {
        await slots.run(entityId, () => this.#runNext(lane));
      } catch (error) {
        for (const { reject } of lane.waiting.splice(0)) reject(error);
      }
    }
    this.#lanes.delete(key);
  }

  async #runNext(lane: Lane<C, R>): Promise<void> {
    const calls = lane.waiting.splice(0, SIZE).filter(({ since, signal, reject }) => {
      const late = performance.now() - since > WAIT_MS;
      if (signal?.aborted) reject(callerLeft());
      else if (late) reject(busy());
      return !signal?.aborted && !late;
    });
    if (calls.length === 0) return;
    try {
      await this.run(calls);
    } catch (error) {
      for (const { reject } of calls) reject(error);
    }
  }
}

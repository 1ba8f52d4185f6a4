import type { AppError } from '../../kernel/errors';
import { readBy } from '../metrics/metrics';
import { busy } from './fair-queue';

const SECOND = 1_000;
/** Seconds in a row in which lines must have grown: a burst grows in its first alone, a fixed number of clients while they start. */
const SECONDS = 5;
/** The same soon after it was over: what comes is known not to be a burst. */
const SECONDS_AGAIN = 2;
/** Open requests, without those of the caller who has the most: one caller is bounded by the line of its business. */
const MANY = 512;
/** How long requests are rejected before lines may form again, to see whether they grow; each time at once again, twice as long. */
const HOLD_MS = 60_000;
const MOST_HOLD_MS = 240_000;
/** Without a rejection for so long, it is over. */
const QUIET_MS = 2_000;
/** Seconds after which a rejected request may come again, from and to: not all at the same time. */
const RETRY_SECONDS = [2, 6] as const;

/** A request, and whether all of it is here: one whose body is held back waits for its client, not for the process. */
interface Arriving {
  readonly complete: boolean;
}

/**
 * Lets requests in, and judges whether more arrive than the process serves, for longer than any line can outlast (decision 795).
 * It reads the clock when requests arrive and end, and has no timer.
 */
export class Overload {
  /** Open requests by caller. */
  readonly #open = new Map<string, Set<Arriving>>();
  #total = 0;
  /** The second that is being counted: its beginning, and what ended in it. */
  #second = { at: Number.NEGATIVE_INFINITY, ended: 0 };
  /** Seconds in a row in which lines grew, to so many open requests. */
  #grown = 0;
  #waiting = 0;
  #until = Number.NEGATIVE_INFINITY;
  #rejected = Number.NEGATIVE_INFINITY;
  #holdMs = HOLD_MS;

  /** @param places requests that are served at the same time in overload; callers without another one have as many more */
  constructor(private readonly places: number) {}

  /** Whether requests are rejected. */
  get isOn(): boolean {
    const now = performance.now();
    if (now >= this.#until) return false;
    if (now - this.#rejected < QUIET_MS) return true;
    this.#until = Number.NEGATIVE_INFINITY;
    return false;
  }

  /**
   * Lets a request in.
   * @returns what to call when it ended, again without effect; null for one that is rejected
   */
  enter(caller: string, request: Arriving): (() => void) | null {
    this.#look();
    const own = this.#open.get(caller) ?? new Set();
    const places = own.size === 0 ? 2 * this.places : this.places;
    if (this.isOn && this.#total >= places) {
      this.#rejected = performance.now();
      return null;
    }
    this.#open.set(caller, own.add(request));
    this.#total++;
    return () => this.#leave(caller, request);
  }

  #leave(caller: string, request: Arriving): void {
    const own = this.#open.get(caller);
    if (!own?.delete(request)) return;
    if (own.size === 0) this.#open.delete(caller);
    this.#total--;
    this.#second.ended++;
    this.#look();
  }

  #look(): void {
    const now = performance.now();
    const { at, ended } = this.#second;
    if (now - at < SECOND) return;
    this.#second = { at: now, ended: 0 };
    const before = this.#waiting;
    this.#waiting = this.#beside();
    // After a second without any request, nothing is known of the one before.
    this.#grown = this.#waiting > before && now - at < 2 * SECOND ? this.#grown + 1 : 0;
    const isAgain = now - this.#until < 2 * SECONDS * SECOND;
    // What ends in a second doesn't wait long. Short work that ends at once may stand beside long lines of other work.
    const inSecond = (ended * SECOND) / (now - at);
    const hasGrown = this.#grown >= (isAgain ? SECONDS_AGAIN : SECONDS);
    if (!hasGrown || this.#waiting <= Math.max(MANY, inSecond)) return;
    this.#holdMs = isAgain ? Math.min(MOST_HOLD_MS, this.#holdMs * 2) : HOLD_MS;
    this.#until = now + this.#holdMs;
    this.#rejected = now;
    this.#grown = 0;
  }

  /** How many requests that are all here are open beside those of the caller who has the most. */
  #beside(): number {
    let all = 0;
    let most = 0;
    for (const requests of this.#open.values()) {
      let own = 0;
      for (const { complete } of requests) own += Number(complete);
      all += own;
      most = Math.max(most, own);
    }
    return all - most;
  }
}

/** @param pool connections of the process */
export function openOverload(pool: number): Overload {
  const overload = new Overload(Math.ceil(pool / 2));
  readBy('overloaded', () => [[{}, Number(overload.isOn)]]);
  return overload;
}

/** Builds the 503 of what is rejected, with a Retry-After at random. */
export function overloaded(): AppError {
  const [from, to] = RETRY_SECONDS;
  return busy(from + Math.floor(Math.random() * (to - from + 1)));
}

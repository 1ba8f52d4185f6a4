import type { Db } from '../db/client';
import { addToDay } from './daily.sql';
import { windowAt } from './tiers';

/** What a business may use a day (UTC) of something that is counted in small amounts, over all processes. */
export class DailyAllowance {
  /** What this process counted and has not added up yet, by key of the business's day. */
  readonly #uncounted = new Map<string, number>();

  /**
   * @param what names it among the counted windows
   * @param most that a business may use a day
   * @param atOnce that a process counts for itself before it adds it up with the others
   */
  constructor(
    readonly what: string,
    readonly most: number,
    readonly atOnce: number,
  ) {}

  /** The key of a business's day in `rate_limits`. */
  keyOf(entityId: string, now = new Date()): string {
    return `${this.what}:${entityId}:${windowAt('day', now).key}`;
  }

  /** @param counted what all processes have added up */
  hasRoom(entityId: string, counted: number, now = new Date()): boolean {
    return counted + (this.#uncounted.get(this.keyOf(entityId, now)) ?? 0) < this.most;
  }

  /** Counts an amount. Not in the transaction of what used it: callers would wait for each other. */
  async count(db: Db, entityId: string, amount: number): Promise<void> {
    const key = this.keyOf(entityId);
    const all = (this.#uncounted.get(key) ?? 0) + amount;
    this.#uncounted.set(key, all);
    if (all >= this.atOnce) await this.sumOf(db, entityId);
  }

  /** Adds up what this process counted. @returns what all processes did */
  async sumOf(db: Db, entityId: string): Promise<number> {
    const now = new Date();
    const key = this.keyOf(entityId, now);
    const today = windowAt('day', now).key;
    const all = this.#uncounted.get(key) ?? 0;
    for (const old of this.#uncounted.keys())
      if (old === key || !old.endsWith(today)) this.#uncounted.delete(old);
    const [row] = await addToDay(db, key, Math.ceil(all), windowAt('day', now).end);
    return row?.points ?? 0;
  }
}

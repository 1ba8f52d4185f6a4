interface Use {
  ms: number;
  /** When it was counted. */
  at: number;
}

/** Keys that are remembered before those without use are forgotten. */
const REMEMBERED = 1_000;

/** Milliseconds that keys used lately, of which time takes some away again. */
export class RecentUse {
  readonly #used = new Map<string, Use>();

  /**
   * @param recovery milliseconds that are forgotten for each that passes
   * @param most milliseconds that are remembered of a key
   * @param free milliseconds of each work that aren't counted
   */
  constructor(
    private readonly recovery: number,
    private readonly most: number,
    private readonly free = 0,
  ) {}

  /** Counts the time of work, of work that fails, too. */
  async count<T>(key: string, work: () => Promise<T>): Promise<T> {
    const began = performance.now();
    try {
      return await work();
    } finally {
      const at = performance.now();
      const ms = Math.max(0, at - began - this.free);
      this.#used.set(key, { ms: Math.min(this.most, this.of(key) + ms), at });
      if (this.#used.size > REMEMBERED) this.#forget();
    }
  }

  of(key: string): number {
    const { ms, at } = this.#used.get(key) ?? { ms: 0, at: 0 };
    return Math.max(0, ms - (performance.now() - at) * this.recovery);
  }

  #forget(): void {
    for (const key of this.#used.keys()) if (this.of(key) === 0) this.#used.delete(key);
  }
}

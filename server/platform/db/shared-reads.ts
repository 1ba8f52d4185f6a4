/** Reads that are remembered at most. */
const SIZE = 1_000;

interface Read {
  /** When it began, as `performance.now()`. */
  began: number;
  value: Promise<unknown>;
}

/**
 * Reads that are shared by the calls that arrived before they began: a call that waits for its slot while another one reads
 * the same needs no read of its own, and gets nothing older than itself.
 */
export class SharedReads {
  readonly #reads = new Map<string, Read>();

  /**
   * @param key what is read
   * @param since when the call arrived, as `performance.now()`
   * @throws what the read throws, to all who share it
   */
  of<T>(key: readonly unknown[], since: number, read: () => Promise<T>): Promise<T> {
    const name = JSON.stringify(key);
    const known = this.#reads.get(name);
    if (known && known.began >= since) return known.value as Promise<T>;
    const began = performance.now();
    const begun = { began, value: read() };
    const { value } = begun;
    this.#reads.delete(name);
    this.#reads.set(name, begun);
    value.catch(() => {
      if (this.#reads.get(name) === begun) this.#reads.delete(name);
    });
    for (const oldest of this.#reads.keys()) {
      if (this.#reads.size <= SIZE) break;
      this.#reads.delete(oldest);
    }
    return value;
  }
}

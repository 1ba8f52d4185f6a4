/**
 * Deterministic pseudorandom numbers: each part of the demo draws from its own named stream, so that a change to one
 * part does not affect the others.
 */
export class Random {
  private state: number;

  constructor(...name: Array<string | number>) {
    this.state = 0x811c9dc5;
    for (const char of name.join('/')) {
      this.state = Math.imul(this.state ^ (char.codePointAt(0) ?? 0), 0x01000193);
    }
  }

  /** Returns a number of at least 0 and below 1 (mulberry32). */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** Returns an integer, both ends included. */
  int(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1));
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  pick<T>(from: readonly T[]): T {
    const found = from[Math.floor(this.next() * from.length)];
    if (found === undefined) throw new Error('nothing to pick from');
    return found;
  }

  /** Returns the elements in random order. */
  shuffle<T>(from: readonly T[]): T[] {
    return from
      .map((value) => ({ value, rank: this.next() }))
      .sort((a, b) => a.rank - b.rank)
      .map(({ value }) => value);
  }
}

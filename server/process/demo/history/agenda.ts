interface Entry {
  at: number;
  act: (at: number) => void;
}

/** Events between two instants in chronological order; an event may schedule further ones. */
export class Agenda {
  private readonly entries: Entry[] = [];
  private done = 0;
  private last = 0;

  /** @param until later events have not happened yet and are dropped */
  constructor(private readonly until: number) {}

  add(at: number, act: Entry['act']): void {
    if (at >= this.until) return;
    let low = this.done;
    let high = this.entries.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.entries[middle]?.at ?? 0) <= at) low = middle + 1;
      else high = middle;
    }
    this.entries.splice(low, 0, { at, act });
  }

  /** No two events share a millisecond, so that timestamps alone determine their order. */
  run(): void {
    for (let entry = this.entries[0]; entry; entry = this.entries[this.done]) {
      this.done += 1;
      this.last = Math.max(entry.at, this.last + 1);
      entry.act(this.last);
    }
  }
}

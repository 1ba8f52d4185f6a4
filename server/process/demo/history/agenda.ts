interface Entry {
  at: number;
  act: (at: number) => void;
}

/** What happened between two instants, in the order of time; what happens may lead to more. */
export class Agenda {
  private readonly entries: Entry[] = [];
  private done = 0;
  private last = 0;

  /** @param until what would happen later has not happened yet and is left out */
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

  /** No two things happen in the same millisecond, so that times alone tell their order. */
  run(): void {
    for (let entry = this.entries[0]; entry; entry = this.entries[this.done]) {
      this.done += 1;
      this.last = Math.max(entry.at, this.last + 1);
      entry.act(this.last);
    }
  }
}

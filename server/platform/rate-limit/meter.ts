import { type Window, windowAt } from './tiers';

export type Limits = Record<Window, number>;

/** How many requests the windows have counted; the day is absent where the minute rejects. */
export interface Counts {
  now: Date;
  minute: number;
  day?: number;
}

/** What a meter counts with. */
interface Counter {
  /** Counts requests for all processes. @returns the counts after all of them */
  ask(limits: Limits, requests: number): Promise<Counts>;
  /** Counts one for this process alone, when the others can't be reached. */
  countHere(limits: Limits): Promise<Counts>;
  /** Takes back requests that the windows of an instant have counted. */
  giveBack(now: Date, requests: number): void;
}

/** Requests that are counted in advance, and where they are in the windows. */
interface Block {
  limits: Limits;
  /** When they were counted. */
  now: Date;
  /** The counts after the last request that was sent. */
  minute: number;
  day: number;
  left: number;
}

/** How long (ms) requests may be set aside; an entity that asks again within it gets twice as many. */
const HOLD_MS = 2_000;
/** A tier whose tenth of a minute is less gets no blocks: it would save little. */
const WORTHWHILE = 10;

/**
 * Counts the requests of one entity in one process. The first is counted by itself; while they keep coming, a block is counted
 * in advance, up to a tenth of the minute, and only within the first half of each window: beyond it each request is counted
 * when it comes. So no window ever allows more than its limit, and a block is returned long before the limit is reached.
 */
export class Meter {
  #block: Block | null = null;
  #size = 1;
  #isAsking = false;
  #waiting: Array<{ limits: Limits; resolve: (counts: Counts) => void; reject: (error: unknown) => void }> =
    [];
  #isSeen = false;
  /** When it last counted, and how many requests came since. */
  #since = 0;
  #sent = 0;
  #timer: NodeJS.Timeout | undefined;

  /** @param end forgets the meter: it holds nothing */
  constructor(
    private readonly counter: Counter,
    private readonly end: () => void,
  ) {}

  /** Requests that are set aside. */
  get left(): number {
    return this.#block?.left ?? 0;
  }

  /** Counts a request. @returns the counts with it */
  count(limits: Limits): Promise<Counts> {
    this.#isSeen = true;
    this.#sent++;
    const counted = this.#isAsking ? null : this.#fromBlock(limits);
    if (counted) return Promise.resolve(counted);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ limits, resolve, reject });
      if (!this.#isAsking) void this.#ask();
    });
  }

  #fromBlock(limits: Limits): Counts | null {
    const block = this.#block;
    if (!block || block.left === 0) return null;
    const now = new Date();
    if (block.limits !== limits || windowAt('minute', now).key !== windowAt('minute', block.now).key) {
      this.#return();
      return null;
    }
    block.left--;
    block.minute++;
    block.day++;
    return { now, minute: block.minute, day: block.day };
  }

  async #ask(): Promise<void> {
    this.#isAsking = true;
    for (let first = this.#waiting[0]; first; first = this.#waiting[0]) {
      const { limits } = first;
      // A tier that has just changed is counted by itself.
      const group = this.#waiting.filter((one) => one.limits === limits);
      this.#waiting = this.#waiting.filter((one) => one.limits !== limits);
      const extra = this.#extra(limits, group.length);
      [this.#since, this.#sent] = [Date.now(), 0];
      try {
        const counts = await this.counter.ask(limits, group.length + extra);
        this.#place(limits, counts, group, extra);
      } catch {
        for (const { resolve, reject } of group) this.counter.countHere(limits).then(resolve, reject);
      }
      this.#waiting = this.#waiting.filter((one) => {
        const counted = this.#fromBlock(one.limits);
        if (counted) one.resolve(counted);
        return !counted;
      });
    }
    this.#isAsking = false;
    this.#await();
  }

  /** How many requests to count in advance: half of those to expect while they may be set aside, by what the windows had counted. */
  #extra(limits: Limits, requests: number): number {
    const most = Math.floor(limits.minute / 10);
    const block = this.#block;
    if (most < WORTHWHILE || block?.limits !== limits) return 0;
    this.#size = Math.min(most, this.#size * 2);
    const room = Math.min(limits.minute / 2 - block.minute, limits.day / 2 - block.day) - requests;
    const soon = (this.#sent * HOLD_MS) / 2 / Math.max(1, Date.now() - this.#since);
    return Math.max(0, Math.floor(Math.min(this.#size, room, soon)));
  }

  /** Gives each of a group its place in the windows, in order, and sets the rest aside. */
  #place(
    limits: Limits,
    { now, minute, day }: Counts,
    group: ReadonlyArray<{ resolve: (counts: Counts) => void }>,
    extra: number,
  ): void {
    const asked = group.length + extra;
    const allowed = Math.min(asked, limits.minute - minute + asked);
    for (const [i, { resolve }] of group.entries()) {
      const own = minute - asked + i + 1;
      resolve(
        own > limits.minute || day === undefined
          ? { now, minute: own }
          : { now, minute: own, day: day - allowed + i + 1 },
      );
    }
    const usable = Math.max(0, Math.min(extra, allowed - group.length));
    this.#block = {
      limits,
      now,
      minute: minute - extra,
      day: (day ?? limits.day) - usable,
      left: day === undefined ? 0 : usable,
    };
  }

  /** Returns the block when it is not used up in time; an entity that stays away is forgotten. */
  #await(): void {
    this.#isSeen = false;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (this.#isAsking) return;
      this.#return();
      if (this.#isSeen) this.#await();
      else this.end();
    }, HOLD_MS).unref();
  }

  /** It came too slowly for so many: the next block, which is twice the size, has as many as were used. */
  #return(): void {
    const block = this.#block;
    if (!block || block.left === 0) return;
    this.#size = Math.max(1, Math.floor((this.#size - block.left) / 2));
    this.counter.giveBack(block.now, block.left);
    block.left = 0;
  }
}

const meters = new Map<string, Meter>();

/** The meter of an entity in this process, made when it is first asked for. */
export function meterOf(entityId: string, counter: () => Counter): Meter {
  const known = meters.get(entityId);
  if (known) return known;
  const meter = new Meter(counter(), () => meters.delete(entityId));
  meters.set(entityId, meter);
  return meter;
}

/** Returns how many requests of an entity this process has counted in advance. */
export function setAside(entityId: string): number {
  return meters.get(entityId)?.left ?? 0;
}

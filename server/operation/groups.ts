import { setImmediate as turn } from 'node:timers/promises';
import { currentScope, inScope, type Scope } from '../platform/tracing/trace';
import type { MemberContext } from './context';

interface Waiting<C, R> {
  call: C;
  /** What the call changes: see `Options.namesOf`. */
  names: readonly string[];
  scope: Scope | undefined;
  resolve(result: R | Promise<R>): void;
  reject(error: unknown): void;
}

/** A group that runs. */
interface Flight {
  names: ReadonlySet<string>;
  calls: number;
  /** Whether its COMMIT is on the way: it does no more work here. */
  isCommitting: boolean;
}

/** The calls of one key. */
interface Lane<C, R> {
  waiting: Waiting<C, R>[];
  flights: Set<Flight>;
  /** Whether the next groups are about to be looked for. */
  isTurning: boolean;
}

/** Calls of a group: more would be planned again each time (`FEW` of the ledger). */
const SIZE = 8;

/** Groups of one key at a time: more would be smaller, and cost more in all. */
const FLIGHTS = 2;

/**
 * @param calls in the order of their arrival
 * @param committing called once the group's COMMIT is on the way
 * @returns their results in the same order; its error is that of each of them. A result may be a promise, which no group waits for
 */
export type RunGroup<C, R> = (
  calls: readonly C[],
  committing: () => void,
) => Promise<ReadonlyArray<R | Promise<R>>>;

interface Options<C> {
  /** What a call changes: calls that have a name in common are never in two groups at once, and keep their order. */
  namesOf: (call: C) => readonly string[];
  /** Whether a second group may run beside the first for this call, without keeping others waiting. */
  hasRoom: (call: C) => boolean;
}

/**
 * Runs calls of one kind in groups. Those that arrive while a group runs are in the next one. It begins beside that one once that has sent
 * its COMMIT and as many wait that change nothing of what it changes (decision 225).
 */
export class Groups<C, R> {
  readonly #lanes = new Map<string, Lane<C, R>>();

  constructor(
    private readonly run: RunGroup<C, R>,
    private readonly options: Options<C>,
  ) {}

  /** @param key of the calls that may be in one group */
  join(key: string, call: C): Promise<R> {
    return new Promise((resolve, reject) => {
      const lane = this.#lanes.get(key) ?? { waiting: [], flights: new Set(), isTurning: false };
      this.#lanes.set(key, lane);
      const names = this.options.namesOf(call);
      lane.waiting.push({ call, names, scope: currentScope(), resolve, reject });
      void this.#turn(key, lane);
    });
  }

  async #turn(key: string, lane: Lane<C, R>): Promise<void> {
    if (lane.isTurning) return;
    lane.isTurning = true;
    // Those that come together are here then.
    await turn();
    lane.isTurning = false;
    const group = this.#next(lane);
    if (group.length > 0) void this.#fly(key, lane, group);
    else if (lane.waiting.length + lane.flights.size === 0) this.#lanes.delete(key);
  }

  /** Takes the calls of the next group off those that wait; none where it may not begin yet. */
  #next(lane: Lane<C, R>): Waiting<C, R>[] {
    const [flight] = lane.flights;
    if (!flight) return lane.waiting.splice(0, SIZE);
    const [first] = lane.waiting;
    if (!first || lane.flights.size === FLIGHTS || !this.options.hasRoom(first.call)) return [];
    const taken = new Set(flight.names);
    const group: Waiting<C, R>[] = [];
    for (const waiting of lane.waiting) {
      if (group.length === SIZE) break;
      if (waiting.names.some((name) => taken.has(name))) {
        // Later ones of the same goods don't overtake it.
        for (const name of waiting.names) taken.add(name);
      } else group.push(waiting);
    }
    // A group that is smaller than the one before would cost more for each call than it saves of the wait for the disk.
    if (!flight.isCommitting || group.length < flight.calls) return [];
    const isTaken = new Set(group);
    lane.waiting = lane.waiting.filter((waiting) => !isTaken.has(waiting));
    return group;
  }

  async #fly(key: string, lane: Lane<C, R>, group: readonly Waiting<C, R>[]): Promise<void> {
    const names = new Set(group.flatMap((waiting) => waiting.names));
    const flight: Flight = { names, calls: group.length, isCommitting: false };
    lane.flights.add(flight);
    try {
      const committing = () => {
        flight.isCommitting = true;
        void this.#turn(key, lane);
      };
      // A trace of its first call shows what the group does.
      const running = () =>
        this.run(
          group.map(({ call }) => call),
          committing,
        );
      const results = await inScope(group[0]?.scope, running);
      for (const [i, { resolve }] of group.entries()) resolve(results[i] as R);
    } catch (error) {
      for (const { reject } of group) reject(error);
    } finally {
      lane.flights.delete(flight);
      void this.#turn(key, lane);
    }
  }
}

/** Runs the transaction of a grouped operation in a slot of the caller's business. @throws AppError as `FairQueue.run` */
export function inSlot<T>(
  { slots, actor }: Pick<MemberContext, 'slots' | 'actor'>,
  work: () => Promise<T>,
): Promise<T> {
  return slots ? slots.calls.run(actor.entity.id, work) : work();
}

/** Whether a slot of the caller's business, and with it a connection, is idle. */
export const hasIdleSlot = ({ slots, actor }: Pick<MemberContext, 'slots' | 'actor'>): boolean =>
  slots === null || slots.calls.isIdle(actor.entity.id);

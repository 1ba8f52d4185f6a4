import { setImmediate as turn } from 'node:timers/promises';
import { currentScope, inScope, type Scope } from '../platform/tracing/trace';
import type { MemberContext } from './context';

interface Waiting<C, R> {
  call: C;
  scope: Scope | undefined;
  resolve(result: R | Promise<R>): void;
  reject(error: unknown): void;
}

/** Calls of a group: more would be planned again each time (`FEW` of the ledger). */
const SIZE = 8;

/** Runs calls of one kind in groups: those that arrive while a group runs are in the next one, or in one after it. */
export class Groups<C, R> {
  readonly #waiting = new Map<string, Waiting<C, R>[]>();

  /**
   * @param run gets the calls in the order of their arrival, and gives their results in it; its error is that of each of them.
   *   A result may be a promise, which the next group doesn't wait for
   */
  constructor(private readonly run: (calls: readonly C[]) => Promise<ReadonlyArray<R | Promise<R>>>) {}

  /** @param key of the calls that may be in one group */
  join(key: string, call: C): Promise<R> {
    return new Promise((resolve, reject) => {
      const entry = { call, scope: currentScope(), resolve, reject };
      const waiting = this.#waiting.get(key);
      if (waiting) {
        waiting.push(entry);
        return;
      }
      const opened = [entry];
      this.#waiting.set(key, opened);
      void this.#drain(key, opened);
    });
  }

  async #drain(key: string, waiting: Waiting<C, R>[]): Promise<void> {
    while (waiting.length > 0) {
      // Those that come together are here then.
      await turn();
      const group = waiting.splice(0, SIZE);
      try {
        // A trace of its first call shows what the group does.
        const running = () => this.run(group.map(({ call }) => call));
        const results = await inScope(group[0]?.scope, running);
        for (const [i, { resolve }] of group.entries()) resolve(results[i] as R);
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
    this.#waiting.delete(key);
  }
}

/** Runs the transaction of a grouped operation in a slot of the caller's business. @throws AppError as `FairQueue.run` */
export function inSlot<T>(
  { slots, actor }: Pick<MemberContext, 'slots' | 'actor'>,
  work: () => Promise<T>,
): Promise<T> {
  return slots ? slots.calls.run(actor.entity.id, work) : work();
}

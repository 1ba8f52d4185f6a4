import type { Actor } from '../kernel/actor';
import type { Db } from '../platform/db/client';

/** What an operation was sent, once checked. */
export type Input = Readonly<Record<string, unknown>>;

/** What a GET declares that reads one object: its row, and what of it is no part of its version (decision 932). */
export interface ObjectRow {
  /** Locks the row of the object until the transaction ends, so that it can't change between comparison and change. */
  lock(db: Db, actor: Actor, input: Input): PromiseLike<readonly unknown[]>;
  /** Whether changes are 404 to who sees it without its row being found: another business's product. */
  isOwn?: boolean;
  /** Whether a PUT makes it: what isn't there has no version then, and is 412 in place of 404. */
  isMade?: boolean;
  /**
   * Fields that no change of the object moves, such as balances, units on hand and times of use; `items.unit_cost` is a field of
   * each entry of a list. A response with such fields is never 304.
   */
  volatile: readonly string[];
  /** Whether a response of another operation shows what this caller reads; absent where it always does. */
  shownBy?: (view: Record<string, unknown>, actor: Actor) => boolean;
}

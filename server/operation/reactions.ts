import type { Db } from '../platform/db/client';

/** A feature's reaction to a change in a lower feature, in the same transaction. It may throw to reject the change. */
export type Reaction<T> = (db: Db, subject: T) => Promise<unknown>;

/** A point that other features can react to; `transport/reactions.ts` connects them. */
export class ReactionPoint<T> {
  private reactions: ReadonlyArray<Reaction<T>> | undefined;

  constructor(private readonly name: string) {}

  /** Replaces the reactions; they run in this order. */
  connect(...reactions: Array<Reaction<T>>): void {
    this.reactions = reactions;
  }

  /** Runs every reaction sequentially. @throws an error of a reaction; Error when no reactions were connected */
  async run(db: Db, subject: T): Promise<void> {
    if (!this.reactions)
      throw new Error(`Nothing is connected to ${this.name}: call connectReactions() first`);
    for (const reaction of this.reactions) await reaction(db, subject);
  }
}

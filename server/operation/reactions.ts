import type { Db } from '../platform/db/client';

/** What a feature does, in the same transaction, when something happens in a feature below it. It may throw to reject. */
export type Reaction<T> = (db: Db, subject: T) => Promise<void>;

/** A point at which other features react; `transport/reactions.ts` connects them. */
export class ReactionPoint<T> {
  private reactions: ReadonlyArray<Reaction<T>> | undefined;

  constructor(private readonly name: string) {}

  /** Replaces the reactions, which run in this order. */
  connect(...reactions: Array<Reaction<T>>): void {
    this.reactions = reactions;
  }

  /** Runs every reaction sequentially. @throws what a reaction throws; Error when nothing was connected */
  async run(db: Db, subject: T): Promise<void> {
    if (!this.reactions)
      throw new Error(`Nothing is connected to ${this.name}: call connectReactions() first`);
    for (const reaction of this.reactions) await reaction(db, subject);
  }
}

import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { instant } from '../../platform/db/columns';
import { keep, personal, plain } from '../../platform/db/marks';

/**
 * Words by which the objects of a business are found (decision 949), written by a job. What identifies an object as a whole is read from its
 * own table instead, as are states: numbers, tags, SKUs, licenses.
 */
export const searchTexts = pgTable(
  'search_texts',
  {
    /** Who finds it: of goods their owner and their sellers, else a business that sees it in its list. */
    ownerId: uuid('owner_id').notNull(),
    kind: plain(text('kind')).notNull(),
    objectId: uuid('object_id').notNull(),
    /** Since when it is: the newest are first. */
    at: instant('at').notNull(),
    /** Folded words of its name, each between spaces. */
    name: personal(text('name')).notNull(),
    /** The same of its name, its other fields and what it names. */
    words: personal(text('words')).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.ownerId, t.kind, t.objectId] }),
    index('search_texts_newest').on(t.ownerId, t.kind, t.at.desc(), t.objectId),
    index('search_texts_of_object').on(t.objectId, t.kind),
    // Without a pending list, which each search would read from end to end.
    index('search_texts_words')
      .using('gin', sql`search_lexemes(${t.ownerId}, ${t.kind}, ${t.words})`)
      .with({ fastupdate: false }),
  ],
);
keep(searchTexts, { kept: 'derived', erase: 'delete', erased: 'owner_id' });

/** Which words the texts of a business have, and how many of each kind: a word that many have is looked for in the newest (decision 949). */
export const searchWords = pgTable(
  'search_words',
  {
    ownerId: uuid('owner_id').notNull(),
    kind: plain(text('kind')).notNull(),
    word: personal(text('word')).notNull(),
    objects: integer('objects').notNull(),
  },
  (t) => [
    // Compared byte by byte: words that begin alike are a range.
    uniqueIndex('search_words_once').on(t.ownerId, t.kind, sql`(${t.word} collate "C")`),
    index('search_words_by_end').on(t.ownerId, t.kind, sql`(reverse(${t.word}) collate "C")`),
    index('search_words_unused').on(t.ownerId).where(sql`${t.objects} <= 0`),
  ],
);
keep(searchWords, { kept: 'derived', erase: 'delete', erased: 'owner_id' });

/** What changed and wasn't written to the texts yet: from events, and from triggers where no event says so. */
export const searchChanges = pgTable(
  'search_changes',
  {
    position: bigint('position', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Whose change it is: businesses take turns. */
    sourceId: uuid('source_id'),
    kind: plain(text('kind')).notNull(),
    /** Of whom the text is; null for all who have it. */
    ownerId: uuid('owner_id'),
    objectId: uuid('object_id').notNull(),
    /** It follows from the change of another object, such as a customer's name: it waits for those that don't. */
    follows: boolean('follows').notNull().default(false),
  },
  (t) => [
    index('search_changes_waiting').on(t.position).where(sql`not ${t.follows}`),
    index('search_changes_following').on(t.position).where(sql`${t.follows}`),
  ],
);
keep(searchChanges, { kept: 'derived' });

/** How far the texts of objects from before they were kept are written. */
export const searchFills = pgTable('search_fills', {
  kind: plain(text('kind')).primaryKey(),
  afterOwner: uuid('after_owner').notNull(),
  afterObject: uuid('after_object').notNull(),
  doneAt: instant('done_at'),
});
keep(searchFills, { kept: 'own' });

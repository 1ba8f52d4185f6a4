import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bytea, createdAt } from '../../../platform/db/columns';
import { keep, personal } from '../../../platform/db/marks';

/** Drawn documents of orders, so that asking again costs no drawing (decision 430). A backup leaves them out. */
export const drawnDocuments = pgTable(
  'drawn_documents',
  {
    entityId: uuid('entity_id').notNull(),
    /** SHA-256 of everything that the document shows, in hex: a change of any of it makes another document. */
    version: text('version').notNull(),
    contents: personal(bytea('contents')).notNull(),
    /** Bytes of `contents`. */
    size: integer('size').notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.entityId, t.version] }), index('drawn_documents_age').on(t.createdAt)],
);
keep(drawnDocuments, { kept: 'derived', erase: 'delete', erased: 'entity_id' });

import { sql } from 'drizzle-orm';
import { check, pgTable, unique } from 'drizzle-orm/pg-core';
import { bytea, createdAt, id, reference } from '../../../platform/db/columns';
import { keep, withheld } from '../../../platform/db/marks';
import { entities } from '../tables';

/** Logos of businesses: so small that they are here, where a document is drawn without the file storage (decision 462). */
export const entityLogos = pgTable(
  'entity_logos',
  {
    id: id(),
    entityId: reference('entity_id', () => entities.id),
    /** A PNG. */
    contents: withheld(bytea('contents')).notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    unique('entity_logos_once').on(t.entityId),
    check('entity_logos_size', sql`length(${t.contents}) between 1 and 65536`),
  ],
);
keep(entityLogos, { rows: 'entity_id', kept: 'working', erase: 'delete' });

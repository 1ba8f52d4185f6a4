import { sql } from 'drizzle-orm';
import { boolean, check, foreignKey, index, integer, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { createdAt, reference, updatedAt } from '../../../platform/db/columns';
import { keep } from '../../../platform/db/marks';
import { locations } from '../../entities/tables';
import { productVariants } from '../../products/tables';
import { MAX_WANTED } from './schema';

/** How many steps of a variant a location wants: below `reorder_point` it is low, and orders fill it up to `par` (decision 466). */
export const levelsWanted = pgTable(
  'levels_wanted',
  {
    entityId: uuid('entity_id').notNull(),
    locationId: uuid('location_id').notNull(),
    variantId: reference('variant_id', () => productVariants.id),
    reorderPoint: integer('reorder_point'),
    par: integer('par'),
    /** It opened the empty row of stock: while nothing has moved there, the row is low by its own point alone. */
    opened: boolean('opened').notNull().default(false),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.locationId, t.variantId] }),
    foreignKey({
      name: 'levels_wanted_location',
      columns: [t.entityId, t.locationId],
      foreignColumns: [locations.entityId, locations.id],
    }),
    check('levels_wanted_some', sql`num_nonnulls(${t.reorderPoint}, ${t.par}) > 0 or ${t.opened}`),
    check(
      'levels_wanted_bounds',
      sql`${t.reorderPoint} between 0 and ${sql.raw(String(MAX_WANTED))} and ${t.par} between 0 and ${sql.raw(String(MAX_WANTED))}`,
    ),
    check('levels_wanted_order', sql`${t.par} >= ${t.reorderPoint}`),
    index('levels_wanted_of_entity').on(t.entityId, t.variantId, t.locationId),
    index('levels_wanted_by_point').on(t.entityId, t.reorderPoint),
  ],
);
keep(levelsWanted, { rows: 'entity_id', kept: 'working' });

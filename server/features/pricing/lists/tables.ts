import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { cents, createdAt, id, reference, updatedAt } from '../../../platform/db/columns';
import { keep, plain } from '../../../platform/db/marks';
import { entities } from '../../entities/tables';
import { productVariants } from '../../products/tables';

/** Prices of a seller for the buyers that it gives the list to; `accounts.price_list_id` refers to it. */
export const priceLists = pgTable(
  'price_lists',
  {
    id: id(),
    entityId: reference('entity_id', () => entities.id),
    name: plain(text('name')).notNull(),
    /** Off the wholesale price of variants without a rule, or below its lowest break. */
    discountBps: integer('discount_bps').notNull().default(0),
    active: boolean('active').notNull().default(true),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check('price_lists_discount', sql`${t.discountBps} between 0 and 10000`),
    unique('price_lists_entity_id').on(t.entityId, t.id),
    unique('price_lists_name').on(t.entityId, t.name),
    index('price_lists_by_age').on(t.entityId, t.createdAt, t.id),
  ],
);
keep(priceLists, { rows: 'entity_id', kept: 'records' });

/** A break of a variant in a list: from so many steps on, one unit costs this. */
export const priceRules = pgTable(
  'price_rules',
  {
    listId: uuid('list_id')
      .notNull()
      .references(() => priceLists.id, { onDelete: 'cascade' }),
    variantId: reference('variant_id', () => productVariants.id),
    minSteps: integer('min_steps').notNull(),
    priceCents: cents('price_cents').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.listId, t.variantId, t.minSteps] }),
    check('price_rules_min_steps', sql`${t.minSteps} between 1 and 1000000`),
    check('price_rules_price', sql`${t.priceCents} between 0 and 999999999`),
    index('price_rules_of_variant').on(t.variantId),
  ],
);
keep(priceRules, { rows: 'list_id>price_lists', kept: 'records' });

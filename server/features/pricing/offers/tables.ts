import { sql } from 'drizzle-orm';
import { check, foreignKey, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { cents, createdAt, id, instant, isOneOf, reference, updatedAt } from '../../../platform/db/columns';
import { keep, plain } from '../../../platform/db/marks';
import { accounts } from '../../entities/customers/tables';
import { entities } from '../../entities/tables';
import { productVariants } from '../../products/tables';
import { AUDIENCES } from './audiences';

/** Prices, or goods that no other buyer gets, for a time and for all connected buyers or chosen ones (decision 620). */
export const offers = pgTable(
  'offers',
  {
    id: id(),
    entityId: reference('entity_id', () => entities.id),
    name: plain(text('name')).notNull(),
    startsAt: instant('starts_at').notNull(),
    endsAt: instant('ends_at').notNull(),
    audience: text('audience', { enum: AUDIENCES }).notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check('offers_audience', isOneOf(t.audience, AUDIENCES)),
    check('offers_time', sql`${t.startsAt} < ${t.endsAt}`),
    index('offers_by_age').on(t.entityId, t.createdAt, t.id),
    index('offers_by_end').on(t.entityId, t.endsAt),
  ],
);
keep(offers, { rows: 'entity_id', kept: 'records' });

/** The chosen buyers of an offer. */
export const offerBuyers = pgTable(
  'offer_buyers',
  {
    offerId: uuid('offer_id')
      .notNull()
      .references(() => offers.id, { onDelete: 'cascade' }),
    sellerId: uuid('seller_id').notNull(),
    buyerId: uuid('buyer_id').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.offerId, t.buyerId] }),
    foreignKey({
      name: 'offer_buyers_account',
      columns: [t.sellerId, t.buyerId],
      foreignColumns: [accounts.sellerId, accounts.buyerId],
    })
      .onUpdate('cascade')
      .onDelete('cascade'),
    index('offer_buyers_of_account').on(t.sellerId, t.buyerId),
  ],
);
keep(offerBuyers, { rows: 'seller_id', kept: 'records' });

/** What an offer is about; without breaks it only lets its buyers see and order the variant. */
export const offerItems = pgTable(
  'offer_items',
  {
    offerId: uuid('offer_id')
      .notNull()
      .references(() => offers.id, { onDelete: 'cascade' }),
    variantId: reference('variant_id', () => productVariants.id),
    /** Rooms beside those that everybody buys from. */
    rooms: text('rooms', { enum: ['secret_menu'] })
      .array()
      .notNull()
      .default(sql`'{}'`),
    position: integer('position').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.offerId, t.variantId] }),
    index('offer_items_of_variant').on(t.variantId, t.offerId),
  ],
);
keep(offerItems, { rows: 'offer_id>offers', kept: 'records' });

/** A break of a variant in an offer: from so many steps on, one unit costs this. */
export const offerBreaks = pgTable(
  'offer_breaks',
  {
    offerId: uuid('offer_id').notNull(),
    variantId: uuid('variant_id').notNull(),
    minSteps: integer('min_steps').notNull(),
    priceCents: cents('price_cents').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.offerId, t.variantId, t.minSteps] }),
    foreignKey({
      name: 'offer_breaks_item',
      columns: [t.offerId, t.variantId],
      foreignColumns: [offerItems.offerId, offerItems.variantId],
    }).onDelete('cascade'),
    check('offer_breaks_min_steps', sql`${t.minSteps} between 1 and 1000000`),
    check('offer_breaks_price', sql`${t.priceCents} between 0 and 999999999`),
  ],
);
keep(offerBreaks, { rows: 'offer_id>offers', kept: 'records' });

import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { cents, createdAt, id, instant, isOneOf, reference, updatedAt } from '../../platform/db/columns';
import { keep, plain, withheld } from '../../platform/db/marks';
import { entities, locations } from '../entities/tables';
import { priceLists } from '../pricing/lists/tables';
import { CATEGORY_NAMES } from '../products/categories';
import type { Schedule } from './schema';
import { AVAILABILITIES, GOODS_CHOICES, MENU_SETTABLE, PRICES_SHOWN } from './state';

/** What a seller shows to who has its link: goods, prices and availability, live (decision 964). */
export const menus = pgTable(
  'menus',
  {
    id: id(),
    entityId: reference('entity_id', () => entities.id),
    name: plain(text('name')).notNull(),
    message: plain(text('message')),
    /** The customer for whom it is; null for everybody with the link. */
    customerId: uuid('customer_id').references(() => entities.id),
    prices: text('prices', { enum: PRICES_SHOWN }).notNull().default('shown'),
    priceListId: uuid('price_list_id').references(() => priceLists.id, { onDelete: 'set null' }),
    goods: text('goods', { enum: GOODS_CHOICES }).notNull().default('all'),
    /** What `all` leaves out. */
    categories: text('categories', { enum: CATEGORY_NAMES }).array().notNull().default(sql`'{}'`),
    brands: plain(text('brands')).array().notNull().default(sql`'{}'`),
    /** What `chosen` has. */
    variantIds: uuid('variant_ids').array().notNull().default(sql`'{}'`),
    availability: text('availability', { enum: AVAILABILITIES }).notNull().default('levels'),
    certificates: boolean('certificates').notNull().default(false),
    takesRequests: boolean('takes_requests').notNull().default(true),
    /** In cents; null for the minimum of the business. */
    minimumOrderCents: cents('minimum_order_cents'),
    /** A slow hash; null without a passcode. */
    passcodeHash: withheld(text('passcode_hash')),
    /** Whose stock counts; null for all premises that may ship. */
    locationId: uuid('location_id'),
    /** As a postal code; null where all premises that may ship lie in one state. */
    state: plain(text('state')),
    /** Its last day in the calendar of the business. */
    expiresOn: date('expires_on'),
    status: text('status', { enum: MENU_SETTABLE }).notNull().default('active'),
    schedule: plain(jsonb('schedule')).$type<Schedule>(),
    /** When the schedule sends next; null without one. */
    nextSendAt: instant('next_send_at'),
    /** Rises with each change: what was drawn before is drawn again. */
    version: bigint('version', { mode: 'number' }).notNull().default(1),
    /** When the seller was last notified of wrong passcodes. */
    guessedAt: withheld(instant('guessed_at')),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    deletedAt: instant('deleted_at'),
  },
  (t) => [
    foreignKey({
      name: 'menus_location',
      columns: [t.entityId, t.locationId],
      foreignColumns: [locations.entityId, locations.id],
    }),
    check('menus_prices', isOneOf(t.prices, PRICES_SHOWN)),
    check('menus_goods', isOneOf(t.goods, GOODS_CHOICES)),
    check('menus_availability', isOneOf(t.availability, AVAILABILITIES)),
    check('menus_status', isOneOf(t.status, MENU_SETTABLE)),
    check('menus_minimum_order', sql`${t.minimumOrderCents} between 0 and 999999999999`),
    check('menus_variants', sql`cardinality(${t.variantIds}) <= 500`),
    index('menus_of_entity').on(t.entityId, t.createdAt, t.id).where(sql`${t.deletedAt} is null`),
    index('menus_of_customer').on(t.customerId).where(sql`${t.customerId} is not null`),
    index('menus_of_price_list').on(t.priceListId).where(sql`${t.priceListId} is not null`),
    index('menus_of_location').on(t.entityId, t.locationId).where(sql`${t.locationId} is not null`),
    index('menus_due').on(t.nextSendAt).where(sql`${t.nextSendAt} is not null and ${t.deletedAt} is null`),
  ],
);
keep(menus, { rows: 'entity_id', kept: 'working', erase: 'delete' });

/** Links to a menu: its own, and one for each customer that it was mailed to, which shows that customer's prices. */
export const menuLinks = pgTable(
  'menu_links',
  {
    id: id(),
    menuId: reference('menu_id', () => menus.id),
    entityId: uuid('entity_id').notNull(),
    /** Null for the menu's own link. */
    customerId: uuid('customer_id').references(() => entities.id),
    tokenHash: withheld(text('token_hash')).notNull().unique('menu_links_token'),
    /** The token, sealed, for members. */
    tokenSealed: withheld(text('token_sealed')).notNull(),
    lastOpenedOn: date('last_opened_on'),
    lastMailedAt: instant('last_mailed_at'),
    createdAt: createdAt(),
    revokedAt: instant('revoked_at'),
  },
  (t) => [
    uniqueIndex('menu_links_own').on(t.menuId).where(sql`${t.customerId} is null and ${t.revokedAt} is null`),
    uniqueIndex('menu_links_of_customer')
      .on(t.menuId, t.customerId)
      .where(sql`${t.customerId} is not null and ${t.revokedAt} is null`),
    index('menu_links_in_order').on(t.menuId, t.createdAt, t.id),
    index('menu_links_to').on(t.customerId).where(sql`${t.customerId} is not null`),
    index('menu_links_sealed').on(t.entityId),
  ],
);
keep(menuLinks, { rows: 'entity_id', kept: 'working', erase: 'delete' });

/** How often a link was opened, by the day in UTC; processes add up their counts once a minute. */
export const menuViews = pgTable(
  'menu_views',
  {
    linkId: reference('link_id', () => menuLinks.id),
    menuId: uuid('menu_id').notNull(),
    day: date('day').notNull(),
    views: integer('views').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.linkId, t.day] }),
    index('menu_views_of_menu').on(t.menuId, t.day),
    index('menu_views_by_age').on(t.day),
  ],
);
keep(menuViews, { kept: 'derived' });

/** Networks that gave the right passcode of a menu, by a digest: others' wrong tries don't keep them out. */
export const menuPassers = pgTable(
  'menu_passers',
  {
    menuId: reference('menu_id', () => menus.id),
    network: withheld(text('network')).notNull(),
    passedAt: instant('passed_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.menuId, t.network] }), index('menu_passers_by_age').on(t.passedAt)],
);
keep(menuPassers, { kept: 'throttles' });

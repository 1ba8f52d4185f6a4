import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import type { Actor } from '../../../kernel/actor';
import { Search } from '../../../kernel/params';
import { byId, collection, equals, filter } from '../../../platform/db/collection';
import { pageOf, rowsWhere } from '../../../platform/db/rows.sql';
import { ID, OWNER } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { inventoryItems } from '../../inventory/tables';
import { isListingShown } from '../../pricing/shown/queries.sql';
import { GOODS_WORDS } from '../schema';
import { foundListings } from '../search/queries.sql';
import { listings, productVariants } from '../tables';
import { listing } from './resource';

const g = alias(listings, 'g');
type Owner = Pick<Actor, 'entity'>;

/** SQL: the listings (alias `g`) of the caller's business. The only way to a row. */
export const ownListings = ({ entity }: Owner) => sql`g.seller_id = ${entity.id}`;

export const LISTINGS = collection(listing, {
  name: 'listings',
  visible: ownListings,
  sorts: { created_at: g.createdAt, sku: g.sku },
  fallback: 'created_at',
  keys: { created_at: 'timestamptz' },
  changed: g.updatedAt,
  filters: {
    product_id: byId(g.productId, 'Only variants of this product'),
    search: filter(
      Search.meta({ description: GOODS_WORDS }),
      'x yyy',
      (asked, { entity }: Owner) =>
        sql`g.variant_id in (select f.variant_id from ${foundListings(asked, (id) => sql`${id} = ${entity.id}`, false)} f)`,
    ),
    active: equals(g.active, z.boolean().meta({ description: 'false for those that are not sold' }), true),
  },
});
export const listingPage = pageOf(LISTINGS, OWNER);
/** Listings as the resource. */
export const readListings = rowsWhere(listing, [[sql`g.variant_id = ${ID} and ${ownListings(OWNER)}`]]);

export const countListings = statement(
  [[ID]],
  (sellerId: string) =>
    sql<{ total: number }>`select count(*)::int as total from ${listings} g where g.seller_id = ${sellerId}`,
);

/** A variant that a business owns, or has or had in stock, and whether it owns it. */
export const heldVariant = statement(
  [[ID, ID]],
  (entityId: string, variantId: string) => sql<{ product_id: string; own: boolean }>`
    select v.product_id, v.entity_id = ${entityId} as own from ${productVariants} v
    where v.id = ${variantId} and (v.entity_id = ${entityId}
      or exists (select from ${inventoryItems} i where i.variant_id = v.id and i.entity_id = ${entityId}))`,
);

/** SQL: the active listings (alias `g`) of sellers for which a condition on `g.seller_id` holds, as far as they exist for a buyer. */
export const listedBy = (sellers: SQL, buyerId: string) =>
  sql`${listings} g where g.seller_id in ${sellers} and g.active and ${isListingShown(sql`${buyerId}::uuid`)}`;

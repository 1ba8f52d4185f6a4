import { type SQL, sql } from 'drizzle-orm';
import type { Page } from '../../kernel/params';
import { byName, slice } from '../../platform/db/listing';
import { ID } from '../../platform/db/samples';
import { statement } from '../../platform/db/statement';
import { entities } from '../entities/tables';
import { joinAllTerms, ownLadder, ownPrice } from '../pricing/buyers/queries.sql';
import type { LadderStep } from '../pricing/ladder';
import { isListingShown, isShown, secretColumn } from '../pricing/shown/queries.sql';
import { foundListings, foundVariants } from '../products/search/queries.sql';
import { listings, products, productVariants } from '../products/tables';
import { inStockOf, type OfferRow } from './queries.sql';
import { supplierConditions } from './suppliers.sql';

/**
 * SQL: variants `v` that a search finds, as each connected seller offers them, own ones and those of others under its own SKU and price.
 * Sellers are an array: of a join with them PostgreSQL expects two of a thousand products, and joins those with all variants by a loop.
 */
const soldTo = (buyerId: string, search: string) => {
  const sellers = sql`array(select e.id from ${entities} e where ${supplierConditions(buyerId)})`;
  const isTheirs = (id: SQL) => sql`${id} = any(${sellers})`;
  return sql`(
    select v.id, v.product_id, v.name, v.position, v.sku, v.wholesale_price_cents, v.weight, q.entity_id as seller_id, v.case_size, v.unit, v.step
    from ${products} q join ${productVariants} v on v.product_id = q.id and v.deleted_at is null
    where q.entity_id = any(${sellers}) and q.active and q.deleted_at is null and ${isShown(sql`${buyerId}::uuid`, 'q')}
      and v.id in ${foundVariants(search, isTheirs)}
    union all
    select v.id, v.product_id, v.name, v.position, g.sku, g.wholesale_price_cents, v.weight, g.seller_id,
      coalesce(g.case_size, v.case_size), v.unit, v.step
    from ${listings} g join ${productVariants} v on v.id = g.variant_id where g.seller_id = any(${sellers}) and g.active
      and ${isListingShown(sql`${buyerId}::uuid`)} and (g.seller_id, g.variant_id) in ${foundListings(search, isTheirs)}
  ) v join ${products} p on p.id = v.product_id join ${entities} w on w.id = v.seller_id`;
};

const SOLD = { variant: sql`v.id`, wholesale: sql`v.wholesale_price_cents`, caseSize: sql`v.case_size` };

/** Offers of all sellers of a buyer that a search finds: those of one product beside each other, the cheapest for the buyer first. */
export const offersOfAll = statement(
  [
    [ID, 'x yyy', true, { page: 1, limit: 1 }],
    [ID, 'x', undefined, { page: 1, limit: 1 }],
  ],
  (buyerId: string, search: string, in_stock: boolean | undefined, page: Page) => sql<
    OfferRow & {
      supplier_id: string;
      supplier_name: string;
      max_reserved_percent: number;
      total: number;
      ladder: LadderStep[] | null;
    }
  >`
    select p.id as product_id, p.name as product_name, p.brand, p.category, p.subcategory, p.images[1] as image, p.thc_percentage,
      v.id as variant_id, v.name as variant_name, v.sku, v.wholesale_price_cents::float8 as wholesale_price_cents,
      w.id as supplier_id, w.name as supplier_name, w.max_reserved_percent, (count(*) over ())::int as total,
      v.case_size, v.unit, v.step, ${ownLadder(SOLD)} as ladder
    from ${soldTo(buyerId, search)} ${joinAllTerms(sql`w.id`, sql`${buyerId}`)}
    where ${in_stock === undefined ? sql`true` : sql`${inStockOf(sql`v.seller_id`, secretColumn(sql`v.seller_id`, sql`${buyerId}::uuid`))} = ${in_stock}`}
    order by ${byName(sql`p.name`)}, v.weight nulls last, ${ownPrice(SOLD)}, v.id, w.id ${slice(page)}`,
);

import { type SQL, sql } from 'drizzle-orm';
import { OPEN_STATUSES } from '../../../kernel/order-statuses';
import { isOneOf } from '../../../platform/db/columns';
import { uuids } from '../../../platform/db/listing';
import { ID } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { inventoryItems } from '../../inventory/tables';
import { orderItems, orders } from '../../orders/tables';
import { listings, products, productVariants } from '../../products/tables';
import { offerBuyers, offerItems, offers } from '../offers/tables';

/** SQL: whether an offer `f` names a buyer. */
export const namesBuyer = (buyerId: SQL): SQL => sql`(f.audience = 'all' or exists (
  select from ${offerBuyers} w where w.offer_id = f.id and w.buyer_id = ${buyerId}))`;

/** SQL: whether an offer `f` is on and names a buyer. */
export const isOnFor = (buyerId: SQL): SQL =>
  sql`f.starts_at <= now() and f.ends_at > now() and ${namesBuyer(buyerId)}`;

/** SQL: whether a seller offers a buyer one of these variants now. */
export const isOffered = (sellerId: SQL, buyerId: SQL, variantIds: SQL): SQL => sql`exists (
  select from ${offers} f join ${offerItems} t on t.offer_id = f.id
  where f.entity_id = ${sellerId} and ${isOnFor(buyerId)} and t.variant_id in (${variantIds}))`;

const isOpen = isOneOf(sql`o.status`, OPEN_STATUSES);
const inStock = (buyerId: SQL, variantId: SQL): SQL => sql`exists (select from ${inventoryItems} i
  where i.variant_id = ${variantId} and i.entity_id = ${buyerId} and i.quantity > 0)`;

/** A product of a statement by its alias: `q` where `p` is another. */
type Alias = 'p' | 'q';

/** SQL: whether a business holds a product: in stock, or in an open order of its own. */
export const holdsNow = (
  buyerId: SQL,
  product: Alias = 'p',
): SQL => sql`exists (select from ${productVariants} n
  where n.product_id = ${sql.raw(product)}.id and (${inStock(buyerId, sql`n.id`)} or exists (select from ${orderItems} x join ${orders} o on o.id = x.order_id
    where x.variant_id = n.id and x.retailer_id = ${buyerId} and ${isOpen})))`;

/**
 * SQL: whether a product of its owner exists for a buyer (decision 620): one that is sold by offers alone only while an offer names the buyer, or it
 * holds it. For others, which are nearly all, this reads nothing.
 */
export function isShown(buyerId: SQL, product: Alias = 'p'): SQL {
  const p = sql.raw(product);
  return sql`(${p}.visibility = 'connected'
    or ${isOffered(sql`${p}.entity_id`, buyerId, sql`select n.id from ${productVariants} n where n.product_id = ${p}.id`)}
    or ${holdsNow(buyerId, product)})`;
}

/** SQL: the same of a listing `g`, which a buyer holds that got it from its seller. */
export const isListingShown = (buyerId: SQL): SQL => sql`(g.visibility = 'connected'
  or ${isOffered(sql`g.seller_id`, buyerId, sql`g.variant_id`)}
  or exists (select from ${orderItems} x join ${orders} o on o.id = x.order_id
    where x.variant_id = g.variant_id and x.retailer_id = ${buyerId} and o.wholesaler_id = g.seller_id
      and (${isOpen} or o.status = 'delivered' and ${inStock(buyerId, sql`g.variant_id`)})))`;

/** The variants, of these, that exist for a buyer of a seller. */
export const variantsShown = statement(
  [[ID, ID, [ID]]],
  (sellerId: string, buyerId: string, variantIds: readonly string[]) => sql<{ id: string }>`
    select v.id from ${productVariants} v join ${products} p on p.id = v.product_id
    where v.id = any(${uuids(variantIds)}) and p.entity_id = ${sellerId} and ${isShown(sql`${buyerId}::uuid`)}
    union all
    select g.variant_id from ${listings} g
    where g.variant_id = any(${uuids(variantIds)}) and g.seller_id = ${sellerId} and ${isListingShown(sql`${buyerId}::uuid`)}`,
);

/** SQL: `(seller, variant)` of what any seller sells a buyer from its secret menu, too. */
export const secretPairs = (
  buyerId: SQL,
): SQL => sql`(select f.entity_id, t.variant_id from ${offers} f join ${offerItems} t on t.offer_id = f.id
  where ${isOnFor(buyerId)} and t.rooms @> '{secret_menu}')`;
/** SQL: the variants that a seller's offers let a buyer have from the secret menu now. */
const secretly = (sellerId: SQL, buyerId: SQL): SQL =>
  sql`select t.variant_id from ${secretPairs(buyerId)} t where t.entity_id = ${sellerId}`;
/** SQL: the same as an array. */
export const secretColumn = (sellerId: SQL, buyerId: SQL): SQL => sql`array(${secretly(sellerId, buyerId)})`;

/** The variants, of these or of all, that a buyer may have from the seller's secret menu, too. */
export const secretVariants = statement(
  [
    [ID, ID, [ID]],
    [ID, ID, null],
  ],
  (sellerId: string, buyerId: string, variantIds: readonly string[] | null) => sql<{ id: string }>`
    select distinct s.variant_id as id from (${secretly(sql`${sellerId}`, sql`${buyerId}::uuid`)}) s ${variantIds ? sql`where s.variant_id = any(${uuids(variantIds)})` : sql``}`,
);

/** What a seller keeps from a buyer, or opens for it alone: whether it has goods that are offered only, and what of its secret menu. */
export interface Aside {
  hides: boolean;
  secret: string[];
}

export const NOTHING_ASIDE: Aside = { hides: false, secret: [] };

/** SQL: the columns of `Aside`. */
export const asideColumns = (sellerId: string, buyerId: string): SQL => sql`
  (exists (select from ${products} p where p.entity_id = ${sellerId} and p.visibility = 'offered')
    or exists (select from ${listings} g where g.seller_id = ${sellerId} and g.visibility = 'offered')) as hides,
  ${secretColumn(sql`${sellerId}`, sql`${buyerId}::uuid`)} as secret`;

import { type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor } from '../../kernel/actor';
import { listedIds, type Page } from '../../kernel/params';
import { allOf, byName, type SortOf, uuids } from '../../platform/db/listing';
import { ID, LIMITED } from '../../platform/db/samples';
import { statement } from '../../platform/db/statement';
import type { NearRows } from '../../platform/db/walk';
import { visibleLevels } from '../inventory/levels/queries.sql';
import { keptInStock } from '../inventory/queries.sql';
import { inventoryItems, stockLevels } from '../inventory/tables';
import { hasBought } from '../orders/figures/queries.sql';
import { TERMS, versionedTerms } from '../pricing/buyers/queries.sql';
import { priceRules } from '../pricing/lists/tables';
import { offerBreaks } from '../pricing/offers/tables';
import { type BuyerTerms, broken, brokenPrice, type VersionedTerms } from '../pricing/queries.sql';
import {
  type Aside,
  asideColumns,
  isListingShown,
  isShown,
  NOTHING_ASIDE,
} from '../pricing/shown/queries.sql';
import { certifiesProduct } from '../products/queries.sql';
import { foundListings, foundVariants } from '../products/search/queries.sql';
import { listings, productCoas, products, productVariants } from '../products/tables';
import type { ListCatalog, Offer } from './schema';

type OfferView = z.infer<typeof Offer>;

/** What every buyer sees alike. */
export interface OfferRow
  extends Omit<
    OfferView,
    | 'wholesale_price'
    | 'price_ladder'
    | 'available_quantity'
    | 'available_amount'
    | 'case_size_amount'
    | 'own_quantity'
    | 'last_price'
    | 'last_ordered_at'
    | 'certificate'
  > {
  /** What the seller asks of those without a price of their own. */
  wholesale_price_cents: number;
  /** In ten-thousandths of the unit; null where it is sold each. */
  step: number | null;
}

/** SQL: products `p` with their variants `v`. */
export const OFFERS = sql`${products} p join ${productVariants} v on v.product_id = p.id and v.deleted_at is null`;

/** SQL: the same of what a seller sells a buyer that sells on goods of others, too: under its own SKU and price. */
export const withListed = (sellerId: string, buyerId: string) => sql`(
    select v.id, v.product_id, v.name, v.position, v.sku, v.wholesale_price_cents, v.case_size
    from ${products} q join ${productVariants} v on v.product_id = q.id and v.deleted_at is null
    where q.entity_id = ${sellerId} and q.active and q.deleted_at is null and ${isShown(sql`${buyerId}::uuid`, 'q')}
    union all
    select v.id, v.product_id, v.name, v.position, g.sku, g.wholesale_price_cents, coalesce(g.case_size, v.case_size)
    from ${listings} g join ${productVariants} v on v.id = g.variant_id where g.seller_id = ${sellerId} and g.active
      and ${isListingShown(sql`${buyerId}::uuid`)}
  ) v join ${products} p on p.id = v.product_id`;

/**
 * Whether a seller sells on goods of others, what it grants a buyer, who without `terms` pays the wholesale price, and what of its goods isn't for
 * all buyers alike.
 */
export const shelfOf = statement(
  [[ID, ID]],
  (sellerId: string, buyerId: string) => sql<{ more: boolean; terms: VersionedTerms | null } & Aside>`
    select exists (select from ${listings} g where g.seller_id = ${sellerId} and g.active) as more,
      ${versionedTerms(sellerId, buyerId)} as terms, ${asideColumns(sellerId, buyerId)}`,
);

const SORT_COLUMNS = {
  product_name: byName(sql`p.name`),
  brand: byName(sql`p.brand`),
  category: sql`p.category`,
  wholesale_price: sql`v.wholesale_price_cents`,
};

/** SQL: whether a search finds a seller's own variant `v`, or one that it sells on. */
const isFound = (sellerId: string, search: string, withListings: boolean): SQL => {
  const own = foundVariants(search, (ownerId) => sql`${ownerId} = ${sellerId}`);
  if (!withListings) return sql`v.id in ${own}`;
  const listed = foundListings(search, (id) => sql`${id} = ${sellerId}`);
  return sql`v.id in (select o.id from ${own} o union select l.variant_id from ${listed} l)`;
};

const EVERY_FILTER: Filter = {
  category: 'flower',
  brand: 'x',
  in_stock: true,
  ordered: true,
  thc_min: 1,
  thc_max: 2,
  variant_ids: ID,
  search: 'x yyy',
};
const OUT_OF_STOCK: Filter = { in_stock: false, ordered: false };

const PAIR = { sellerId: ID, buyerId: ID };
const ASIDE: Aside = { hides: true, secret: [ID] };

export const countOffers = statement(
  [
    [OFFERS, offerConditions(ID, PAIR, EVERY_FILTER)],
    [OFFERS, offerConditions(ID, PAIR, OUT_OF_STOCK)],
    [withListed(ID, ID), offerConditions(null, PAIR, EVERY_FILTER)],
    [OFFERS, offerConditions(ID, PAIR, OUT_OF_STOCK, ASIDE)],
  ],
  (from: SQL, where: SQL) =>
    sql<{ total: number }>`select count(*)::int as total from ${from} where ${where}`,
);

/** SQL: the number of all offers of a seller: its variants, which an index counts, less those of the few products that aren't sold. */
const allOffers = (sellerId: string) => sql`(
  (select count(*) from ${productVariants} v where v.entity_id = ${sellerId} and v.deleted_at is null)
  - (select count(*) from ${notSold(sellerId)} and v.deleted_at is null))`;

const notSold = (sellerId: string) => sql`${products} p join ${productVariants} v on v.product_id = p.id
  where p.entity_id = ${sellerId} and (not p.active or p.deleted_at is not null)`;

/** SQL: the number of offers that a seller has in stock: its variants in stock, less those that aren't sold. */
const offersInStock = (sellerId: string) => sql`(
  ${keptInStock(sellerId)}
  - (select count(*) from ${notSold(sellerId)} and v.deleted_at is null and ${inStock(sellerId)})
  - (select count(*) from ${productVariants} v
    where v.entity_id = ${sellerId} and v.deleted_at is not null and ${inStock(sellerId)}))`;

const countOf = (counted: SQL) => sql<{ total: number }>`select (${counted})::int as total`;

export const countAllOffers = statement([[ID]], (sellerId: string) => countOf(allOffers(sellerId)));

export const countInStock = statement([[ID]], (sellerId: string) => countOf(offersInStock(sellerId)));

export const countOutOfStock = statement([[ID]], (sellerId: string) =>
  countOf(sql`${allOffers(sellerId)} - ${offersInStock(sellerId)}`),
);

interface OfferPage {
  sort?: SortOf<typeof SORT_COLUMNS>;
  rows: NearRows;
  /** Of the buyer by whose prices they are sorted; without, by the seller's. */
  terms?: BuyerTerms | null;
}

const FIRST: OfferPage = { sort: undefined, rows: { limit: 1, skipped: 0, backward: false } };
const LAST: OfferPage = { sort: '-brand', rows: { limit: 1, skipped: 0, backward: true } };
const OWN: OfferPage = { ...FIRST, sort: 'wholesale_price', terms: TERMS };

/** A page is chosen before its columns are read, from the nearer end. */
export const offersPage = statement(
  [
    [OFFERS, offerConditions(ID, PAIR, {}), FIRST],
    [OFFERS, offerConditions(ID, PAIR, {}), LAST],
    [OFFERS, offerConditions(ID, PAIR, {}), OWN],
    [OFFERS, offerConditions(ID, PAIR, OUT_OF_STOCK), FIRST],
    [withListed(ID, ID), offerConditions(null, PAIR, {}), FIRST],
    [OFFERS, offerConditions(ID, PAIR, OUT_OF_STOCK, ASIDE), FIRST],
  ],
  (from: SQL, where: SQL, page: OfferPage) => offersOf(from, where, page, sql`null::int`),
);

/** The same of those that a search finds, with their number: each offer is looked at once (decision 316). */
export const offersFound = statement(
  [
    [OFFERS, offerConditions(ID, PAIR, EVERY_FILTER), FIRST],
    [withListed(ID, ID), offerConditions(null, PAIR, EVERY_FILTER), FIRST],
    [OFFERS, offerConditions(ID, PAIR, EVERY_FILTER, ASIDE), FIRST],
  ],
  (from: SQL, where: SQL, page: OfferPage) => offersOf(from, where, page, sql`(count(*) over ())::int`),
);

/**
 * SQL: rows of `sold` with `own.cents`, what a buyer pays for the least of each that can be ordered (decision 590): of all of them at once, since the
 * function of the database is called for each.
 */
const priced = ({ listId, discountBps, offerIds }: BuyerTerms) => sql`(
        select s.*, least(coalesce(r.cents, case when ${discountBps}::int > 0 then (s.wholesale_price_cents * (10000 - ${discountBps}::int) * 2 + 10000) / 20000 end,
          s.wholesale_price_cents), f.cents) as cents
        from sold s
          left join (select x.variant_id, ${brokenPrice(sql`max(${broken(sql`b`)})`)} as cents
            from ${priceRules} b join sold x on x.variant_id = b.variant_id and b.min_steps <= x.case_size
            where b.list_id = ${listId}::uuid and b.min_steps <= (select max(case_size) from sold)
            group by x.variant_id) r on r.variant_id = s.variant_id
          left join (select y.variant_id, min(y.cents) as cents from (
              select x.variant_id, ${brokenPrice(sql`max(${broken(sql`b`)})`)} as cents
              from ${offerBreaks} b join sold x on x.variant_id = b.variant_id and b.min_steps <= x.case_size
              where b.offer_id = any(${uuids(offerIds)}) group by x.variant_id, b.offer_id) y
            group by y.variant_id) f on f.variant_id = s.variant_id) own`;

function offersOf(from: SQL, where: SQL, { sort = 'product_name', rows, terms }: OfferPage, total: SQL) {
  const field = sort.replace('-', '') as keyof typeof SORT_COLUMNS;
  const isOwn = field === 'wholesale_price' && terms;
  const column = isOwn ? sql`own.cents` : SORT_COLUMNS[field];
  const descending = sort.startsWith('-');
  // An index of names is read backward for a descending sort: brands alone may be null, and are last then, too.
  const nullsFirst = descending && field !== 'brand';
  const chosen = isOwn
    ? [column, sql`own.product_id`, sql`own.position`, sql`own.variant_id`]
    : [column, sql`p.id`, sql`v.position`, sql`v.id`];
  const shown = [sql`page.key`, sql`page.product_id`, sql`page.position`, sql`page.variant_id`];
  const by = ([key, product, position, variant]: SQL[], backward: boolean) => {
    const [up, down] = backward ? [sql`desc`, sql`asc`] : [sql`asc`, sql`desc`];
    const way = descending ? down : up;
    const nulls = nullsFirst !== backward ? sql`nulls first` : sql`nulls last`;
    return sql`order by ${key} ${way} ${nulls}, ${product} ${way}, ${position} ${up}, ${variant} ${up}`;
  };
  const columns = sql`p.id as product_id, v.id as variant_id, v.position, v.sku, v.wholesale_price_cents, v.case_size, ${total} as total`;
  return sql<OfferRow & { total: number | null }>`
    select p.id as product_id, p.name as product_name, p.brand, p.category, p.subcategory,
      p.images[1] as image, p.thc_percentage,
      v.id as variant_id, v.name as variant_name, page.sku, page.wholesale_price_cents::float8 as wholesale_price_cents,
      page.case_size, v.unit, v.step, page.total
    from (
      ${isOwn ? sql`with sold as materialized (select ${columns} from ${from} where ${where}) select own.*, ${column} as key from ${priced(terms)}` : sql`select ${columns}, ${column} as key from ${from} where ${where}`}
      ${by(chosen, rows.backward)} limit ${rows.limit} offset ${rows.skipped}
    ) page join ${products} p on p.id = page.product_id join ${productVariants} v on v.id = page.variant_id
    ${by(shown, false)}`;
}

export type Filter = Omit<z.infer<typeof ListCatalog>, 'id' | 'customer_id' | 'sort' | keyof Page>;

/** SQL: whether a seller can sell its variant `v`. Not EXISTS, which PostgreSQL may turn into a pass over all of its levels. */
function inStock(sellerId: string): SQL {
  return inStockOf(sql`${sellerId}`);
}

/** @param secret SQL: variants that are sold from the secret menu, too */
function inStockOf(sellerId: SQL, secret?: SQL): SQL {
  const usual = sql`(select true from ${stockLevels} s
    where s.variant_id = v.id and s.entity_id = ${sellerId} and s.band > 0 limit 1) is not null`;
  if (!secret) return usual;
  return sql`(${usual} or v.id = any(${secret}) and exists (select from ${inventoryItems} i
    where i.variant_id = v.id and i.entity_id = ${sellerId} and i.room_type = 'secret_menu' and i.quantity > i.reserved_quantity))`;
}

/**
 * SQL: offers of a seller that match the filters of a buyer.
 * @param own the seller where its own products are to be chosen; null where it has chosen them, and those that exist for the buyer
 */
export function offerConditions(
  own: string | null,
  { sellerId, buyerId }: { sellerId: string; buyerId: string },
  filter: Filter,
  { hides, secret }: Aside = NOTHING_ASIDE,
): SQL {
  const { category, brand, in_stock, ordered, thc_min, thc_max, variant_ids, search } = filter;
  const isInStock = secret.length === 0 ? inStock(sellerId) : inStockOf(sql`${sellerId}`, uuids(secret));
  const isOrdered = hasBought(buyerId, sql`v.id`);
  return allOf([
    own === null ? sql`true` : sql`p.entity_id = ${own} and p.active and p.deleted_at is null`,
    own !== null && hides ? isShown(sql`${buyerId}::uuid`) : undefined,
    category ? sql`p.category = ${category}` : undefined,
    brand ? sql`p.brand = ${brand}` : undefined,
    thc_min === undefined ? undefined : sql`p.thc_percentage >= ${thc_min}`,
    thc_max === undefined ? undefined : sql`p.thc_percentage <= ${thc_max}`,
    variant_ids ? sql`v.id = any(${uuids(listedIds(variant_ids))})` : undefined,
    search ? isFound(sellerId, search, own === null) : undefined,
    in_stock === undefined ? undefined : in_stock ? isInStock : sql`not (${isInStock})`,
    ordered === undefined ? undefined : ordered ? isOrdered : sql`not (${isOrdered})`,
  ]);
}

/** What the locations that a member sees can sell of each variant. */
export const ownUnits = statement(
  [[LIMITED, [ID]]],
  (actor: Actor, variantIds: readonly string[]) => sql<{ variant_id: string; units: number }>`
    select s.variant_id, sum(greatest(s.available - s.blocked, 0))::float8 as units
    from ${stockLevels} s where s.variant_id = any(${uuids(variantIds)}) and ${visibleLevels(actor)} group by s.variant_id`,
);

export const latestCertificates = statement(
  [[[ID]]],
  (productIds: readonly string[]) => sql<{ product_id: string; id: string; batch_id: string; date: string }>`
    select w.id as product_id, c.id, c.batch_id, c.date::text as date
    from unnest(${uuids(productIds)}) w (id) cross join lateral (
      select c.id, c.batch_id, c.date from ${productCoas} c where c.product_id = w.id and ${certifiesProduct}
      order by c.created_at desc, c.id desc limit 1) c`,
);

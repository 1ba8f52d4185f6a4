import { type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { toCents } from '../../kernel/money';
import type { Page } from '../../kernel/params';
import { gramsOf, STEP_UNITS } from '../../kernel/weights';
import { allOf, byName, orderBy, slice } from '../../platform/db/listing';
import { ID } from '../../platform/db/samples';
import { statement } from '../../platform/db/statement';
import { entities } from '../entities/tables';
import { inventoryItems, stockLevels } from '../inventory/tables';
import { joinAllTerms, ownLadder } from '../pricing/buyers/queries.sql';
import type { LadderStep } from '../pricing/ladder';
import { priceRules } from '../pricing/lists/tables';
import { offerBreaks } from '../pricing/offers/tables';
import { broken, brokenPrice } from '../pricing/queries.sql';
import { isListingShown, isShown, secretPairs } from '../pricing/shown/queries.sql';
import { foundListings, foundVariants } from '../products/search/queries.sql';
import { listings, products, productVariants } from '../products/tables';
import type { OfferRow } from './queries.sql';
import type { MARKET_SORTS, SearchMarket } from './schema';
import { supplierConditions } from './suppliers.sql';

/** What of the goods of all sellers a buyer looks for. */
export type MarketFilter = Omit<z.infer<typeof SearchMarket>, 'sort' | keyof Page>;
type MarketSort = z.infer<typeof SearchMarket>['sort'];

/** SQL: whether a product `p` is asked for. */
const isAsked = ({ category, subcategory, brand, thc_min, thc_max }: MarketFilter): SQL =>
  allOf([
    sql`true`,
    category ? sql`p.category = ${category}` : undefined,
    subcategory ? sql`p.subcategory = ${subcategory}` : undefined,
    brand ? sql`p.brand = ${brand}` : undefined,
    thc_min === undefined ? undefined : sql`p.thc_percentage >= ${thc_min}`,
    thc_max === undefined ? undefined : sql`p.thc_percentage <= ${thc_max}`,
  ]);

/**
 * SQL: variants `v` that a search finds, as each connected seller offers them, own ones and those of others under its own SKU and price.
 * Sellers are an array: of a join with them PostgreSQL expects two of a thousand products, and joins those with all variants by a loop.
 */
const soldTo = (buyerId: string, filter: MarketFilter) => {
  const { search, supplier_id } = filter;
  const asked = supplier_id ? sql`and e.id = ${supplier_id}` : sql``;
  const sellers = sql`array(select e.id from ${entities} e where ${supplierConditions(buyerId)} ${asked})`;
  const isTheirs = (id: SQL) => sql`${id} = any(${sellers})`;
  const found = search
    ? {
        own: sql`v.id in ${foundVariants(search, isTheirs)}`,
        listed: sql`(g.seller_id, g.variant_id) in ${foundListings(search, isTheirs)}`,
      }
    : { own: sql`true`, listed: sql`true` };
  const goods = sql`p.category, p.subcategory, p.name as product_name, p.thc_percentage, v.weight, v.weight_unit, v.unit`;
  return sql`(
    select v.id as variant_id, v.product_id, v.sku, v.wholesale_price_cents, p.entity_id as seller_id, v.case_size, ${goods}
    from ${products} p join ${productVariants} v on v.product_id = p.id and v.deleted_at is null
    where p.entity_id = any(${sellers}) and p.active and p.deleted_at is null and ${isShown(sql`${buyerId}::uuid`)}
      and ${isAsked(filter)} and ${found.own}
    union all
    select v.id, v.product_id, g.sku, g.wholesale_price_cents, g.seller_id, coalesce(g.case_size, v.case_size), ${goods}
    from ${listings} g join ${productVariants} v on v.id = g.variant_id join ${products} p on p.id = v.product_id
    where g.seller_id = any(${sellers}) and g.active and ${isListingShown(sql`${buyerId}::uuid`)} and ${isAsked(filter)} and ${found.listed}
  ) v`;
};

/** SQL: whether its seller can sell `v` to a buyer now, where it is from its secret menu, too. */
const isStocked = (buyerId: SQL) => sql`((select true from ${stockLevels} k
    where k.variant_id = v.variant_id and k.entity_id = v.seller_id and k.band > 0 limit 1) is not null
  or (v.seller_id, v.variant_id) in ${secretPairs(buyerId)} and exists (select from ${inventoryItems} i
    where i.variant_id = v.variant_id and i.entity_id = v.seller_id and i.room_type = 'secret_menu' and i.quantity > i.reserved_quantity))`;

/** SQL: cents of a price by a list's discount, rounded to whole ones. */
const discounted = sql`case when s.list_bps > 0 then (s.wholesale_price_cents * (10000 - s.list_bps) * 2 + 10000) / 20000 else s.wholesale_price_cents end`;

/** SQL: cents of the break that a case of `s` reaches. */
const reached = (breaks: SQL, theirs: SQL) => sql`select ${brokenPrice(sql`max(${broken(sql`b`)})`)} as cents
    from ${breaks} b where ${theirs} and b.variant_id = s.variant_id and b.min_steps <= s.case_size`;

/**
 * SQL: rows of `sold` with `own.cents`, what the buyer pays for the least of each that can be ordered (decision 590). Breaks are looked up row by row:
 * joined, a wrong guess of how many rows there are took minutes for 40,000.
 */
const PRICED = sql`(
  select s.*, case when s.offer_ids is null then s.wholesale_price_cents else least(
    coalesce(case when s.list_id is not null then (${reached(sql`${priceRules}`, sql`b.list_id = s.list_id`)}) end, ${discounted}),
    case when cardinality(s.offer_ids) > 0 then (select min(o.cents) from (
      ${reached(sql`${offerBreaks}`, sql`b.offer_id = any(s.offer_ids)`)} group by b.offer_id) o) end) end as cents
  from sold s) own`;

/** SQL: the grams of `own`'s package, or of the unit that its price is for; null where it isn't sold by them. */
const GRAMS = sql`(case coalesce(own.unit, own.weight_unit) ${sql.join(
  STEP_UNITS.map((unit) => sql`when ${sql.raw(`'${unit}'`)} then ${sql.raw(gramsOf(unit))}`),
  sql` `,
)} end * case when own.unit is null then nullif(own.weight, 0) else 1 end)`;

const PER_100_MG = sql`(case when own.unit is null and own.weight_unit = 'mg' then own.cents * 100 / nullif(own.weight, 0) end)`;

const SORT_COLUMNS = {
  price: sql`own.cents`,
  price_per_gram: sql`own.cents / ${GRAMS}`,
  price_per_100_mg: PER_100_MG,
  thc: sql`own.thc_percentage`,
} satisfies Record<(typeof MARKET_SORTS)[number], SQL>;

/** What is sold in packages of one size, or by one unit, of one kind of goods: prices of these compare. */
const KIND = sql`own.category, own.subcategory, own.weight, own.weight_unit, own.unit`;

const NAMED = sql`${byName(sql`own.product_name`)}, own.weight nulls last, own.cents, own.variant_id`;

const EVERY: MarketFilter = {
  search: 'x yyy',
  in_stock: true,
  category: 'flower',
  subcategory: 'indica',
  brand: 'x',
  thc_min: 1,
  thc_max: 2,
  price_max: 3,
  supplier_id: ID,
};

/**
 * Offers of all sellers of a buyer: those of one product beside each other, the cheapest for the buyer first, or sorted.
 * Prices per weight are in cents; `cheapest` is true of the lowest price of a kind of which there are several.
 */
export const offersOfAll = statement(
  [
    [ID, EVERY, 'price', { page: 1, limit: 1 }],
    [ID, { search: 'x', in_stock: false }, '-price_per_gram', { page: 1, limit: 1 }],
    [ID, {}, 'price_per_100_mg', { page: 1, limit: 1 }],
    [ID, {}, '-thc', { page: 1, limit: 1 }],
    [ID, {}, undefined, { page: 1, limit: 1 }],
  ],
  (buyerId: string, filter: MarketFilter, sort: MarketSort, page: Page) => {
    const { in_stock, price_max } = filter;
    const stocked = isStocked(sql`${buyerId}::uuid`);
    return sql<
      OfferRow & {
        supplier_id: string;
        supplier_name: string;
        max_reserved_percent: number;
        total: number;
        ladder: LadderStep[] | null;
        cents_per_gram: number | null;
        cents_per_100_mg: number | null;
        cheapest: boolean;
      }
    >`
    with sold as materialized (
      select v.*, terms.list_id, terms.list_bps, terms.offer_ids
      from ${soldTo(buyerId, filter)} ${joinAllTerms(sql`v.seller_id`, sql`${buyerId}`)}
      where ${in_stock === undefined ? sql`true` : sql`${stocked} = ${in_stock}`})
    select p.id as product_id, p.name as product_name, p.brand, p.category, p.subcategory, p.images[1] as image, p.thc_percentage,
      page.variant_id, v.name as variant_name, page.sku, page.wholesale_price_cents::float8 as wholesale_price_cents,
      w.id as supplier_id, w.name as supplier_name, w.max_reserved_percent, page.total, page.case_size, v.unit, v.step,
      page.cents_per_gram, page.cents_per_100_mg, page.cheapest,
      ${ownLadder({ variant: sql`page.variant_id`, wholesale: sql`page.wholesale_price_cents` })} as ladder
    from (
      select own.*, (${SORT_COLUMNS.price_per_gram})::float8 as cents_per_gram, ${PER_100_MG}::float8 as cents_per_100_mg,
        (count(*) over ())::int as total, row_number() over (${orderBy(sort, SORT_COLUMNS, NAMED, NAMED)}, own.seller_id) as place,
        (own.cents = min(own.cents) over kind and count(*) over kind > 1 and (own.weight is not null or own.unit is not null)) as cheapest
      from ${PRICED} where ${price_max === undefined ? sql`true` : sql`own.cents <= ${toCents(price_max)}`}
      window kind as (partition by ${KIND})
      order by place ${slice(page)}
    ) page join ${products} p on p.id = page.product_id join ${productVariants} v on v.id = page.variant_id
      join ${entities} w on w.id = page.seller_id
      cross join lateral (select page.list_id, page.list_bps, page.offer_ids) terms
    order by page.place`;
  },
);

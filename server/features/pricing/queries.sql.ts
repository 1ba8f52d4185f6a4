import { type SQL, sql } from 'drizzle-orm';
import { uuids } from '../../platform/db/listing';
import { ID } from '../../platform/db/samples';
import { statement } from '../../platform/db/statement';
import { type Credit, creditOf } from '../entities/customers/credit/queries.sql';
import { accounts } from '../entities/customers/tables';
import type { Break } from './ladder';
import { priceLists, priceRules } from './lists/tables';
import { offerBreaks, offers } from './offers/tables';
import { isOnFor } from './shown/queries.sql';
import type { TaxTerms } from './taxes/applying';
import { currentRules, dayOf } from './taxes/queries.sql';

/** What a seller grants a buyer: its price list, and the offers to it now. */
export interface BuyerTerms {
  listId: string | null;
  /** Of the list, in basis points. */
  discountBps: number;
  offerIds: string[];
}

/** The same with what changes whenever the prices that they make do, but for the seller's own of each variant. */
export interface VersionedTerms extends BuyerTerms {
  version: string;
}

/** Terms with whose they are. */
export interface AccountTerms extends BuyerTerms {
  buyerId: string;
  /** Of the buyer's orders, in cents; null for the seller's own. */
  minimumOrderCents: number | null;
  credit: Credit;
}

/** SQL: ids of the offers of a seller that are on for a buyer. */
export const offersTo = (sellerId: SQL, buyerId: SQL): SQL => sql`array(
  select f.id from ${offers} f where f.entity_id = ${sellerId} and ${isOnFor(buyerId)})`;

/** SQL: what a seller grants buyers, and the taxes that it charges them today. */
const termsOf = (sellerId: string, buyerIds: readonly string[]) => sql`
    select a.buyer_id as "buyerId", l.id as "listId", coalesce(l.discount_bps, 0) as "discountBps",
      a.minimum_order_cents::float8 as "minimumOrderCents", ${creditOf} as credit,
      ${offersTo(sql`a.seller_id`, sql`a.buyer_id`)} as "offerIds", a.exempt_tax_ids as exempt,
      ${currentRules(sql`${sellerId}`, dayOf(sql`${sellerId}`))} as taxes
    from ${accounts} a left join ${priceLists} l on l.id = a.price_list_id and l.active
    where a.seller_id = ${sellerId} and a.buyer_id = any(${uuids(buyerIds)})
    order by a.buyer_id`;

type TermsRow = AccountTerms & TaxTerms;

/** What a seller grants buyers, and the taxes that it charges them today; their accounts stay until the transaction ends. */
export const lockTerms = statement(
  [[ID, [ID]]],
  (sellerId: string, buyerIds: readonly string[]) =>
    sql<TermsRow>`${termsOf(sellerId, buyerIds)} for key share of a`,
);

/** The same without a lock. */
export const findTerms = statement(
  [[ID, [ID]]],
  (sellerId: string, buyerIds: readonly string[]) => sql<TermsRow>`${termsOf(sellerId, buyerIds)}`,
);

/** Prices have at most nine digits: the constraint of the columns. */
const PRICES = 1_000_000_000;
const prices = sql.raw(String(PRICES));

/** SQL: a break as one number, which are in the order of their steps: `max` finds the last (decision 741). Below 2^53. */
export const broken = (of: SQL) => sql`${of}.min_steps::bigint * ${prices} + ${of}.price_cents`;

/** SQL: the price in cents of such a number. */
export const brokenPrice = (one: SQL) => sql`${one} % ${prices}`;

/** The break of such a number. */
export const breakIn = (one: number): Break => [Math.floor(one / PRICES), one % PRICES];

/** Breaks as `broken` makes numbers of them, by steps; null without any. */
export interface BreaksRow {
  variant_id: string;
  rules: number[] | null;
  offered: number[] | null;
  /** Of several offers, the place of each break's among them. */
  places: number[] | null;
}

/** SQL: breaks as one array of numbers: a row of JSON for each, or an array of each column, costs twice as much. */
const inOrder = (of: SQL) => sql`array_to_json(array_agg(${broken(of)} order by ${broken(of)}))`;

/**
 * The breaks of each variant for a buyer with these terms, absent where it has none: they are read for all of them at once, since a
 * function of the database would be planned again for each.
 */
export const breaksWith = statement(
  [
    [{ listId: ID, discountBps: 1, offerIds: [ID] }, [ID]],
    [{ listId: ID, discountBps: 1, offerIds: [ID, ID] }, [ID]],
  ],
  ({ listId, offerIds }: BuyerTerms, variantIds: readonly string[]) => {
    const offers = uuids(offerIds);
    const among = sql`any((select ids from asked)::uuid[])`;
    const places =
      offerIds.length > 1
        ? sql`array_to_json(array_agg(array_position(${offers}, b.offer_id) order by ${broken(sql`b`)}))`
        : sql`null::json`;
    return sql<BreaksRow>`
      with asked as (select ${uuids(variantIds)} as ids)
      select coalesce(r.variant_id, o.variant_id) as variant_id, r.breaks as rules, o.breaks as offered, o.places
      from (select p.variant_id, ${inOrder(sql`p`)} as breaks
          from ${priceRules} p where p.list_id = ${listId}::uuid and p.variant_id = ${among} group by p.variant_id) r
        full join (select b.variant_id, ${inOrder(sql`b`)} as breaks, ${places} as places
          from ${offerBreaks} b where b.offer_id = any(${offers}) and b.variant_id = ${among} group by b.variant_id) o
          on o.variant_id = r.variant_id`;
  },
);

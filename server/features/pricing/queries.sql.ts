import { type SQL, sql } from 'drizzle-orm';
import { uuids } from '../../platform/db/listing';
import { ID } from '../../platform/db/samples';
import { mappedStatement, statement } from '../../platform/db/statement';
import { type Credit, creditOf } from '../entities/customers/credit/queries.sql';
import { accounts } from '../entities/customers/tables';
import { type Break, ladderFrom } from './ladder';
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

/** The same with whose they are. */
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

/** What a seller grants buyers, and the taxes that it charges them today; their accounts stay until the transaction ends (T4). */
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

/** A variant with its wholesale price, in cents. */
export interface Sold {
  variant_id: string;
  wholesale_price_cents: number;
}

/** Of a list's rules, and of offers. */
interface BreaksRow {
  variant_id: string;
  cents: number;
  bps: number;
  rule_steps: number[] | null;
  rule_cents: number[];
  offer_ids: string[] | null;
  offer_steps: number[];
  offer_cents: number[];
}

/** SQL: breaks as arrays: a row of JSON for each of them costs twice as much. */
const inOrder = (by: SQL, of: SQL) =>
  sql`array_to_json(array_agg(${by} order by ${by})) as steps, array_to_json(array_agg(${of}.price_cents order by ${by})) as cents`;

/**
 * The ladder of each variant for a buyer with these terms: breaks are read for all of them at once, since a function of the
 * database would be planned again for each.
 */
export const laddersWith = mappedStatement(
  [[{ listId: ID, discountBps: 1, offerIds: [ID] }, [{ variant_id: ID, wholesale_price_cents: 1 }]]],
  ({ listId, discountBps, offerIds }: BuyerTerms, sold: readonly Sold[]) => {
    const ids = uuids(sold.map(({ variant_id }) => variant_id));
    const cents = `{${sold.map(({ wholesale_price_cents }) => wholesale_price_cents).join(',')}}`;
    return sql<BreaksRow>`
      select v.id as variant_id, v.cents::float8 as cents, ${discountBps}::int as bps, r.steps as rule_steps, r.cents as rule_cents,
        o.ids as offer_ids, o.steps as offer_steps, o.cents as offer_cents
      from unnest(${ids}, ${sql`${cents}::bigint[]`}) v (id, cents)
        left join (select p.variant_id, ${inOrder(sql`p.min_steps`, sql`p`)}
          from ${priceRules} p where p.list_id = ${listId}::uuid and p.variant_id = any(${ids}) group by p.variant_id) r on r.variant_id = v.id
        left join (select b.variant_id, array_to_json(array_agg(b.offer_id order by b.min_steps)) as ids, ${inOrder(sql`b.min_steps`, sql`b`)}
          from ${offerBreaks} b where b.offer_id = any(${uuids(offerIds)}) and b.variant_id = any(${ids}) group by b.variant_id) o
          on o.variant_id = v.id`;
  },
  ({ variant_id, cents, bps, ...row }) => ({
    variant_id,
    ladder: ladderFrom(
      cents,
      bps,
      (row.rule_steps ?? []).map((steps, n): Break => [steps, row.rule_cents[n] as number]),
      (row.offer_ids ?? []).map((id, n) => [id, row.offer_steps[n] as number, row.offer_cents[n] as number]),
    ),
  }),
);

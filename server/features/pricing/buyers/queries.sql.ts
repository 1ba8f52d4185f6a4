import { type SQL, sql } from 'drizzle-orm';
import { instant } from '../../../platform/db/listing';
import { ID } from '../../../platform/db/samples';
import { accounts } from '../../entities/customers/tables';
import { priceLists, priceRules } from '../lists/tables';
import { offerBreaks, offers } from '../offers/tables';
import { type BuyerTerms, broken, brokenPrice, offersTo, type VersionedTerms } from '../queries.sql';
import { isOnFor, namesBuyer } from '../shown/queries.sql';

/** SQL: whether any seller grants a business a list or an offer: asked once of a statement, so that those without pay nothing for it. */
const hasTerms = (
  buyerId: SQL,
) => sql`(select exists (select from ${accounts} ha where ha.buyer_id = ${buyerId} and (
    ha.price_list_id is not null
    or exists (select from ${offers} f where f.entity_id = ha.seller_id and ${isOnFor(sql`ha.buyer_id`)}))))`;

const granted = (
  buyerId: SQL,
) => sql`tl.id as list_id, coalesce(tl.discount_bps, 0) as list_bps, ${offersTo(sql`ta.seller_id`, sql`ta.buyer_id`)} as offer_ids
  from ${accounts} ta left join ${priceLists} tl on tl.id = ta.price_list_id and tl.active
  where ${hasTerms(buyerId)} and ta.buyer_id = ${buyerId}`;

/**
 * SQL: joins `terms`, what a seller grants a buyer (decision 590): `list_id`, `list_bps` and `offer_ids`, all null for who pays the wholesale price.
 * `offset 0` keeps the offers one value: PostgreSQL inlines `price_at()` only where no argument is a subquery, and plans it for each call else.
 * @param buyerId the same for the whole statement
 */
export const joinTerms = (sellerId: SQL, buyerId: SQL) => sql`left join lateral (
  select ${granted(buyerId)} and ta.seller_id = ${sellerId} offset 0) terms on true`;

/** SQL: the same for rows of many sellers: what all of them grant is looked up once. */
export const joinAllTerms = (sellerId: SQL, buyerId: SQL) => sql`left join (
  select ta.seller_id, ${granted(buyerId)} offset 0) terms on terms.seller_id = ${sellerId}`;

/**
 * SQL: the sellers whose prices for a buyer may have changed at or after a moment: by its account, its list, or an offer to it that has
 * begun (decision 591).
 */
export const repricedBy = (buyerId: string, moment: string): SQL => {
  const since = instant(moment);
  return sql`(select a.seller_id from ${accounts} a left join ${priceLists} l on l.id = a.price_list_id
    where a.buyer_id = ${buyerId} and (a.updated_at >= ${since} or l.updated_at >= ${since} or exists (
      select from ${offers} f where f.entity_id = a.seller_id and f.starts_at <= now() and ${namesBuyer(sql`a.buyer_id`)}
        and (f.updated_at >= ${since} or f.starts_at >= ${since} or f.ends_at between ${since} and now()))))`;
};

/** For samples of statements. */
export const TERMS: BuyerTerms = { listId: ID, discountBps: 1, offerIds: [ID] };

/** SQL: of a pair, `json` of the list `l` and the ids `o.ids` of offers; null for who pays the wholesale price. */
const grantedTo = (sellerId: string, buyerId: string, json: SQL) => sql`(
  select ${json} from ${accounts} a left join ${priceLists} l on l.id = a.price_list_id and l.active
    cross join lateral (select ${offersTo(sql`a.seller_id`, sql`a.buyer_id`)} as ids) o
  where a.seller_id = ${sellerId} and a.buyer_id = ${buyerId} and (l.id is not null or cardinality(o.ids) > 0))`;
const TERMS_PAIRS = sql`'listId', l.id, 'discountBps', coalesce(l.discount_bps, 0), 'offerIds', o.ids`;

/** SQL: `BuyerTerms` of a pair; null for who pays the wholesale price. */
export const termsOf = (sellerId: string, buyerId: string) =>
  grantedTo(sellerId, buyerId, sql`json_build_object(${TERMS_PAIRS})`) as SQL<BuyerTerms | null>;

/** SQL: the same with their version: every change of the list, its rules or the offers updates a row that it names (decision 772). */
export const versionedTerms = (sellerId: string, buyerId: string) =>
  grantedTo(
    sellerId,
    buyerId,
    sql`json_build_object(${TERMS_PAIRS}, 'version', md5(concat_ws(' ', l.id, l.xmin, l.updated_at,
      (select string_agg(concat_ws(' ', f.id, f.xmin, f.updated_at), ' ' order by f.id) from ${offers} f where f.id = any(o.ids)))))`,
  ) as SQL<VersionedTerms | null>;

/** A variant of a seller, in SQL: its id, its wholesale price in cents there, its case, and the ten-thousandths of its unit in a step. */
interface Priced {
  variant: SQL;
  wholesale: SQL;
  caseSize: SQL;
  step: SQL;
  /** Whether `terms` count for it. */
  applies?: SQL;
}

const isPlain = (applies: SQL | undefined) =>
  applies ? sql`(terms.offer_ids is null or not ${applies})` : sql`(terms.offer_ids is null)`;

/** SQL: what `terms` make of a variant's price, in cents: for the least that can be ordered of it (decision 590). */
export const ownPrice = ({ variant, wholesale, caseSize, applies }: Omit<Priced, 'step'>) => sql`case
  when ${isPlain(applies)} then ${wholesale}
  else (select own.cents from price_at(${variant}, ${caseSize}, ${wholesale}, terms.list_id, terms.list_bps, terms.offer_ids) own) end`;

type Laddered = Pick<Priced, 'variant' | 'wholesale' | 'applies'>;

/**
 * SQL: the steps `k` of the ladder that `terms` make of it, in order. Not by
 * `price_at()`, which looks the breaks up for each step: they are read once, and a rule applies to all steps until the next.
 */
const ownSteps = ({ variant, wholesale }: Laddered) => sql`(
        select c.steps, c.cents, c.source, row(c.cents, c.source) is distinct from row(lag(c.cents) over w, lag(c.source) over w) as is_step
        from (
          select n.steps, case when n.offered < n.listed then n.offered else n.listed end as cents,
            case when n.offered < n.listed then 'offer' when n.rule is null and terms.list_bps = 0 then 'wholesale' else 'list' end as source
          from (
            with off as materialized (
              select o.min_steps, lead(o.min_steps, 1, 2147483647) over (partition by o.offer_id order by o.min_steps) as until, o.price_cents
              from ${offerBreaks} o where o.offer_id = any(terms.offer_ids) and o.variant_id = ${variant})
            select l.steps, l.rule, (select min(f.price_cents) from off f where f.min_steps <= l.steps and l.steps < f.until) as offered,
              coalesce(${brokenPrice(sql`l.rule`)}, case when terms.list_bps > 0 then (${wholesale} * (10000 - terms.list_bps) * 2 + 10000) / 20000 end,
                ${wholesale}) as listed
            from (
              select b.steps, max(max(b.rule)) over (order by b.steps) as rule
              from (
                select 1 as steps, null::bigint as rule
                union all select r.min_steps, ${broken(sql`r`)} from ${priceRules} r where r.list_id = terms.list_id and r.variant_id = ${variant}
                union all select f.min_steps, null from off f
              ) b group by b.steps
            ) l offset 0
          ) n
        ) c
        window w as (order by c.steps)
      ) k`;

/** SQL: the ladder that `terms` make of it, or null for who pays the wholesale price. */
export const ownLadder = (priced: Laddered) => sql`case when ${isPlain(priced.applies)} then null
    else (select jsonb_agg(jsonb_build_object('min_steps', k.steps, 'price_cents', k.cents, 'source', k.source) order by k.steps)
      from ${ownSteps(priced)} where k.is_step) end`;

const breakText = (amount: SQL, cents: SQL, source: SQL) =>
  sql`'{"min_amount":' || ${amount} || ',"unit_price":' || ${cents}::float8 / 100 || ',"source":"' || ${source} || '"}'`;

/** SQL: joins `own`, what `ownCents` and `ownLadderText` take from `terms`: both of one ladder. It is one row, of nulls for who pays the wholesale price. */
export const joinOwn = ({ caseSize, step, ...priced }: Priced) => sql`cross join lateral (
  select (array_agg(k.cents order by k.steps) filter (where k.steps <= ${caseSize}))[count(*) filter (where k.steps <= ${caseSize})] as cents,
    string_agg(${breakText(sql`k.steps * ${step}::float8 / 10000`, sql`k.cents`, sql`k.source`)}, ',' order by k.steps) as breaks
  from ${ownSteps(priced)} where k.is_step and not ${isPlain(priced.applies)}) own`;

/** SQL: a variant's price in cents for the least that can be ordered of it (decision 590), of `own`. */
export const ownCents = ({ wholesale }: Pick<Priced, 'wholesale'>) => sql`coalesce(own.cents, ${wholesale})`;

/** SQL: text of its `PriceLadder`, of `own`. */
export const ownLadderText = ({ wholesale, step }: Pick<Priced, 'wholesale' | 'step'>) =>
  sql`'[' || coalesce(own.breaks, ${breakText(sql`${step}::float8 / 10000`, wholesale, sql`'wholesale'`)}) || ']'`;

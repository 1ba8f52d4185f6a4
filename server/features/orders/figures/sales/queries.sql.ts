import { type SQL, sql } from 'drizzle-orm';
import { type Cover, MONTHS, THIRDS } from '../../../../platform/db/year-sums';
import { covered, placed } from '../../../../platform/db/year-sums.sql';
import { entities } from '../../../entities/tables';
import {
  buyerSales,
  purchaseYears,
  type SUBJECTS,
  SUMS,
  salesYears,
  variantSaleChanges,
  variantSales,
} from './tables';

/** From the first day to the last. */
export interface Days {
  start: string;
  end: string;
}

/** Days of sales, and the kept sums that they are. */
export interface Period extends Days {
  cover: Cover;
}

/** SQL: of changes `c` that aren't folded in, those of orders that were placed on these days in a timezone. */
const placedIn = (
  { start, end }: Days,
  timezone: SQL,
) => sql`c.placed_at >= (${start}::timestamp at time zone ${timezone})
  and c.placed_at < ((${end}::date + 1)::timestamp at time zone ${timezone})`;

/** SQL: of `sales_years`, the sums of a seller's variants or buyers. */
const yearsOf = (sellerId: string, subject: (typeof SUBJECTS)[number]) =>
  sql`${salesYears} y where seller_id = ${sellerId} and subject = ${subject}`;

/** SQL: changes that wait to be folded in, in the days of their sellers. `where` says whose. */
const waiting = (columns: string, sums: SQL, where: SQL, period: Days) => sql`
    union all select ${sql.raw(columns)}, ${sums} from ${variantSaleChanges} c join ${entities} e on e.id = c.seller_id
      where ${where} and ${placedIn(period, sql`e.timezone`)}`;

const CHANGED = [sql`c.units`, sql`c.cents`];
const ALL = sql`c.units, c.cents`;

/** SQL: the same of some periods. */
const waitingOf = (columns: string, where: SQL, periods: readonly Days[]) =>
  sql.join(
    periods.map((period, place) => waiting(columns, placed(CHANGED, place, periods.length), where, period)),
  );

const TWICE = sql`variant_id, variant_id`;
const coversOf = (periods: readonly Period[]) => periods.map(({ cover }) => cover);
const among = (day: SQL, { start, end }: Days) => sql`${day} between ${start}::date and ${end}::date`;

/**
 * SQL: rows (`variant_id`, `same`, `units`, `cents`) to add up for what a seller sold, by both: the planner takes one column without
 * statistics for 200 values, and would look up 50,000 variants one by one. Of two periods, `was_units` and `was_cents` are those of
 * the second. Covers are by `THIRDS`.
 */
export function soldVariants(sellerId: string, periods: readonly Period[]): SQL {
  const kept = covered(
    coversOf(periods),
    SUMS,
    THIRDS,
    { columns: sql`subject_id as variant_id, subject_id as same`, from: yearsOf(sellerId, 'variant') },
    { columns: TWICE, from: sql`${variantSales} where seller_id = ${sellerId}`, day: sql`day` },
  );
  return sql`(${kept} ${waitingOf('c.variant_id, c.variant_id', sql`c.seller_id = ${sellerId}`, periods)})`;
}

/** SQL: the same by buyer: rows (`buyer_id`, `representative_id`, `units`, `cents`). */
export function soldToBuyers(sellerId: string, periods: readonly Period[]): SQL {
  const columns = sql`buyer_id, representative_id`;
  const kept = covered(
    coversOf(periods),
    SUMS,
    THIRDS,
    { columns: sql`subject_id as buyer_id, representative_id`, from: yearsOf(sellerId, 'buyer') },
    { columns, from: sql`${buyerSales} where seller_id = ${sellerId}`, day: sql`day` },
  );
  return sql`(${kept} ${waitingOf('c.buyer_id, c.representative_id', sql`c.seller_id = ${sellerId}`, periods)})`;
}

/**
 * SQL: rows (`variant_id`, `same`, `units`, `cents`) to add up for what a buyer bought, of all sellers or of one, in the sellers' days. Covers
 * are by `MONTHS`.
 */
export function boughtVariants(sellerId: SQL | null, buyerId: SQL, periods: readonly Period[]): SQL {
  const whose = (row: string) =>
    sellerId
      ? sql`${sql.raw(row)}.buyer_id = ${buyerId} and ${sql.raw(row)}.seller_id = ${sellerId}`
      : sql`${sql.raw(row)}.buyer_id = ${buyerId}`;
  const kept = covered(
    coversOf(periods),
    SUMS,
    MONTHS,
    { columns: sql`variant_id, variant_id as same`, from: sql`${purchaseYears} y where ${whose('y')}` },
    { columns: TWICE, from: sql`${variantSales} s where ${whose('s')}`, day: sql`day` },
  );
  return sql`(${kept} ${waitingOf('c.variant_id, c.variant_id', whose('c'), periods)})`;
}

/** SQL: rows (`day`, `units`, `cents`) to add up for what a seller sold on each day. */
export function soldByDay(sellerId: string, timezone: string, period: Days): SQL {
  return sql`(
    select day, units, cents from ${buyerSales} where seller_id = ${sellerId} and ${among(sql`day`, period)}
    union all select (c.placed_at at time zone ${timezone})::date, c.units, c.cents from ${variantSaleChanges} c
      where c.seller_id = ${sellerId} and ${placedIn(period, sql`${timezone}`)})`;
}

/** SQL: rows (`day`, `seller_id`, `units`, `cents`) to add up for what a buyer bought: each seller's own days. */
export function boughtByDay(buyerId: string, period: Days): SQL {
  return sql`(
    select day, seller_id, units, cents from ${buyerSales} where buyer_id = ${buyerId} and ${among(sql`day`, period)}
    ${waiting('(c.placed_at at time zone e.timezone)::date, c.seller_id', ALL, sql`c.buyer_id = ${buyerId}`, period)})`;
}

/** SQL: rows (`seller_id`, `buyer_id`, `representative_id`, `units`, `cents`) to add up for what a buyer bought of a seller, in its days. */
export function tradedBetween(sellerId: SQL, buyerId: SQL, period: Days): SQL {
  const whose = sql`c.buyer_id = ${buyerId} and c.seller_id = ${sellerId}`;
  return sql`(
    select seller_id, buyer_id, representative_id, units, cents from ${buyerSales} c where ${whose} and ${among(sql`day`, period)}
    ${waiting('c.seller_id, c.buyer_id, c.representative_id', ALL, whose, period)})`;
}

/**
 * SQL: rows (`variant_id`, `buyer_id`, `day`, `units`, `cents`) to add up for what a seller sold of some variants.
 * @param variants an array of their ids
 */
export function soldOf(sellerId: string, timezone: string, variants: SQL, period: Days): SQL {
  return sql`(
    select variant_id, buyer_id, day, units, cents from ${variantSales}
      where seller_id = ${sellerId} and variant_id = any(${variants}) and day between ${period.start}::date and ${period.end}::date
    union all select c.variant_id, c.buyer_id, (c.placed_at at time zone ${timezone})::date, c.units, c.cents from ${variantSaleChanges} c
      where c.seller_id = ${sellerId} and c.variant_id = any(${variants}) and ${placedIn(period, sql`${timezone}`)})`;
}

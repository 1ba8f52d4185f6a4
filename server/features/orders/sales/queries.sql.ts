import { type SQL, sql } from 'drizzle-orm';
import { texts } from '../../../platform/db/listing';
import { entities } from '../../entities/tables';
import { type SPANS, salesSpans, variantSaleChanges, variantSales } from './tables';

/** From the first day to the last. */
interface Days {
  start: string;
  end: string;
}

/** Days of sales that kept sums cover. */
export interface Period extends Days {
  /** First days of whole years and months, and the days that belong to none. */
  cover: {
    years: readonly string[];
    months: readonly string[];
    days: ReadonlyArray<{ start: string; end: string }>;
  };
}

type Span = (typeof SPANS)[number];

const spans = (sellerId: string, span: Span, starts: readonly string[]) =>
  sql`seller_id = ${sellerId} and span = ${span} and start = any(${texts(starts)}::date[])`;

/** SQL: of changes `c` that aren't folded in, those of orders that were placed on these days in a timezone. */
const placedIn = (
  { start, end }: Days,
  timezone: SQL,
) => sql`c.placed_at >= (${start}::timestamp at time zone ${timezone})
  and c.placed_at < ((${end}::date + 1)::timestamp at time zone ${timezone})`;

/** SQL: for each stretch of days, rows of a table of days. There are at most two, each a range of its index. */
const ofDays = (days: Period['cover']['days'], select: SQL, day: SQL) =>
  sql.join(
    [0, 1].map((place) => {
      const { start, end } = days[place] ?? { start: '9999-12-31', end: '9999-12-30' };
      return sql`union all ${select} and ${day} between ${start}::date and ${end}::date`;
    }),
    sql` `,
  );

/** SQL: rows (`variant_id`, `units`, `cents`) to add up for what a seller sold. */
export function soldVariants(sellerId: string, timezone: string, period: Period): SQL {
  const { years, months, days } = period.cover;
  return sql`(
    select subject_id as variant_id, units, cents from ${salesSpans} where ${spans(sellerId, 'variant_year', years)}
    union all select subject_id, units, cents from ${salesSpans} where ${spans(sellerId, 'variant_month', months)}
    ${ofDays(days, sql`select variant_id, units, cents from ${variantSales} where seller_id = ${sellerId}`, sql`day`)}
    union all select c.variant_id, c.units, c.cents from ${variantSaleChanges} c
      where c.seller_id = ${sellerId} and ${placedIn(period, sql`${timezone}`)})`;
}

/** SQL: the same by buyer: rows (`buyer_id`, `representative_id`, `units`, `cents`). `cover` has no years. */
export function soldToBuyers(sellerId: string, timezone: string, period: Period): SQL {
  const { months, days } = period.cover;
  const ofDay = sql`select subject_id, representative_id, units, cents from ${salesSpans} where seller_id = ${sellerId} and span = 'buyer_day'`;
  return sql`(
    select subject_id as buyer_id, representative_id, units, cents from ${salesSpans} where ${spans(sellerId, 'buyer_month', months)}
    ${ofDays(days, ofDay, sql`start`)}
    union all select c.buyer_id, c.representative_id, c.units, c.cents from ${variantSaleChanges} c
      where c.seller_id = ${sellerId} and ${placedIn(period, sql`${timezone}`)})`;
}

/** SQL: rows (`day`, `units`, `cents`) to add up for what a seller sold on each day. */
export function soldByDay(sellerId: string, timezone: string, { start, end, ...period }: Period): SQL {
  return sql`(
    select start as day, units, cents from ${salesSpans}
      where seller_id = ${sellerId} and span = 'buyer_day' and start between ${start}::date and ${end}::date
    union all select (c.placed_at at time zone ${timezone})::date, c.units, c.cents from ${variantSaleChanges} c
      where c.seller_id = ${sellerId} and ${placedIn({ start, end, ...period }, sql`${timezone}`)})`;
}

/** SQL: rows (`day`, `seller_id`, `variant_id`, `units`, `cents`) to add up for what a buyer bought: each seller's own days. */
export function bought(buyerId: string, { start, end, ...period }: Period): SQL {
  return sql`(
    select day, seller_id, variant_id, units, cents from ${variantSales}
      where buyer_id = ${buyerId} and day between ${start}::date and ${end}::date
    union all select (c.placed_at at time zone e.timezone)::date, c.seller_id, c.variant_id, c.units, c.cents
      from ${variantSaleChanges} c join ${entities} e on e.id = c.seller_id
      where c.buyer_id = ${buyerId} and ${placedIn({ start, end, ...period }, sql`e.timezone`)})`;
}

/**
 * SQL: rows (`seller_id`, `buyer_id`, `representative_id`, `variant_id`, `units`, `cents`) to add up for what a buyer bought of a
 * seller, in the seller's days: read by the buyer.
 */
export function tradedBetween(sellerId: SQL, buyerId: SQL, { start, end, ...period }: Period): SQL {
  return sql`(
    select seller_id, buyer_id, representative_id, variant_id, units, cents from ${variantSales}
      where buyer_id = ${buyerId} and seller_id = ${sellerId} and day between ${start}::date and ${end}::date
    union all select c.seller_id, c.buyer_id, c.representative_id, c.variant_id, c.units, c.cents
      from ${variantSaleChanges} c join ${entities} e on e.id = c.seller_id
      where c.buyer_id = ${buyerId} and c.seller_id = ${sellerId} and ${placedIn({ start, end, ...period }, sql`e.timezone`)})`;
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

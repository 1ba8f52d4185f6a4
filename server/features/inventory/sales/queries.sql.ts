import { type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../../kernel/actor';
import { texts } from '../../../platform/db/listing';
import { visibleItems } from '../queries.sql';
import { inventoryItems, inventoryMovements, stockChanges } from '../tables';
import { type STOCK_SALE_SPANS, stockSales } from './tables';

/** Instants from the first until before the second. */
interface Stretch {
  from: string;
  until: string;
}

/** A period as what is kept and what is read of the ledger. */
export interface SoldPeriod {
  /** Whole days of UTC: their sums are kept. */
  whole: Stretch;
  /** First days of its whole years and months, and at most two stretches of days that belong to none. */
  cover: {
    years: readonly string[];
    months: readonly string[];
    days: ReadonlyArray<{ start: string; end: string }>;
  };
  /** What of the period is before and behind those days, at most two. */
  read: readonly Stretch[];
}

const NEVER = '9999-12-31';

/** SQL: rows (`variant_id`, `units`) to add up for what left the locations of a member with reason `SALE`, less what came back. */
export function soldFromStock(actor: Actor, { whole, cover, read }: SoldPeriod): SQL {
  const { entity, locationIds } = actor;
  const visible = (row: string) =>
    locationIds === null
      ? sql`${sql.raw(row)}.entity_id = ${entity.id}`
      : sql`${sql.raw(row)}.entity_id = ${entity.id} and ${sql.raw(row)}.location_id = any(${texts(locationIds)}::uuid[])`;
  const kept = (span: (typeof STOCK_SALE_SPANS)[number], starts: SQL) => sql`
    select s.variant_id, s.units from ${stockSales} s where ${visible('s')} and s.span = ${span} and ${starts}`;
  const among = (starts: readonly string[]) => sql`s.start = any(${texts(starts)}::date[])`;
  // Two of each at all times, so that the statement has one text.
  const stretches = [0, 1].flatMap((place) => {
    const { start, end } = cover.days[place] ?? { start: NEVER, end: '9999-12-30' };
    const { from, until } = read[place] ?? { from: NEVER, until: NEVER };
    return [
      kept('day', sql`s.start between ${start}::date and ${end}::date`),
      sql`
    select i.variant_id, -m.delta from ${inventoryMovements} m join ${inventoryItems} i on i.id = m.item_id
    where m.entity_id = ${entity.id} and m.reason_code = 'SALE' and ${visibleItems(actor)}
      and m.created_at >= ${from}::timestamptz and m.created_at < ${until}::timestamptz`,
    ];
  });
  return sql`(${sql.join(
    [
      kept('year', among(cover.years)),
      kept('month', among(cover.months)),
      ...stretches,
      sql`
    select c.variant_id, c.sold_units from ${stockChanges} c
    where ${visible('c')} and c.variant_id is not null and c.moved_at >= ${whole.from}::timestamptz and c.moved_at < ${whole.until}::timestamptz`,
    ],
    sql` union all`,
  )})`;
}

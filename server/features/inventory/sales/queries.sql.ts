import { type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../../kernel/actor';
import { texts } from '../../../platform/db/listing';
import { type Cover, THIRDS } from '../../../platform/db/year-sums';
import { covered } from '../../../platform/db/year-sums.sql';
import { visibleItems } from '../queries.sql';
import { inventoryItems, inventoryMovements } from '../tables';
import { stockChanges } from '../totals/tables';
import { locationSaleYears, stockSales, stockSaleYears } from './tables';

/** Instants from the first until before the second. */
interface Stretch {
  from: string;
  until: string;
}

/** A period as what is kept and what is read of the ledger. */
export interface SoldPeriod {
  /** Whole days of UTC: their sums are kept. */
  whole: Stretch;
  cover: Cover;
  /** What the period has beyond those days, and what it lacks of them, at most two. */
  read: ReadonlyArray<Stretch & { sign: 1 | -1 }>;
}

const NEVER = '9999-12-31';

/** SQL: rows (`variant_id`, `same`, `units`) to add up by both for what left the locations of a member with reason `SALE`, less what came back. */
export function soldFromStock(actor: Actor, { whole, cover, read }: SoldPeriod): SQL {
  const { entity, locationIds } = actor;
  const isOwn = (row: string) => sql`${sql.raw(row)}.entity_id = ${entity.id}`;
  const visible = (row: string) =>
    locationIds === null
      ? isOwn(row)
      : sql`${isOwn(row)} and ${sql.raw(row)}.location_id = any(${texts(locationIds)}::uuid[])`;
  const years = locationIds === null ? stockSaleYears : locationSaleYears;
  const kept = covered(
    [cover],
    ['units'],
    THIRDS,
    { columns: sql`variant_id, variant_id as same`, from: sql`${years} y where ${visible('y')}` },
    {
      columns: sql`variant_id, variant_id`,
      from: sql`${stockSales} s where ${visible('s')}`,
      day: sql`s.day`,
    },
  );
  // Two at all times, so that the statement has one text. Items are looked up one by one, which the offset makes sure of: the planner
  // would read a million for the sales of some hours.
  const ends = [0, 1].map((place) => {
    const { from, until, sign } = read[place] ?? { from: NEVER, until: NEVER, sign: 1 };
    return sql`
    union all select i.variant_id, i.variant_id, ${-sign}::int * m.delta from ${inventoryMovements} m cross join lateral (
      select i.variant_id from ${inventoryItems} i where i.id = m.item_id and ${visibleItems(actor)} offset 0) i
    where m.entity_id = ${entity.id} and m.reason_code = 'SALE' and m.created_at >= ${from}::timestamptz and m.created_at < ${until}::timestamptz`;
  });
  return sql`(${kept} ${sql.join(ends)}
    union all select c.variant_id, c.variant_id, c.sold_units from ${stockChanges} c
    where ${visible('c')} and c.variant_id is not null and c.sold_units <> 0 and c.moved_at >= ${whole.from}::timestamptz and c.moved_at < ${whole.until}::timestamptz)`;
}

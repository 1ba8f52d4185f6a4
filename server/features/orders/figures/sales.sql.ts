import { sql } from 'drizzle-orm';
import { ints } from '../../../platform/db/listing';
import { DAY, ID } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { entities } from '../../entities/tables';
import { productSales, productWindows, salesWindows } from './tables';

/** Lengths of the windows in days: those that the dashboard offers. */
export const WINDOWS = [7, 30, 90];

/** Windows that don't exist yet, or begin too early. */
export const windowsBehind = statement(
  [[]],
  () => sql<{ entity_id: string; days: number }>`
    select e.id as entity_id, d.days from ${entities} e cross join unnest(${ints(WINDOWS)}) d (days)
      left join ${salesWindows} w on w.entity_id = e.id and w.days = d.days
    where (w.start is null or w.start < (now() at time zone e.timezone)::date - d.days + 1)
      and exists (select from ${productSales} s where s.entity_id = e.id)
    order by e.id, d.days`,
);

/** The day on which a window of the entity begins now; its timezone can't change until the transaction ends. No row while it is locked. */
export const lockFirstDay = statement(
  [[ID, 7]],
  (entityId: string, days: number) => sql<{ day: string; start: string | null }>`
    select ((now() at time zone e.timezone)::date - ${days}::int + 1)::text as day,
      (select w.start::text from ${salesWindows} w where w.entity_id = e.id and w.days = ${days}::int) as start
    from ${entities} e where e.id = ${entityId} for share of e skip locked`,
);

/** Takes off the sales before a day. */
export const shortenWindow = statement(
  [[ID, 7, DAY, DAY]],
  (entityId: string, days: number, start: string, day: string) => sql`
    with gone as (
      select product_id, side, sum(units) as units, sum(cents) as cents from ${productSales}
      where entity_id = ${entityId} and day >= ${start}::date and day < ${day}::date group by product_id, side
    )
    update ${productWindows} t set units = t.units - g.units, cents = t.cents - g.cents
    from gone g where t.entity_id = ${entityId} and t.days = ${days}::int and t.product_id = g.product_id
      and t.side = g.side`,
);

export const dropEmptied = statement(
  [[ID, 7]],
  (entityId: string, days: number) => sql`
    delete from ${productWindows} where entity_id = ${entityId} and days = ${days}::int and cents = 0 and units = 0`,
);

export const dropWindow = statement(
  [[ID, 7]],
  (entityId: string, days: number) =>
    sql`delete from ${productWindows} where entity_id = ${entityId} and days = ${days}::int`,
);

export const fillWindow = statement(
  [[ID, 7, DAY]],
  (entityId: string, days: number, day: string) => sql`
    insert into ${productWindows} (entity_id, days, product_id, side, units, cents)
    select entity_id, ${days}::int, product_id, side, sum(units), sum(cents) from ${productSales}
    where entity_id = ${entityId} and day >= ${day}::date group by entity_id, product_id, side`,
);

export const moveWindow = statement(
  [[ID, 7, DAY]],
  (entityId: string, days: number, day: string) => sql`
    insert into ${salesWindows} (entity_id, days, start) values (${entityId}, ${days}::int, ${day}::date)
    on conflict (entity_id, days) do update set start = excluded.start`,
);

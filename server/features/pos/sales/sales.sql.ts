import { sql } from 'drizzle-orm';
import { ints, texts, uuids } from '../../../platform/db/listing';
import { ID } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { inventoryItems } from '../../inventory/tables';
import { posPackages, posSales } from '../tables';
import type { PosSale } from '../vendors/connector';
import type { Booking, OpenSale } from './explain';

/** Lines of packages that the connection has counted before; what was voided before it was seen isn't kept. */
export const storeSales = statement([[ID, []]], (connectionId: string, sales: readonly PosSale[]) => {
  const settled = `{${sales.map((sale) => sale.settled).join(',')}}`;
  return sql`
    insert into ${posSales} as t (connection_id, line_id, name, package, reason, units, settled)
    select ${connectionId}, s.line_id, s.name, s.package, s.reason, s.units, s.settled
    from unnest(${texts(sales.map(({ id }) => id))}, ${texts(sales.map(({ name }) => name))},
      ${texts(sales.map(({ packageId }) => packageId))}, ${texts(sales.map(({ reason }) => reason))},
      ${ints(sales.map(({ units }) => units))}, ${settled}::boolean[])
      as s (line_id, name, package, reason, units, settled)
    where exists (select from ${posPackages} p where p.connection_id = ${connectionId} and p.package = s.package
        and p.quantity is not null)
      and (s.units <> 0 or exists (
        select from ${posSales} k where k.connection_id = ${connectionId} and k.line_id = s.line_id))
    order by s.line_id
    on conflict (connection_id, line_id) do update set units = excluded.units,
      settled = t.settled or excluded.settled
    where t.units <> excluded.units or t.settled <> (t.settled or excluded.settled)`;
});

interface OpenRow extends Omit<OpenSale, 'rows'> {
  itemId: string;
  lotId: string | null;
  isFirst: boolean;
}

/** A package in several rooms was likeliest sold where customers are, then where most of it is. */
export const openSales = statement(
  [[ID, [ID]]],
  (connectionId: string, itemIds: readonly string[]) => sql<OpenRow>`
    select "lineId", name, reason, open, settled, "itemId", "lotId", place = 1 as "isFirst" from (
      select s.line_id as "lineId", s.name, s.reason, s.units - s.booked as open, s.settled, p.item_id as "itemId",
        p.lot_id as "lotId", s.seen_at, row_number() over (partition by s.line_id
          order by i.room_type = 'sales_floor' desc, i.quantity desc, p.item_id) as place
      from ${posSales} s
        join ${posPackages} p on p.connection_id = s.connection_id and p.package = s.package
        join ${inventoryItems} i on i.id = p.item_id
      where s.connection_id = ${connectionId} and s.units <> s.booked
    ) r where "itemId" = any(${uuids(itemIds)}) order by seen_at, "lineId", place`,
);

export const bookLines = statement(
  [[ID, []]],
  (connectionId: string, booked: readonly Booking[]) => sql`
    update ${posSales} s set booked = s.booked + b.units
    from unnest(${texts(booked.map(({ lineId }) => lineId))}, ${ints(booked.map(({ units }) => units))})
      as b (line_id, units)
    where s.connection_id = ${connectionId} and s.line_id = b.line_id`,
);

/** How long a sale can still be voided here. */
const KEPT = sql`interval '90 days'`;

export const deleteOldSales = statement(
  [[ID]],
  (connectionId: string) => sql`
    delete from ${posSales} where connection_id = ${connectionId} and seen_at < now() - ${KEPT}`,
);

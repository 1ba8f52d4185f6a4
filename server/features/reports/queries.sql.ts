import { sql } from 'drizzle-orm';
import type { Actor } from '../../kernel/actor';
import { DAY, LIMITED, OWNER } from '../../platform/db/samples';
import { statement } from '../../platform/db/statement';
import { visibleItems } from '../inventory/queries.sql';
import type { RoomType } from '../inventory/schema';

/** What a room of a location has and sold, in units and in cents at the current average cost. */
export interface RoomFigures {
  location_id: string;
  location_name: string;
  room_type: RoomType;
  units: number;
  cents: number;
  sold_units: number;
  sold_cents: number;
  /** Change of the units in the period, at the same cost. */
  change_cents: number;
}

/** Reads the ledger of the period item by item, by its index: there is no kept total of it. */
export const stockOfRooms = statement(
  [
    [OWNER, DAY, 'UTC'],
    [LIMITED, DAY, 'UTC'],
  ],
  (actor: Actor, start: string, timezone: string) => sql<RoomFigures>`
    select r.*, l.name as location_name from (
      select i.location_id, i.room_type, sum(i.quantity)::float8 as units,
        sum(i.quantity * i.average_cost * 100)::float8 as cents,
        coalesce(sum(m.sold), 0)::float8 as sold_units,
        coalesce(sum(m.sold * i.average_cost * 100), 0)::float8 as sold_cents,
        coalesce(sum(m.change * i.average_cost * 100), 0)::float8 as change_cents
      from inventory_items i left join lateral (
        select sum(-x.delta) filter (where x.reason_code = 'SALE') as sold, sum(x.delta) as change
        from inventory_movements x where x.item_id = i.id and x.created_at >= (${start}::timestamp at time zone ${timezone})
      ) m on true
      where ${visibleItems(actor)} group by i.location_id, i.room_type
    ) r join locations l on l.id = r.location_id
    where r.units > 0 or r.sold_units <> 0 or r.change_cents <> 0
    order by r.cents desc, l.name, r.location_id, r.room_type`,
);

import { sql } from 'drizzle-orm';
import type { Actor } from '../../../kernel/actor';
import type { WeighedPart } from '../../../kernel/weights';
import { DAY, LIMITED, OWNER } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { locations } from '../../entities/tables';
import { flowsInReach, totalsInReach, weighedInReach, weighedParts } from '../../inventory/queries.sql';
import type { RoomType } from '../../inventory/schema';
import { ANY_ROOM } from '../../inventory/totals/tables';

/** What a room of a location has and sold, in units and in cents at their average cost of the time. */
export interface RoomFigures {
  location_id: string;
  location_name: string;
  room_type: RoomType;
  units: number;
  cents: number;
  /** Rows of stock, and what of the units is by weight. */
  items: number;
  weighed: WeighedPart[];
  sold_units: number;
  sold_cents: number;
  /** Change of the value in the period. */
  change_cents: number;
}

/** Adds up kept totals: neither the ledger is read nor the stock but what is by weight. */
export const stockOfRooms = statement(
  [
    [OWNER, DAY, 'UTC'],
    [LIMITED, DAY, 'UTC'],
  ],
  (actor: Actor, start: string, timezone: string) => sql<RoomFigures>`
    with held as (
      select t.location_id, t.room_type, sum(t.items) as items, sum(t.units) as units, sum(t.worth) as worth from ${totalsInReach(actor)}
      where t.room_type <> ${ANY_ROOM} group by t.location_id, t.room_type
    ), flowed as (
      select f.location_id, f.room_type, sum(f.worth) as change, sum(f.sold_units) as sold_units,
        sum(f.sold_worth) as sold_worth
      from ${flowsInReach(actor, start, timezone)} group by f.location_id, f.room_type
    ), weighed as materialized (select * from ${weighedInReach(actor)})
    select h.location_id, l.name as location_name, h.room_type, h.items::float8 as items, h.units::float8 as units,
      (select ${weighedParts} from weighed w where w.location_id = h.location_id and w.room_type = h.room_type) as weighed,
      (h.worth * 100)::float8 as cents, coalesce(f.sold_units, 0)::float8 as sold_units,
      coalesce(f.sold_worth * 100, 0)::float8 as sold_cents, coalesce(f.change * 100, 0)::float8 as change_cents
    from held h left join flowed f on f.location_id = h.location_id and f.room_type = h.room_type
      join ${locations} l on l.id = h.location_id
    where h.units > 0 or f.sold_units <> 0 or f.change <> 0
    order by h.worth desc, l.name, h.location_id, h.room_type`,
);

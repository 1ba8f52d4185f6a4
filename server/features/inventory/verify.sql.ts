import { sql } from 'drizzle-orm';
import { ID } from '../../platform/db/samples';
import { statement } from '../../platform/db/statement';
import { SELLABLE_ROOMS } from './item-columns';
import type { VerifiedItem, WrongLevel } from './verify';

/** Items that are read at once: what bounds the memory, here and in the database. */
const BATCH = 2000;

export const verifiedBatch = statement(
  [[ID]],
  (id: string) => sql<VerifiedItem>`
    with batch as materialized (
      select id, sku, quantity, reserved_quantity from inventory_items where id > ${id}::uuid order by id limit ${BATCH}
    ), links as (
      select m.item_id, m.position, m.delta, m.reserved_delta,
        m.quantity_after <> lag(m.quantity_after, 1, 0) over chain + m.delta::bigint
          or m.reserved_after <> lag(m.reserved_after, 1, 0) over chain + m.reserved_delta::bigint as broken
      from batch b join inventory_movements m on m.item_id = b.id
      window chain as (partition by m.item_id order by m.position)
    ), sums as (
      select item_id, count(*) as movements, sum(delta) as quantity, sum(reserved_delta) as reserved,
        count(*) filter (where broken) as broken, min(position) filter (where broken) as first_broken
      from links group by item_id
    )
    select b.id, b.sku, b.quantity, b.reserved_quantity, coalesce(s.quantity, 0)::float8 as ledger_quantity,
      coalesce(s.reserved, 0)::float8 as ledger_reserved, coalesce(s.movements, 0)::float8 as movements,
      coalesce(s.broken, 0)::float8 as broken, m.id as first_broken
    from batch b left join sums s on s.item_id = b.id
      left join inventory_movements m on m.item_id = s.item_id and m.position = s.first_broken
    order by b.id`,
);

export const wrongLevels = statement(
  [[]],
  () => sql<WrongLevel>`
    select location_id, v.sku, l.available::float8 as available, i.in_rooms::float8 as in_rooms
    from stock_levels l full join (
      select location_id, variant_id, sum(quantity - reserved_quantity) as in_rooms from inventory_items
      where room_type in ${SELLABLE_ROOMS} group by location_id, variant_id
    ) i using (location_id, variant_id) join product_variants v on v.id = variant_id
    where l.available is distinct from i.in_rooms order by location_id, variant_id`,
);

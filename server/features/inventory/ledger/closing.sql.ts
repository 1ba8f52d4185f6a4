import { sql } from 'drizzle-orm';
import { uuids } from '../../../platform/db/listing';
import { ID } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { lots } from '../../lots/tables';
import { inventoryItems, inventoryLots } from '../tables';

export const closeRowsOfLocation = statement(
  [[ID]],
  (locationId: string) =>
    sql`update ${inventoryItems} set closed = true where location_id = ${locationId} and not closed`,
);

export const lockStockOfLocation = statement(
  [[ID]],
  (locationId: string) => sql<{ units: number }>`
    with held as (
      select i.quantity from ${inventoryItems} i where i.location_id = ${locationId} and not i.closed
      order by i.id for no key update
    )
    select coalesce(sum(quantity), 0)::float8 as units from held`,
);

export const closeRowsOfVariant = statement(
  [[ID, ID]],
  (variantId: string, entityId: string) => sql`
    update ${inventoryItems} set closed = true
    where variant_id = ${variantId} and entity_id = ${entityId} and not closed`,
);

export const lockStockOfVariant = statement(
  [[ID, ID]],
  (variantId: string, entityId: string) => sql<{ units: number; reserved: number }>`
    with held as (
      select i.quantity, i.reserved_quantity from ${inventoryItems} i
      where i.variant_id = ${variantId} and i.entity_id = ${entityId} order by i.id for no key update
    )
    select coalesce(sum(quantity), 0)::float8 as units, coalesce(sum(reserved_quantity), 0)::float8 as reserved
    from held`,
);

export const lockAndTouchItemsOfBatches = statement(
  [[[ID]]],
  (batchIds: readonly string[]) => sql`
    with touched as materialized (
      select i.id from ${inventoryItems} i where i.id in (
        select x.inventory_item_id from ${lots} l join ${inventoryLots} x on x.lot_id = l.id
        where l.batch_id = any(${uuids(batchIds)}) and x.quantity > 0)
      order by i.id for no key update
    )
    update ${inventoryItems} i set updated_at = change_time() from touched t where i.id = t.id`,
);

import { sql } from 'drizzle-orm';
import { uuids } from '../../../platform/db/listing';
import { ID } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { inventoryItems, inventoryLots } from '../../inventory/tables';
import { batches, lots } from '../../lots/tables';
import { posListings } from '../tables';

/** A count that is to become a row's quantity. */
export interface Count {
  itemId: string;
  /** How an error names it. */
  label: string | null;
  quantity: number;
  unitCostCents: number | null;
  /** The lots that the POS has named in the row, with their counts; units of others are in the rest. */
  lots: ReadonlyArray<{ lotId: string; quantity: number }>;
}

/** The batches of counted rows and of the lots they get, locked before the rows. */
export const lockCountedBatches = statement(
  [[[ID], [ID]]],
  (itemIds: readonly string[], lotIds: readonly string[]) => sql<{ id: string }>`
    select b.id from ${batches} b where b.id in (
      select l.batch_id from ${lots} l where l.id = any(${uuids(lotIds)})
      union all select l.batch_id from ${inventoryLots} x join ${lots} l on l.id = x.lot_id
        where x.inventory_item_id = any(${uuids(itemIds)}) and x.quantity > 0)
    order by b.id for share`,
);

/** What locked rows have, with their lots. */
export const countedStock = statement(
  [[[ID]]],
  (itemIds: readonly string[]) => sql<{
    id: string;
    quantity: number;
    reserved_quantity: number;
    lots: Array<{ id: string; quantity: number; reserved: number }> | null;
  }>`
    select i.id, i.quantity, i.reserved_quantity, case when i.lot_quantity > 0 then (
        select json_agg(json_build_object('id', x.lot_id, 'quantity', x.quantity, 'reserved', x.reserved_quantity))
        from ${inventoryLots} x where x.inventory_item_id = i.id and x.quantity > 0) end as lots
    from ${inventoryItems} i where i.id = any(${uuids(itemIds)})`,
);

export const upsertListed = statement(
  [[ID, ID, [ID]]],
  (connectionId: string, runId: string, itemIds: readonly string[]) => sql`
    insert into ${posListings} (connection_id, item_id, run_id)
    select ${connectionId}, l.id, ${runId} from unnest(${uuids(itemIds)}) as l (id)
    on conflict (connection_id, item_id) do update set run_id = excluded.run_id`,
);

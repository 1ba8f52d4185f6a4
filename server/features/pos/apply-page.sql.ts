import { sql } from 'drizzle-orm';
import { ints, uuids } from '../../platform/db/listing';
import { ID } from '../../platform/db/samples';
import { statement } from '../../platform/db/statement';

/** A count that is to become a row's quantity. */
export interface Count {
  itemId: string;
  /** How an error names it. */
  label: string | null;
  quantity: number;
  unitCostCents: number | null;
}

export const lockCounted = statement(
  [[[ID], ID]],
  (itemIds: readonly string[], entityId: string) => sql<{
    id: string;
    quantity: number;
    reserved_quantity: number;
  }>`
    select id, quantity, reserved_quantity from inventory_items
    where id = any(${uuids(itemIds)}) and entity_id = ${entityId}
    order by id for no key update`,
);

/** A reported cost becomes the last cost, and the average cost of units whose cost was unknown. */
export const markItemsSynced = statement([[[]]], (counts: readonly Count[]) => {
  const ids = uuids(counts.map((count) => count.itemId));
  const costs = ints(counts.map((count) => count.unitCostCents ?? -1));
  return sql`
    update inventory_items i set last_sync = now(), synced_at = now(),
      unit_cost_cents = case when s.cost < 0 then i.unit_cost_cents else s.cost end,
      average_cost = case when s.cost > 0 and i.average_cost = 0 then s.cost / 100.0 else i.average_cost end
    from unnest(${ids}, ${costs}) as s (id, cost) where i.id = s.id`;
});

export const upsertListed = statement(
  [[ID, ID, [ID]]],
  (connectionId: string, runId: string, itemIds: readonly string[]) => sql`
    insert into pos_listings (connection_id, item_id, run_id)
    select ${connectionId}, l.id, ${runId} from unnest(${uuids(itemIds)}) as l (id)
    on conflict (connection_id, item_id) do update set run_id = excluded.run_id`,
);

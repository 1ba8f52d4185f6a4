import { sql } from 'drizzle-orm';
import { ID } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { inventoryItems, inventoryLots } from '../../inventory/tables';
import { lots } from '../../lots/tables';
import { compliancePackages } from '../tables';
import type { PackageState } from '../words';

/** Tags with units at a location, after one. */
export const heldTags = statement(
  [[ID, 'x', 1]],
  (locationId: string, after: string, limit: number) => sql<{ tag: string }>`
    select distinct l.package_tag as tag from ${inventoryLots} x join ${lots} l on l.id = x.lot_id
      join ${inventoryItems} i on i.id = x.inventory_item_id
    where i.location_id = ${locationId} and x.quantity > 0 and l.package_tag > ${after} order by 1 limit ${limit}`,
);

export interface SeenRow {
  tag: string;
  state: PackageState | null;
  id: string | null;
  item: string | null;
  quantity: number | null;
  unit: string | null;
  modified: string | null;
}

/** Keeps packages as the state showed them; rows are locked in the order of their tags. */
export const lockAndKeepPackages = statement(
  [[ID, ID, []]],
  (locationId: string, entityId: string, rows: readonly SeenRow[]) => sql`
    insert into ${compliancePackages} as p (location_id, entity_id, tag, state, remote_id, item_name, quantity, unit, changed_at)
    select ${locationId}::uuid, ${entityId}::uuid, r.tag, r.state, r.id, r.item, r.quantity, r.unit, r.modified
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (tag text, state text, id text, item text, quantity numeric, unit text, modified text)
    order by r.tag
    on conflict (location_id, tag) do update set state = excluded.state, remote_id = excluded.remote_id, item_name = excluded.item_name,
      quantity = excluded.quantity, unit = excluded.unit, changed_at = excluded.changed_at, seen_at = now()`,
);

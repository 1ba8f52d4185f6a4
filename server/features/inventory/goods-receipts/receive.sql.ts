import { sql } from 'drizzle-orm';
import { ID } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { locations } from '../../entities/tables';
import { posConnections } from '../../pos/tables';
import { productVariants } from '../../products/tables';
import type { RoomType } from '../schema';
import { inventoryItems } from '../tables';
import { goodsReceiptLines, goodsReceipts } from './tables';

/** Where goods come to. */
export const receivingPlace = statement(
  [[ID, ID]],
  (entityId: string, locationId: string) => sql<{
    room: RoomType;
    licensed_until: string;
    has_pos: boolean;
  }>`
    select l.receiving_room as room, l.licensed_until::text as licensed_until,
      exists (select from ${posConnections} c where c.location_id = l.id) as has_pos
    from ${locations} l where l.id = ${locationId} and l.entity_id = ${entityId} and l.deleted_at is null`,
);

/** Adds up the lines of a receipt. Of each line, the cost is rounded once, half up to the cent (decision 630). */
export const addUp = statement(
  [[ID]],
  (receiptId: string) => sql`
    update ${goodsReceipts} r set units = s.units, cost_total = s.cost from (
      select sum(n.quantity) as units, case when bool_and(n.unit_cost_cents is not null) then
        sum(round(n.quantity::numeric * coalesce(v.step, 10000) / 10000 * n.unit_cost_cents)) / 100 end as cost
      from ${goodsReceiptLines} n join ${inventoryItems} i on i.id = n.item_id join ${productVariants} v on v.id = i.variant_id
      where n.receipt_id = ${receiptId}) s
    where r.id = ${receiptId}`,
);

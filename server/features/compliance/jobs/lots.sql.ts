import { sql } from 'drizzle-orm';
import { ID } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { inventoryLots } from '../../inventory/tables';
import { lots } from '../../lots/tables';

/** Whether a package is or was of a row of stock. */
export const otherLot = statement(
  [[ID, 'x']],
  (itemId: string, tag: string) => sql<{ id: string }>`
    select l.id from ${inventoryLots} x join ${lots} l on l.id = x.lot_id
    where x.inventory_item_id = ${itemId} and l.package_tag = ${tag}`,
);

import { sql } from 'drizzle-orm';
import { uuids } from '../../platform/db/listing';
import { ID } from '../../platform/db/samples';
import { statement } from '../../platform/db/statement';
import { stockCountLines } from '../inventory/counts/tables';
import { inventoryItems, inventoryMovements } from '../inventory/tables';
import { backorders } from '../orders/backorders/tables';
import { orderItems } from '../orders/tables';
import { productVariants } from './tables';

/** Locks variants against new stock and lines of them. */
export const lockVariants = statement(
  [[[ID]]],
  (variantIds: readonly string[]) => sql`
    select from ${productVariants} where id = any(${uuids(variantIds)}) order by id for update`,
);

/** The first of some variants that was ever stocked or ordered. The locks come first: this sees what was committed until then. */
export const usedAmong = statement(
  [[[ID]]],
  (variantIds: readonly string[]) => sql<{ id: string; sku: string }>`
    select v.id, v.sku from ${productVariants} v where v.id = any(${uuids(variantIds)}) and (
      exists (select from ${inventoryItems} i join ${inventoryMovements} m on m.item_id = i.id where i.variant_id = v.id)
      or exists (select from ${inventoryItems} i join ${stockCountLines} l on l.item_id = i.id where i.variant_id = v.id)
      or exists (select from ${orderItems} x where x.variant_id = v.id)
      or exists (select from ${backorders} b where b.variant_id = v.id))
    order by v.position, v.id limit 1`,
);

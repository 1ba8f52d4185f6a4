import { sql } from 'drizzle-orm';
import type { Actor } from '../../../kernel/actor';
import { uuids } from '../../../platform/db/listing';
import { ID, LIMITED, OWNER } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { productVariants } from '../../products/tables';
import { afterBatches, batchesFirst, stockColumns } from '../allocation.sql';
import { visibleItems } from '../queries.sql';
import { inventoryItems } from '../tables';
import type { Source, Stock } from './plan';

export const transferSources = statement(
  [
    [[ID], OWNER],
    [[ID], LIMITED],
  ],
  (inventoryIds: readonly string[], actor: Actor) => sql<Source>`
    select i.id, i.variant_id, i.location_id, i.room_type, v.step
    from ${inventoryItems} i join ${productVariants} v on v.id = i.variant_id
    where i.id = any(${uuids(inventoryIds)}) and ${visibleItems(actor)}`,
);

export const lockRouteItems = statement([[[ID]]], (itemIds: readonly string[]) => {
  const touched = sql`i.id = any(${uuids([...new Set(itemIds)])})`;
  return sql<Stock>`
    ${batchesFirst(touched)}
    select i.id, i.product_id, i.product_name, i.variant_id, i.sku, i.location_id, i.room_type, i.quantity,
      i.reserved_quantity, i.unit_cost_cents::float8 as unit_cost_cents, i.average_cost::float8 as average_cost,
      ${stockColumns}
    from ${inventoryItems} i where ${touched} and ${afterBatches} order by i.id for no key update of i`;
});

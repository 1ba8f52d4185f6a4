import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor } from '../../kernel/actor';
import { iso, uuids } from '../../platform/db/listing';
import { ID, LIMITED, OWNER } from '../../platform/db/samples';
import { statement } from '../../platform/db/statement';
import { appearance } from '../products/queries.sql';
import { products, productVariants } from '../products/tables';
import { afterBatches, batchesFirst, stockColumns } from './allocation.sql';
import { visibleItems } from './queries.sql';
import { inventoryItems, inventoryMovements, inventoryTransfers } from './tables';
import type { Source, Stock } from './transfer-plan';
import type { TransferRecord } from './transfers/schema';

export const transferSources = statement(
  [
    [[ID], OWNER],
    [[ID], LIMITED],
  ],
  (inventoryIds: readonly string[], actor: Actor) => sql<Source>`
    select i.id, i.variant_id, i.location_id, i.room_type from ${inventoryItems} i
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

export type TransferView = z.infer<typeof TransferRecord>;

type Row = Omit<TransferView, 'actor' | 'movements'> & { actor_id: string; actor_name: string };

export const transferMovements = statement(
  [
    [ID, OWNER],
    [ID, LIMITED],
  ],
  (id: string, actor: Actor) => sql<TransferView['movements'][number]>`
      select m.id, m.item_id as inventory_id, i.product_id, i.product_name, i.variant_id, i.sku, ${appearance},
        i.location_id, i.room_type, m.delta, m.quantity_after, m.lot_id
      from ${inventoryMovements} m join ${inventoryItems} i on i.id = m.item_id
        join ${productVariants} v on v.id = i.variant_id join ${products} p on p.id = i.product_id
      where m.source_type = 'transfer' and m.source_id = ${id} and ${visibleItems(actor)} order by m.position`,
);

export const transferById = statement(
  [[ID, ID]],
  (id: string, entityId: string) => sql<Row>`
      select t.id, t.notes, t.actor_id, t.actor_name, ${iso(sql`t.created_at`)} as created_at
      from ${inventoryTransfers} t where t.id = ${id} and t.entity_id = ${entityId}`,
);

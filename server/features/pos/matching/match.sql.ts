import { sql } from 'drizzle-orm';
import { texts, uuids } from '../../../platform/db/listing';
import { ID } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { inventoryItems } from '../../inventory/tables';
import { productVariants } from '../../products/tables';
import { posMappings } from '../tables';

interface HeldRow {
  id: string;
  sku: string;
  variant_id: string;
  room_type: string;
}

/** Rows of stock of a location by SKU or variant; what was deleted counts only where something is left of it. */
export const heldItems = statement(
  [[{ entityId: ID, locationId: ID }, ['x'], [ID]]],
  (
    { entityId, locationId }: { entityId: string; locationId: string },
    skus: readonly string[],
    variantIds: readonly string[],
  ) => sql<HeldRow>`
    select i.id, i.sku, i.variant_id, i.room_type from ${inventoryItems} i
    join ${productVariants} v on v.id = i.variant_id
    where i.entity_id = ${entityId} and i.location_id = ${locationId}
      and (i.sku = any(${texts(skus)}) or i.variant_id = any(${uuids(variantIds)}))
      and (i.quantity > 0 or v.deleted_at is null)`,
);

export const catalogVariants = statement(
  [[ID, ['x']]],
  (entityId: string, skus: readonly string[]) => sql<{ id: string; sku: string }>`
    select id, sku from ${productVariants}
    where entity_id = ${entityId} and sku = any(${texts(skus)}) and deleted_at is null`,
);

export const mappedVariants = statement(
  [[ID, ['x'], ['x']]],
  (connectionId: string, externalIds: readonly string[], skus: readonly string[]) => sql<{
    external_id: string | null;
    sku: string | null;
    variant_id: string;
  }>`
    select m.external_id, m.sku, m.variant_id from ${posMappings} m
    join ${productVariants} v on v.id = m.variant_id and v.deleted_at is null
    where m.connection_id = ${connectionId}
      and (m.external_id = any(${texts(externalIds)}) or m.sku = any(${texts(skus)}))`,
);

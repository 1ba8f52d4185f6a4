import { sql } from 'drizzle-orm';
import { texts } from '../../../platform/db/listing';
import { ID } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { productVariants } from '../../products/tables';
import { inventoryItems } from '../tables';

/** The variants with some SKUs: of the business itself, and of others' that it has rows of. */
export const variantsBySku = statement(
  [[ID, ['x']]],
  (entityId: string, skus: readonly string[]) => sql<{ id: string; sku: string; own: boolean }>`
    select v.id, v.sku, true as own from ${productVariants} v
    where v.entity_id = ${entityId} and v.sku = any(${texts(skus)}) and v.deleted_at is null
    union all
    select distinct v.id, i.sku, false from ${inventoryItems} i join ${productVariants} v on v.id = i.variant_id
    where i.entity_id = ${entityId} and i.sku = any(${texts(skus)}) and v.entity_id <> ${entityId}`,
);

import { sql } from 'drizzle-orm';
import { texts } from '../../../platform/db/listing';
import { ID } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { listings, productVariants } from '../tables';

/** The product of a variant of a business. */
export const productOfVariant = statement(
  [[ID, ID]],
  (entityId: string, id: string) => sql<{ product_id: string }>`
    select v.product_id from ${productVariants} v where v.id = ${id} and v.entity_id = ${entityId} and v.deleted_at is null`,
);

/** What of a business has one of these SKUs: a variant, or what it sells on. */
export const skuHolders = statement(
  [[ID, ['x']]],
  (entityId: string, skus: readonly string[]) => sql<{
    type: 'variant' | 'listing';
    id: string;
    sku: string;
  }>`
    select 'variant' as type, v.id, v.sku from ${productVariants} v
    where v.entity_id = ${entityId} and v.sku = any(${texts(skus)}) and v.deleted_at is null
    union all select 'listing', g.variant_id, g.sku from ${listings} g where g.seller_id = ${entityId} and g.sku = any(${texts(skus)})`,
);

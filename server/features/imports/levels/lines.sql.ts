import { sql } from 'drizzle-orm';
import type { Actor } from '../../../kernel/actor';
import { texts, uuids } from '../../../platform/db/listing';
import { ID, OWNER } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { connectedEntityIds } from '../../entities/connections/queries';
import { visibleProducts } from '../../products/queries.sql';
import { products, productVariants } from '../../products/tables';

/** Variants in catalogs of suppliers by SKU, and any that the business sees by id. */
export const seenVariants = statement(
  [[OWNER, ['x'], [ID]]],
  (actor: Actor, skus: readonly string[], ids: readonly string[]) => sql<{
    variant_id: string;
    sku: string;
    product_name: string;
  }>`
    select v.id as variant_id, v.sku, p.name as product_name
    from ${productVariants} v join ${products} p on p.id = v.product_id
    where v.deleted_at is null and ${visibleProducts(actor)}
      and (v.id = any(${uuids(ids)})
        or v.entity_id in ${connectedEntityIds(actor.entity.id)} and v.sku = any(${texts([...new Set(skus)])}))`,
);

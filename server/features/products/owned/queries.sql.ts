import { type SQL, sql } from 'drizzle-orm';
import { products, productVariants } from '../tables';

/**
 * SQL: joins rows `s` that have a `variant_id` with a business's own variants (`v`) and their products (`p`), which an index has
 * together. What others own is looked up one by one: a join with the variants of all businesses would read all of them.
 */
export const beside = (entityId: string) => ({
  own: sql`left join ${productVariants} v on v.entity_id = ${entityId} and v.id = s.variant_id
            left join ${products} p on p.entity_id = ${entityId} and p.id = v.product_id`,
  /** @param read SQL: an expression of `v` and `p` */
  eachOf: (read: SQL) => sql`case when v.id is not null then ${read} else (
            select ${read} from ${productVariants} v join ${products} p on p.id = v.product_id where v.id = s.variant_id) end`,
});

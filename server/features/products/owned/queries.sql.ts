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
  eachOf: (read: SQL) =>
    sql`case when v.id is not null then ${read} else ${lookedUp(read, sql`s.variant_id`)} end`,
});

/**
 * SQL: the same for rows that are many: a variant is joined with its product once, and not again for each row.
 * @param read SQL: columns of `o`, from `v` and `p`
 */
export const besideRead = (entityId: string, read: SQL) => ({
  own: sql`left join (
              select v.id, ${read} from ${productVariants} v join ${products} p on p.entity_id = ${entityId} and p.id = v.product_id
              where v.entity_id = ${entityId} offset 0) o on o.id = s.variant_id`,
  /** SQL: the variant of a row where others own it, or null. */
  other: sql`case when o.id is null then s.variant_id end`,
});

/** SQL: an expression of a variant `v` and its product `p`, for one variant. */
export const lookedUp = (read: SQL, variant: SQL) =>
  sql`(
            select ${read} from ${productVariants} v join ${products} p on p.id = v.product_id where v.id = ${variant})`;

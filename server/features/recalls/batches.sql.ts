import { type SQL, sql } from 'drizzle-orm';
import { SAME_BATCH } from '../lots/queries.sql';
import { batches, lots } from '../lots/tables';
import { productVariants } from '../products/tables';
import { recallBatches, recalls } from './tables';

/** SQL: the batches of a recall: the recalled one, those made from it that were confirmed, and what holders call the same. */
export function batchesOf(recallId: SQL): SQL {
  return sql`(select o.id as batch_id from (
      select q.batch_id from ${recalls} q where q.id = ${recallId}
      union all select q.batch_id from ${recallBatches} q where q.recall_id = ${recallId} and q.confirmed_at is not null
    ) n join ${batches} b on b.id = n.batch_id join ${batches} o on ${SAME_BATCH})`;
}

/** SQL: whether units of the variant `v` may be of the batch `b`: any of its product, where no lot says which. */
export const MAY_BE_OF_BATCH = sql`v.product_id = b.product_id and (
  exists (select from ${lots} l where l.batch_id = b.id and coalesce(l.variant_id, v.id) = v.id)
  or not exists (select from ${lots} l where l.batch_id = b.id))`;

/** SQL: which variants `a` units of batches may be of, whose step they are counted in (decision 771). @param batchIds SQL: their ids, as `batch_id` */
export const variantsIn = (batchIds: SQL): SQL => sql`a.id in (select v.id from (${batchIds}) n
  join ${batches} b on b.id = n.batch_id join ${productVariants} v on ${MAY_BE_OF_BATCH})`;

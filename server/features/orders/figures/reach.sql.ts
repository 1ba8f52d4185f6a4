import { sql } from 'drizzle-orm';
import { statement } from '../../../platform/db/statement';
import { inventoryLots } from '../../inventory/tables';
import { repairedBatches, repairedLots } from '../../lots/service.sql';
import { batches, batchReach, lotReach, lotSources, lots } from '../../lots/tables';
import { products } from '../../products/tables';
import { orderAllocations, orders } from '../tables';

/** A lot or batch that a business may read and that isn't kept as such, or the other way round. */
export interface WrongReach extends Record<string, unknown> {
  entity_id: string;
  kind: 'lot' | 'batch';
  id: string;
  kept: boolean;
}

/** SQL: the lots that a business may read. */
const LOTS_DUE = sql`(
      select entity_id, id from ${lots}
      union select p.entity_id, l.id from ${lots} l join ${batches} b on b.id = l.batch_id and b.adopted
        join ${products} p on p.id = b.product_id
      union select entity_id, lot_id from ${inventoryLots}
      union select o.retailer_id, a.lot_id from ${orderAllocations} a join ${orders} o on o.id = a.order_id
        where a.lot_id is not null and a.shipped_at is not null
      union select l.entity_id, s.source_lot_id from ${lotSources} s join ${lots} l on l.id = s.lot_id)`;

/** SQL: the batches, beside a CTE `lots_due`. */
const BATCHES_DUE = sql`(
      select entity_id, id from ${batches}
      union select p.entity_id, b.id from ${batches} b join ${products} p on p.id = b.product_id where b.adopted
      union select d.entity_id, l.batch_id from lots_due d join ${lots} l on l.id = d.id)`;

export const lockAndRepairLots = statement([[]], () => repairedLots(LOTS_DUE));

export const lockAndRepairBatches = statement([[]], () =>
  repairedBatches(sql`(with lots_due as ${LOTS_DUE} select * from ${BATCHES_DUE} d)`),
);

/** What a business may read: what it created, held, was shipped or made its own from, and all of its own products (decision 221). */
export const wrongReach = statement(
  [[]],
  () => sql<WrongReach>`
    with lots_due as ${LOTS_DUE}, batches_due as ${BATCHES_DUE}
    select entity_id, 'lot' as kind, id, z.created_at is not null as kept
    from (select entity_id, lot_id as id, created_at from ${lotReach}) z full join lots_due d using (entity_id, id)
    where z.created_at is null or d.entity_id is null
    union all
    select entity_id, 'batch', id, z.created_at is not null
    from (select r.entity_id, r.batch_id as id, r.created_at from ${batchReach} r join ${batches} b on b.id = r.batch_id
      where (r.batch_number, r.expires_on, r.created_at) is not distinct from (b.batch_id, b.expires_on, b.created_at)) z
      full join batches_due d using (entity_id, id)
    where z.created_at is null or d.entity_id is null
    order by 1, 2, 3`,
);

import { sql } from 'drizzle-orm';
import type { Actor } from '../../../kernel/actor';
import { uuids } from '../../../platform/db/listing';
import { ID, OWNER } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { connectedEntityIds } from '../../entities/connections/queries';
import { entities } from '../../entities/tables';
import { batchNow, visibleBatches, visibleLots } from '../../lots/queries.sql';
import { soldAsLot } from '../../lots/resource';
import { batches, lots } from '../../lots/tables';
import { products, productVariants } from '../../products/tables';
import { inventoryItems, inventoryLots } from '../tables';

/** Keeps a batch from being merged into another meanwhile. */
export const lockSeenBatch = statement(
  [[OWNER, ID]],
  (actor: Pick<Actor, 'entity'>, id: string) => sql<{ id: string }>`
    select b.id from ${batches} b where b.id = ${batchNow(id)} and ${visibleBatches(actor)} for key share of b`,
);

export const lockVariantOfBatch = statement(
  [[ID, ID]],
  (batchId: string, variantId: string) => sql<{ id: string; step: number | null }>`
    select v.id, v.step from ${productVariants} v join ${batches} b on b.product_id = v.product_id
    where v.id = ${variantId} and b.id = ${batchId} and v.deleted_at is null for key share of v`,
);

/** Whether a business owns the product of a batch. */
export const isOfOwnProduct = statement(
  [[ID, ID]],
  (entityId: string, batchId: string) => sql<{ owns: boolean }>`
    select p.entity_id = ${entityId} as owns from ${batches} b join ${products} p on p.id = b.product_id where b.id = ${batchId}`,
);

/**
 * Of the lots, those that the caller may name as sources; what it has units of is consumed, others of connected cultivators are noted
 * alone. Their batches stay locked, so that none is recalled meanwhile.
 */
export const lockUsableSources = statement(
  [[OWNER, [ID]]],
  (actor: Pick<Actor, 'entity'>, lotIds: readonly string[]) => {
    const grown = sql`l.entity_id in (
      select e.id from ${entities} e where e.type = 'cultivator' and e.id in ${connectedEntityIds(actor.entity.id)})`;
    const isHeld = sql`exists (select from ${inventoryLots} x where x.lot_id = l.id and x.entity_id = ${actor.entity.id} and x.quantity > 0)`;
    return sql<{ id: string; batch_id: string; own: boolean; held: boolean; step: number | null }>`
      select l.id, l.batch_id, (not ${grown} or ${isHeld}) as own, b.held_at is not null as held, case when v.same then v.step end as step
      from ${lots} l join ${batches} b on b.id = l.batch_id cross join lateral ${soldAsLot} v
      where l.id = any(${uuids(lotIds)}) and (${grown} or ${visibleLots(actor)}) order by b.id for share of b`;
  },
);

/** What units of rows cost on average, per unit, and their steps in ten-thousandths of it. */
export const averageCosts = statement(
  [[[ID]]],
  (itemIds: readonly string[]) => sql<{ id: string; average_cost: number; step: number | null }>`
    select i.id, i.average_cost::float8 as average_cost, v.step from ${inventoryItems} i join ${productVariants} v on v.id = i.variant_id
    where i.id = any(${uuids(itemIds)})`,
);

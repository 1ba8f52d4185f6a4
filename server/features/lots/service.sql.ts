import { sql } from 'drizzle-orm';
import type { Actor } from '../../kernel/actor';
import { ID, LIMITED, OWNER } from '../../platform/db/samples';
import { statement } from '../../platform/db/statement';
import { visibleProducts } from '../products/queries.sql';

/** Whose batches they are. */
export interface Holder {
  entity: Pick<Actor['entity'], 'id'>;
}

export const lockProductOfBatch = statement(
  [
    [OWNER, ID],
    [LIMITED, ID],
  ],
  (actor: Holder, id: string) =>
    sql<{
      entity_id: string;
    }>`select p.entity_id from products p where p.id = ${id} and ${visibleProducts(actor)} for key share of p`,
);

/** The adopted batch first, then the caller's own; the product's owner finds those of every holder. */
export const lockBatchesOfNumber = statement(
  [[{ productId: ID, batchId: 'x', entityId: ID, owner: true }]],
  (number: { productId: string; batchId: string; entityId: string; owner: boolean }) => sql<{
    id: string;
    adopted: boolean;
  }>`
    select b.id, b.adopted from batches b
    where b.product_id = ${number.productId} and b.batch_id = ${number.batchId}
      and (b.adopted or b.entity_id = ${number.entityId} or ${number.owner})
    order by b.adopted desc, b.id for no key update`,
);

export const copyHolds = statement(
  [[ID, ID]],
  (from: string, into: string) => sql`
    insert into batch_holds (batch_id, entity_id, reason, held_at)
    select ${into}, entity_id, reason, held_at from batch_holds where batch_id = ${from}
    on conflict (batch_id, entity_id) do nothing`,
);

/** A holder's batch that was made from a recalled one stays on hold in the batch that it merges into. */
export const carryRecalls = statement(
  [[ID, ID]],
  (from: string, into: string) => sql`
    with held as (
      update batches i set held_at = coalesce(i.held_at, f.held_at), hold_reason = coalesce(i.hold_reason, f.hold_reason),
        recall_id = coalesce(i.recall_id, f.recall_id)
      from batches f where i.id = ${into} and f.id = ${from} and f.held_at is not null
    )
    insert into recall_batches (recall_id, batch_id, confirmed_at)
    select recall_id, ${into}, confirmed_at from recall_batches where batch_id = ${from}
    on conflict (recall_id, batch_id) do nothing`,
);

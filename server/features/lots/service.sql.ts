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

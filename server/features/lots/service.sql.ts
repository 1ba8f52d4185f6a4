import { sql } from 'drizzle-orm';
import type { Actor } from '../../kernel/actor';
import { ID, LIMITED, OWNER } from '../../platform/db/samples';
import { statement } from '../../platform/db/statement';
import { visibleProducts } from '../products/queries.sql';
import { products } from '../products/tables';
import { recallBatches, recalls } from '../recalls/tables';
import { isAdoptable, isMeantBy, SAME_BATCH } from './queries.sql';
import { batches, batchHolds, batchNotes, mergedBatches } from './tables';

/** Whose batches they are. */
export interface Holder {
  entity: Pick<Actor['entity'], 'id'>;
  /** Unset for jobs, which act for the whole business. */
  locationLimit?: Actor['locationLimit'];
}

export const lockProductOfBatch = statement(
  [
    [OWNER, ID],
    [LIMITED, ID],
  ],
  (actor: Holder, id: string) =>
    sql<{
      entity_id: string;
    }>`select p.entity_id from ${products} p where p.id = ${id} and ${visibleProducts(actor)} for key share of p`,
);

/** The batches that a holder means by a number, the adopted one first; the product's owner adopts those of holders. */
export const lockBatchesOfNumber = statement(
  [[{ productId: ID, batchId: 'x', entityId: ID, owner: true }]],
  (number: { productId: string; batchId: string; entityId: string; owner: boolean }) => sql<{
    id: string;
    adopted: boolean;
  }>`
    select b.id, b.adopted from ${batches} b
    where b.product_id = ${number.productId} and b.number_key = batch_number_key(${number.batchId})
      and (${isMeantBy(sql`${number.entityId}::uuid`)} or ${number.owner} and ${isAdoptable})
    order by b.adopted desc, b.batch_id = ${number.batchId} desc, b.duplicate_of is not null, b.id for no key update`,
);

/** What a holder wrote of its batch becomes its note. */
export const keepNote = statement(
  [[ID, ID]],
  (from: string, into: string) => sql`
    insert into ${batchNotes} (batch_id, entity_id, harvested_on, packaged_on, expires_on, test_status)
    select ${into}, b.entity_id, b.harvested_on, b.packaged_on, b.expires_on, b.test_status from ${batches} b
    where b.id = ${from} and (num_nonnulls(b.harvested_on, b.packaged_on, b.expires_on) > 0 or b.test_status <> 'untested')
    on conflict (batch_id, entity_id) do update set expires_on = least(${batchNotes}.expires_on, excluded.expires_on),
      test_status = case 'failed' when ${batchNotes}.test_status then 'failed' else excluded.test_status end`,
);

/** The ids of a batch that is merged lead to the one that it merges into. */
export const redirect = statement(
  [[ID, ID]],
  (from: string, into: string) => sql`
    with moved as (update ${mergedBatches} set into_id = ${into} where into_id = ${from})
    insert into ${mergedBatches} (id, into_id) values (${from}, ${into})`,
);

export const copyHolds = statement(
  [[ID, ID]],
  (from: string, into: string) => sql`
    insert into ${batchHolds} (batch_id, entity_id, reason, held_at)
    select ${into}, entity_id, reason, held_at from ${batchHolds} where batch_id = ${from}
    on conflict (batch_id, entity_id) do nothing`,
);

/** A batch that the product's owner recalled stays on hold in the one that it merges into. */
export const carryRecalls = statement(
  [[ID, ID]],
  (from: string, into: string) => sql`
    with held as (
      update ${batches} i set held_at = coalesce(i.held_at, f.held_at), hold_reason = coalesce(i.hold_reason, f.hold_reason),
        recall_id = coalesce(i.recall_id, f.recall_id)
      from ${batches} f join ${recalls} r on r.id = f.recall_id join ${products} p on p.id = f.product_id
      where i.id = ${into} and f.id = ${from} and f.held_at is not null and r.entity_id = p.entity_id
    )
    insert into ${recallBatches} (recall_id, batch_id, entity_id, confirmed_at)
    select recall_id, ${into}, entity_id, confirmed_at from ${recallBatches} where batch_id = ${from}
    on conflict (recall_id, batch_id) do nothing`,
);

/** The owner's batches of a number, a recalled one first: no recall of them begins or ends until the transaction does. */
export const lockAdopted = statement(
  [[ID, 'x']],
  (productId: string, batchId: string) => sql<{ recall_id: string | null; hold_reason: string | null }>`
    select b.recall_id, b.hold_reason from ${batches} b
    where b.product_id = ${productId} and b.number_key = batch_number_key(${batchId}) and b.adopted
    order by b.recall_id is null, b.id for share`,
);

/** Ends the owner's hold of a batch, and what a recall held of the same number. */
export const releaseHeld = statement(
  [[ID]],
  (id: string) => sql<{ id: string }>`
    update ${batches} o set held_at = null, hold_reason = null, recall_id = null from ${batches} b
    where b.id = ${id} and ${SAME_BATCH} and o.held_at is not null and (o.id = b.id or o.recall_id is null) returning o.id`,
);

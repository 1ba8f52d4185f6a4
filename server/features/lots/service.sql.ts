import { type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../kernel/actor';
import { texts, uuids } from '../../platform/db/listing';
import type { Repaired } from '../../platform/db/rollup.sql';
import { ID, LIMITED, OWNER } from '../../platform/db/samples';
import { statement } from '../../platform/db/statement';
import { entities } from '../entities/tables';
import { inventoryMovements } from '../inventory/tables';
import { visibleProducts } from '../products/queries.sql';
import { products } from '../products/tables';
import { isAdoptable, isMeantBy, isRead, SAME_BATCH } from './queries.sql';
import {
  batches,
  batchHolds,
  batchNotes,
  batchReach,
  lotReach,
  lotSources,
  lots,
  mergedBatches,
} from './tables';

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
  (actor: Holder, id: string) => sql<{ entity_id: string; today: string }>`
    select p.entity_id, (select (now() at time zone e.timezone)::date::text from ${entities} e
      where e.id = ${actor.entity.id}) as today
    from ${products} p where p.id = ${id} and ${visibleProducts(actor)} for key share of p`,
);

/** The batches that a holder means by a number, the adopted one first, and which it reads anyway; the product's owner adopts those of holders. */
export const lockBatchesOfNumber = statement(
  [[{ productId: ID, batchId: 'x', entityId: ID, owner: true }]],
  (number: { productId: string; batchId: string; entityId: string; owner: boolean }) => sql<{
    id: string;
    entity_id: string;
    adopted: boolean;
    read: boolean;
  }>`
    select b.id, b.entity_id, b.adopted, ${isRead(sql`${number.entityId}::uuid`)} as read from ${batches} b
    where b.product_id = ${number.productId} and b.number_key = batch_number_key(${number.batchId})
      and (${isMeantBy(sql`${number.entityId}::uuid`)} or ${number.owner} and ${isAdoptable})
    order by b.adopted desc, b.batch_id = ${number.batchId} desc, b.duplicate_of is not null, b.id for no key update`,
);

/** Keeps batches of a number of a product from being made meanwhile: the owner's would miss a holder's that isn't committed yet. */
export const lockNumber = statement(
  [[{ productId: ID, batchId: 'x' }]],
  ({ productId, batchId }: { productId: string; batchId: string }) => sql`
    select pg_advisory_xact_lock(hashtextextended(${productId}::text || '/' || batch_number_key(${batchId}), 419))`,
);

/** A batch as it is named: a number of a product. */
export interface NumberOf {
  productId: string;
  batchId: string;
}

/**
 * For each number of a product, in order: the batch that a business means by it, if any, and whether it reads that anyway; and
 * whether anyone has a batch of the number at all. Locks nothing. Each key is made once: it costs as much as finding its batches.
 */
export const batchesMeant = statement(
  [[ID, [{ productId: ID, batchId: 'x' }]]],
  (entityId: string, numbers: readonly NumberOf[]) => sql<{
    id: string | null;
    read: boolean;
    adopted: boolean;
    own: boolean;
    known: boolean;
    number_key: string;
    today: string;
  }>`
    with named as materialized (
      select g.*, batch_number_key(g.batch_id) as number_key
      from unnest(${uuids(numbers.map((one) => one.productId))}, ${texts(numbers.map((one) => one.batchId))})
        with ordinality as g (product_id, batch_id, n)
    )
    select m.id, coalesce(m.read, false) as read, coalesce(m.adopted, false) as adopted, p.entity_id = e.id as own,
      exists (select from ${batches} b where b.product_id = n.product_id and b.number_key = n.number_key) as known,
      n.number_key, (now() at time zone e.timezone)::date::text as today
    from named n join ${products} p on p.id = n.product_id join ${entities} e on e.id = ${entityId}
      left join lateral (
        select b.id, b.adopted, ${isRead(sql`e.id`)} as read from ${batches} b
        where b.product_id = n.product_id and b.number_key = n.number_key and ${isMeantBy(sql`e.id`)}
        order by b.adopted desc, b.batch_id = n.batch_id desc, b.duplicate_of is not null, b.id limit 1
      ) m on true order by n.n`,
);

/** As `lockNumber`, for several in the order given. */
export const lockNumbers = statement(
  [[[{ productId: ID, key: 'x' }]]],
  (numbers: ReadonlyArray<{ productId: string; key: string }>) => sql`
    select pg_advisory_xact_lock(hashtextextended(g.product_id || '/' || g.key, 419))
    from unnest(${texts(numbers.map((one) => one.productId))}, ${texts(numbers.map((one) => one.key))})
      with ordinality as g (product_id, key, n) order by g.n`,
);

/** Whether lots of two batches are the same to their holder: both batches can't have become one. */
export const haveSameLot = statement(
  [[ID, ID]],
  (from: string, into: string) => sql<{ id: string }>`
    select l.id from ${lots} l join ${lots} o on o.batch_id = ${into} and o.entity_id = l.entity_id
      and o.variant_id is not distinct from l.variant_id and o.package_tag is not distinct from l.package_tag
    where l.batch_id = ${from} limit 1`,
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

/** SQL: a batch that merges into another takes its hold along. @param where of the batch `f` that merges, with its product `p` */
export const carryHold = (from: string, into: string, where: SQL): SQL => sql`
      update ${batches} i set held_at = coalesce(i.held_at, f.held_at), hold_reason = coalesce(i.hold_reason, f.hold_reason),
        recall_id = coalesce(i.recall_id, f.recall_id)
      from ${batches} f join ${products} p on p.id = f.product_id
      where i.id = ${into} and f.id = ${from} and f.held_at is not null and ${where}`;

/** Holds batches for everyone; one that another open recall holds stays with that recall. */
export const holdRecalled = statement(
  [[ID, [ID], 'x']],
  (recallId: string, batchIds: readonly string[], reason: string) => sql`
    update ${batches} set recall_id = ${recallId}, held_at = coalesce(held_at, now()), hold_reason = ${reason}
    where id = any(${uuids(batchIds)}) and recall_id is null`,
);

/** SQL: the batches of a recall become those of the `next` one that holds the batch `b`, and of none where it is null. */
export const passOn = (recallId: string, next: SQL): SQL => sql`
    update ${batches} b set recall_id = (${next}) where b.recall_id = ${recallId}`;

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

export interface NewLotRow {
  id: string;
  batch: string;
  /** Null: units of any variant of the product. */
  variantId: string | null;
  packageTag: string | null;
}

/** Those that exist already stay as they are. */
export const insertMissingLots = statement(
  [[ID, []]],
  (entityId: string, rows: readonly NewLotRow[]) => sql`
    insert into ${lots} (id, batch_id, variant_id, package_tag, entity_id)
    select g.id, g.batch_id, g.variant_id, g.package_tag, ${entityId}
    from unnest(${uuids(rows.map((row) => row.id))}, ${uuids(rows.map((row) => row.batch))},
      ${uuids(rows.map((row) => row.variantId))}, ${texts(rows.map((row) => row.packageTag))})
      as g (id, batch_id, variant_id, package_tag)
    on conflict do nothing`,
);

/**
 * Lots that nothing but one cause of movements has moved give their tags back, so that another package can have them (decision 942).
 * The cause's units leave them in the same transaction.
 */
export const giveTagsBack = statement(
  [[{ entityId: ID, type: 'goods_receipt', id: ID }, [ID]]],
  ({ entityId, type, id }: { entityId: string; type: string; id: string }, lotIds: readonly string[]) => sql`
    update ${lots} l set package_tag = null, gave_tag_back = l.id
    where l.id = any(${uuids(lotIds)}) and l.entity_id = ${entityId} and l.package_tag is not null
      and not exists (select from ${inventoryMovements} m
        where m.lot_id = l.id and (m.source_type <> ${type} or m.source_id is distinct from ${id}::uuid))
      and not exists (select from ${lotSources} s where s.source_lot_id = l.id)`,
);

/** SQL: adds and removes rows of `lot_reach`, and returns those. @param due rows (`entity_id`, `id`) that should be there */
export const repairedLots = (due: SQL) => sql<Repaired>`
    with due as materialized ${due}, added as (
      insert into ${lotReach} (entity_id, lot_id, created_at)
      select d.entity_id, d.id, l.created_at from due d join ${lots} l on l.id = d.id
      where not exists (select from ${lotReach} r where r.entity_id = d.entity_id and r.lot_id = d.id)
      order by 1, 2 on conflict do nothing returning entity_id, lot_id
    ), removed as (
      delete from ${lotReach} r where not exists (select from due d where d.entity_id = r.entity_id and d.id = r.lot_id)
      returning r.entity_id, r.lot_id
    )
    select entity_id || ' ' || lot_id as key, 'missing' as kept, 'readable' as counted from added
    union all select entity_id || ' ' || lot_id, 'readable', 'missing' from removed order by 1`;

/** SQL: the same for `batch_reach`, whose copies of the batch it brings up to date. */
export const repairedBatches = (due: SQL) => sql<Repaired>`
    with due as materialized ${due}, added as (
      insert into ${batchReach} as r (entity_id, batch_id, batch_number, expires_on, created_at)
      select d.entity_id, b.id, b.batch_id, b.expires_on, b.created_at from due d join ${batches} b on b.id = d.id
      where not exists (select from ${batchReach} r where r.entity_id = d.entity_id and r.batch_id = b.id
        and (r.batch_number, r.expires_on, r.created_at) is not distinct from (b.batch_id, b.expires_on, b.created_at))
      order by 1, 2 on conflict (entity_id, batch_id) do update
        set batch_number = excluded.batch_number, expires_on = excluded.expires_on, created_at = excluded.created_at
      returning r.entity_id, r.batch_id
    ), removed as (
      delete from ${batchReach} r where not exists (select from due d where d.entity_id = r.entity_id and d.id = r.batch_id)
      returning r.entity_id, r.batch_id
    )
    select entity_id || ' ' || batch_id as key, 'missing or outdated' as kept, 'readable' as counted from added
    union all select entity_id || ' ' || batch_id, 'readable', 'missing' from removed order by 1`;

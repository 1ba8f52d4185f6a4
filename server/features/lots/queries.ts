import { type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor } from '../../kernel/actor';
import { notFound } from '../../kernel/errors';
import type { ReadContext } from '../../operation/context';
import type { Db } from '../../platform/db/client';
import { allOf, contains } from '../../platform/db/listing';
import { openWalk } from '../../platform/db/walk';
import { inventoryItems, inventoryLots } from '../inventory/tables';
import { products } from '../products/tables';
import {
  BATCHES,
  type BatchView,
  batchesOfParties,
  batchesOnHand,
  batchesSince,
  countAllBatches,
  countBatches,
  countBatchesOnHand,
  hasCertificate,
  lockVisibleBatch,
  type PartyBatch,
  readBatch,
  readBatches,
} from './queries.sql';
import type { BatchList, ListBatches } from './schema';
import { batches, batchHolds, lots } from './tables';

export async function listBatches(
  { db, actor }: ReadContext,
  input: z.infer<typeof ListBatches>,
): Promise<z.infer<typeof BatchList>> {
  const { page: _, limit: __, sort: ___, cursor: ____, ...filters } = input;
  const { product_id, batch_id, location_id, expires_before, test_status, held, has_coa, on_hand } = filters;
  const { search, updated_since } = filters;
  const onHold = sql`(b.held_at is not null or exists (
    select from ${batchHolds} h where h.batch_id = b.id and h.entity_id = ${actor.entity.id}))`;
  const where = allOf([
    sql`z.entity_id = ${actor.entity.id}`,
    product_id ? sql`b.product_id = ${product_id}` : undefined,
    batch_id ? sql`b.number_key = batch_number_key(${batch_id})` : undefined,
    location_id ? unitsAt(actor, location_id) : undefined,
    expires_before ? sql`z.expires_on < ${expires_before}::date` : undefined,
    test_status ? sql`b.test_status = ${test_status}` : undefined,
    held ? heldBatches(actor) : matching(onHold, held),
    matching(hasCertificate, has_coa),
    on_hand === undefined
      ? undefined
      : sql`z.id ${sql.raw(on_hand ? 'in' : 'not in')} (${batchesOnHand(actor)})`,
    search
      ? sql`(${contains(sql`b.batch_id`, search)} or b.product_id in (
          select p.id from ${products} p where ${contains(sql`p.name`, search)}))`
      : undefined,
    updated_since ? batchesSince(actor, updated_since) : undefined,
  ]);
  const given = Object.entries(filters).filter(([, value]) => value !== undefined);
  const count = async () => {
    const [row] = await (given.length === 0
      ? countAllBatches(db, actor.entity.id)
      : given.length === 1 && on_hand
        ? countBatchesOnHand(db, actor)
        : countBatches(db, where));
    return row?.total ?? 0;
  };
  const walk = await openWalk(db, BATCHES, actor.entity.id, input);
  return walk.read(where, (page) => readBatches(db, actor, page, walk.order), count);
}

/** Builds the condition of a filter by yes or no; undefined without one. */
function matching(condition: SQL, wanted: boolean | undefined): SQL | undefined {
  if (wanted === undefined) return undefined;
  return wanted ? condition : sql`not ${condition}`;
}

/** SQL: the few batches on hold for a business, which indexes find. */
function heldBatches({ entity }: Actor): SQL {
  return sql`z.id = any(array(
    select x.id from ${batches} x where x.held_at is not null
    union all select h.batch_id from ${batchHolds} h where h.entity_id = ${entity.id}))`;
}

/** SQL: whether a business has units of the batch `b` at a location, one that the member may see. */
function unitsAt({ entity, locationIds }: Actor, locationId: string): SQL {
  if (locationIds !== null && !locationIds.includes(locationId)) return sql`false`;
  return sql`exists (select from ${lots} l join ${inventoryLots} x on x.lot_id = l.id
      join ${inventoryItems} i on i.id = x.inventory_item_id
    where l.batch_id = b.id and x.entity_id = ${entity.id} and x.quantity > 0 and i.location_id = ${locationId})`;
}

/** @throws AppError NOT_FOUND */
export async function getBatch({ db, actor }: ReadContext, id: string): Promise<BatchView> {
  const [batch] = await readBatch(db, actor, id);
  if (!batch) throw notFound();
  return batch;
}

/** Batches as each of their holders sees them, and their creator and the product's owner, in order of their ids. */
export async function batchesForParties(
  db: Db,
  ids: readonly string[],
): Promise<Array<{ entityId: string; batch: PartyBatch }>> {
  if (ids.length === 0) return [];
  const rows = await batchesOfParties(db, ids);
  return rows.map(({ entity_id, ...batch }) => ({ entityId: entity_id, batch }));
}

/** What a write needs of a batch beyond its resource. */
export interface LockedBatch {
  batch: BatchView;
  /** Whether the caller's business manages it: the product's owner, or the creator of one that isn't adopted. */
  manages: boolean;
  /** Whether its hold binds every holder: it is adopted, and the caller owns the product. */
  owns: boolean;
  /** The recall that holds it. */
  recallId: string | null;
}

/** A batch, locked against writers and against those who reserve or move its units. @throws AppError NOT_FOUND */
export async function lockBatch(ctx: ReadContext, id: string): Promise<LockedBatch> {
  const { db, actor } = ctx;
  const [row] = await lockVisibleBatch(db, actor, id);
  if (!row) throw notFound();
  const batch = await getBatch(ctx, row.id);
  const owns = row.adopted && row.owner === actor.entity.id;
  return {
    batch,
    owns,
    manages: owns || (!row.adopted && row.entity_id === actor.entity.id),
    recallId: row.recall_id,
  };
}

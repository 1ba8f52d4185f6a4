import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { existing } from '../../kernel/errors';
import { EACH, gramsOf } from '../../kernel/weights';
import type { ReadContext } from '../../operation/context';
import type { Db } from '../../platform/db/client';
import { pageOf } from '../../platform/db/listing';
import { viewOf } from '../../platform/db/resource';
import { readList } from '../../platform/db/text-list';
import { isLimitedTo } from '../../platform/db/walk';
import { type BatchProducts, type ListBatchProducts, productsOfBatches } from './by-product.sql';
import { yieldOfBatch } from './harvest.sql';
import {
  BATCHES,
  batchesOfParties,
  batchNow,
  batchPage,
  countAllBatches,
  countBatchesOnHand,
  lockVisibleBatch,
  type PartyBatch,
  readBatches,
  visibleBatches,
} from './queries.sql';
import type { BatchDetail, BatchList, BatchView } from './resource';

export function listBatches(
  ctx: ReadContext,
  input: z.infer<typeof BATCHES.input>,
): Promise<z.infer<typeof BatchList>> {
  return readList(ctx, BATCHES, batchPage, input, countOf(ctx, input));
}

/** How batches are counted where it costs less than row by row. */
function countOf({ db, actor }: ReadContext, input: z.infer<typeof BATCHES.input>) {
  const isOnHand = input.on_hand === true && isLimitedTo(input, ['on_hand']);
  if (!isOnHand && !isLimitedTo(input, [])) return undefined;
  return async () => {
    const [row] = await (isOnHand ? countBatchesOnHand(db, actor) : countAllBatches(db, actor.entity.id));
    return row?.total ?? 0;
  };
}

/** The products that the batches asked for are of. */
export async function listBatchProducts(
  { db, actor }: ReadContext,
  { page, limit, ...given }: z.infer<typeof ListBatchProducts>,
): Promise<z.infer<typeof BatchProducts>> {
  const rows = await productsOfBatches(db, actor, given, { page, limit });
  return {
    data: rows.flatMap(({ total: _, ...row }) => (row.id === null ? [] : row)),
    pagination: pageOf({ page, limit }, rows[0]?.total),
  };
}

/** @throws AppError NOT_FOUND */
export async function getBatch({ db, actor }: ReadContext, id: string): Promise<BatchView> {
  return existing(readBatches(db, sql`b.id = ${batchNow(id)} and ${visibleBatches(actor)}`, actor));
}

/** A batch with what became of its harvest, in its unit to four decimals. @throws AppError NOT_FOUND */
export async function getBatchDetail(ctx: ReadContext, id: string): Promise<BatchDetail> {
  const batch = await getBatch(ctx, id);
  const [found] = await yieldOfBatch(ctx.db, ctx.actor, batch.id);
  if (!found?.unit) return { ...batch, yield: null };
  const { unit, harvested, packaged, on_hand, consumed } = found;
  const inUnit = (grams: number) => Math.round((grams / Number(gramsOf(unit))) * EACH) / EACH;
  return {
    ...batch,
    yield: {
      unit,
      harvested: inUnit(harvested),
      packaged: inUnit(packaged),
      on_hand: inUnit(on_hand),
      lost: inUnit(consumed - packaged),
    },
  };
}

/** Batches as each of their holders sees them, and their creator and the product's owner, in order of their ids. */
export async function batchesForParties(
  db: Db,
  ids: readonly string[],
): Promise<Array<{ entityId: string; batch: PartyBatch }>> {
  if (ids.length === 0) return [];
  const rows = await batchesOfParties(db, ids);
  return rows.map(({ entity_id, locations, ...row }) => ({
    entityId: entity_id,
    batch: { ...viewOf<BatchView>(row), locations },
  }));
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
  const row = await existing(lockVisibleBatch(db, actor, id));
  const batch = await getBatch(ctx, row.id);
  const owns = row.adopted && row.owner === actor.entity.id;
  return {
    batch,
    owns,
    manages: owns || (!row.adopted && row.entity_id === actor.entity.id),
    recallId: row.recall_id,
  };
}

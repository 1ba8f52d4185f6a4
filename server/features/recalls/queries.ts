import { and, eq, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { existing, forbidden } from '../../kernel/errors';
import type { Page } from '../../kernel/params';
import { stepsAlike } from '../../kernel/weights';
import type { ReadContext } from '../../operation/context';
import { pageOf } from '../../platform/db/listing';
import { pipelined } from '../../platform/db/pipelined';
import { viewOf } from '../../platform/db/resource';
import { openWalk } from '../../platform/db/walk';
import {
  countOwnRows,
  type HolderPage,
  type HolderView,
  ownRows,
  RECALLS,
  readBatchOwner,
  readHolders,
  readReach,
  readRecalls,
  recallPage,
  visibleRecalls,
} from './queries.sql';
import { MAX_HOLDERS, type RecallDetail, type RecallList, type RecallView } from './resource';
import type { ListHolders, ReachOfBatch, RecallHolders, RecallReach } from './schema';
import { derivedOf } from './service.sql';
import { recallResponses } from './tables';

export async function listRecalls(
  { db, actor }: ReadContext,
  input: z.infer<typeof RECALLS.input>,
): Promise<z.infer<typeof RecallList>> {
  const me = actor.entity.id;
  const walk = await openWalk(db, RECALLS, me, input);
  return walk.read(RECALLS.where(actor, input), async (page, total) => {
    const rows = await recallPage(db, page, walk.pageOrder, total, actor);
    const own = await readHolders(db, {
      recallIds: rows.map((row) => row.id),
      which: sql`h.entity_id = ${me}`,
      whole: false,
      page: { page: 1, limit: input.limit + 1 },
    });
    const ownOf = new Map(own.map((row) => [row.recall_id, holderOf(row)]));
    return rows.map(({ text, proven: _, ...row }) => ({
      ...row,
      ...viewOf<RecallView>({ text }),
      response: ownOf.get(row.id) ?? null,
    }));
  });
}

/** @throws AppError NOT_FOUND */
export async function getRecall(ctx: ReadContext, id: string): Promise<z.infer<typeof RecallDetail>> {
  const recall = await findRecall(ctx, id);
  const [[own], holders] = await pipelined([
    readHolders(ctx.db, ownOf(id, ctx.actor.entity.id)),
    holdersOf(ctx, recall, { page: 1, limit: MAX_HOLDERS }),
  ]);
  return { ...recall, response: own ? holderOf(own) : null, holders };
}

async function findRecall({ db, actor }: ReadContext, id: string): Promise<RecallView> {
  return existing(readRecalls(db, sql`r.id = ${id} and ${visibleRecalls(actor)}`, actor));
}

/** Whether the caller's business recalls the batch: holders see no progress. */
const isOwner = ({ progress }: RecallView) => progress !== null;

/** What reads the row of a holder for itself. */
export const ownOf = (recallId: string, entityId: string): HolderPage => ({
  recallIds: [recallId],
  which: sql`h.entity_id = ${entityId}`,
  whole: false,
  page: { page: 1, limit: 1 },
});

/** @throws AppError NOT_FOUND */
export async function listHolders(
  ctx: ReadContext,
  { id, page, limit }: z.infer<typeof ListHolders>,
): Promise<z.infer<typeof RecallHolders>> {
  const recall = await findRecall(ctx, id);
  const data = await holdersOf(ctx, recall, { page, limit });
  const { supplierId, recallId } = recallResponses;
  const [own] = isOwner(recall) ? [] : await countOwnRows(ctx.db, id, ctx.actor.entity.id);
  const total =
    own?.total ?? (await ctx.db.$count(recallResponses, and(eq(recallId, id), isNull(supplierId))));
  return { data, pagination: pageOf({ page, limit }, total) };
}

/**
 * For the product's owner all holders but those that resellers supplied, with units of others while the recall is open and
 * as of its end; a holder sees itself and its customers that aren't on board.
 */
async function holdersOf({ db, actor }: ReadContext, recall: RecallView, page: Page): Promise<HolderView[]> {
  const me = actor.entity.id;
  const whole = isOwner(recall);
  const which = whole ? sql`h.supplier_id is null` : ownRows(me);
  const holders = await readHolders(db, { recallIds: [recall.id], which, whole, page });
  return holders.map((holder) =>
    recall.status === 'open' || !whole || holder.entity.id === me
      ? holderOf(holder)
      : { ...holderOf(holder), on_hand: null, unknown_units: null, accounting: holder.closing },
  );
}

/**
 * What a recall of a batch would reach, as the owner's own books say (decision 179): other holders' stock stays theirs
 * until it is open.
 * @throws AppError NOT_FOUND, FORBIDDEN for another's product
 */
export async function reachOfRecall(
  ctx: ReadContext,
  { id, include_derived: includeDerived = false }: z.infer<typeof ReachOfBatch>,
): Promise<z.infer<typeof RecallReach>> {
  const batch = await existing(readBatchOwner(ctx.db, ctx.actor, id));
  if (!batch.owns)
    throw forbidden("Only the product's owner can recall its batches.", { reason: 'not_your_product' });
  const derived = (await derivedOf(ctx.db, batch.id)).map((row) => row.id);
  const { alike, unit, step, ...reach } = await existing(
    readReach(ctx.db, ctx.actor, includeDerived ? [batch.id, ...derived] : [batch.id]),
  );
  return { ...reach, ...stepsAlike({ alike, unit, step }), derived: derived.length };
}

function holderOf({
  recall_id: _,
  closing: __,
  ...holder
}: HolderView & { recall_id: string; closing: unknown }): HolderView {
  return holder;
}

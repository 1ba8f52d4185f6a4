import { and, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { forbidden, notFound } from '../../kernel/errors';
import type { Page } from '../../kernel/params';
import type { ReadContext } from '../../operation/context';
import { allOf, pageOf } from '../../platform/db/listing';
import { pipelined } from '../../platform/db/pipelined';
import { openWalk } from '../../platform/db/walk';
import {
  type HolderPage,
  type HolderView,
  RECALLS,
  type RecallView,
  readBatchOwner,
  readHolders,
  readReach,
  readRecall,
  readRecalls,
  recallsSince,
  visibleRecalls,
} from './queries.sql';
import {
  type ListHolders,
  type ListRecalls,
  MAX_HOLDERS,
  type ReachOfBatch,
  type RecallDetail,
  type RecallHolders,
  type RecallList,
  type RecallReach,
} from './schema';
import { derivedOf } from './service.sql';
import { recallResponses } from './tables';

type Row = Awaited<ReturnType<typeof readRecall>>[number];

export async function listRecalls(
  { db, actor }: ReadContext,
  input: z.infer<typeof ListRecalls>,
): Promise<z.infer<typeof RecallList>> {
  const { limit, status, batch, responded, updated_since } = input;
  const me = actor.entity.id;
  const response = (state: 'is null' | 'is not null') => sql`exists (select from ${recallResponses} h
    where h.recall_id = r.id and h.entity_id = ${me} and h.responded_at ${sql.raw(state)})`;
  const where = allOf([
    visibleRecalls(actor),
    status && (status === 'open' ? sql`r.closed_at is null` : sql`r.closed_at is not null`),
    batch ? sql`r.batch_id = ${batch}` : undefined,
    responded === undefined ? undefined : response(responded ? 'is not null' : 'is null'),
    updated_since ? recallsSince(actor, updated_since) : undefined,
  ]);
  const walk = await openWalk(db, RECALLS, me, input);
  return walk.read(where, async (page) => {
    const rows = await readRecalls(db, actor, page, walk.order);
    const own = await readHolders(db, {
      recallIds: rows.map((row) => row.id),
      which: sql`h.entity_id = ${me}`,
      whole: false,
      page: { page: 1, limit: limit + 1 },
    });
    const ownOf = new Map(own.map((row) => [row.recall_id, holderOf(row)]));
    return rows.map(({ walk_key, ...row }) => ({
      walk_key: walk_key ?? null,
      ...recallOf(row, ownOf.get(row.id)),
    }));
  });
}

/** @throws AppError NOT_FOUND */
export async function getRecall(ctx: ReadContext, id: string): Promise<z.infer<typeof RecallDetail>> {
  const [row] = await readRecall(ctx.db, ctx.actor, id);
  if (!row) throw notFound();
  const me = ctx.actor.entity.id;
  const [[own], holders] = await pipelined([
    readHolders(ctx.db, ownOf(id, me)),
    holdersOf(ctx, row, { page: 1, limit: MAX_HOLDERS }),
  ]);
  return { ...recallOf(row, own && holderOf(own)), holders };
}

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
  const [row] = await readRecall(ctx.db, ctx.actor, id);
  if (!row) throw notFound();
  const data = await holdersOf(ctx, row, { page, limit });
  const own = and(eq(recallResponses.recallId, id), eq(recallResponses.entityId, ctx.actor.entity.id));
  const total = row.mine ? row.named : await ctx.db.$count(recallResponses, own);
  return { data, pagination: pageOf({ page, limit }, total) };
}

/**
 * For the product's owner all holders but those that resellers supplied, with units of others while the recall is open and
 * as of its end; a holder sees itself.
 */
async function holdersOf({ db, actor }: ReadContext, row: Row, page: Page): Promise<HolderView[]> {
  const me = actor.entity.id;
  const which = row.mine ? sql`h.supplier_id is null` : sql`h.entity_id = ${me}`;
  const holders = await readHolders(db, { recallIds: [row.id], which, whole: row.mine, page });
  return holders.map((holder) =>
    row.status === 'open' || holder.entity.id === me
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
  const [batch] = await readBatchOwner(ctx.db, ctx.actor, id);
  if (!batch) throw notFound();
  if (!batch.owns)
    throw forbidden("Only the product's owner can recall its batches.", { reason: 'not_your_product' });
  const derived = (await derivedOf(ctx.db, id)).map((row) => row.id);
  const [reach] = await readReach(ctx.db, ctx.actor, includeDerived ? [id, ...derived] : [id]);
  if (!reach) throw notFound();
  return { ...reach, derived: derived.length };
}

function recallOf(row: Row, own: HolderView | undefined): RecallView {
  const { mine, holders, responded, unassigned, checked, named: _, ...recall } = row;
  return {
    ...recall,
    progress: mine ? { holders, responded } : null,
    checks: mine ? { businesses: unassigned, checked } : null,
    response: own ?? null,
  };
}

function holderOf({
  recall_id: _,
  closing: __,
  ...holder
}: HolderView & { recall_id: string; closing: unknown }): HolderView {
  return holder;
}

import { and, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { AppError, existing, forbidden, invalidRequest } from '../../kernel/errors';
import { newId } from '../../kernel/ids';
import { amountAlike, stepsAlike } from '../../kernel/weights';
import type { WriteContext } from '../../operation/context';
import { rejectLimited } from '../../operation/limited';
import { checkPace } from '../../operation/pace';
import { RetryTransaction } from '../../operation/unit-of-work';
import type { Db } from '../../platform/db/client';
import { enqueue } from '../../platform/outbox/enqueue';
import { lockBatch } from '../lots/queries';
import { seenBatch } from '../lots/queries.sql';
import { batchChanged } from '../lots/service';
import { holdRecalled } from '../lots/service.sql';
import { RECALLED_EVENTS, releaseRecalled } from '../orders/flow/recalled';
import { noticeTime } from './mail.sql';
import { getRecall } from './queries';
import { keepClosing, lockVisibleRecall } from './queries.sql';
import { type RecallDetail, RecalledData } from './resource';
import type { CloseRecall, ConfirmDerived, OpenRecall } from './schema';
import {
  confirmListed,
  coveredBy,
  derivedOf,
  letGo,
  listDerived,
  lockBatchesToHold,
  missingResponses,
  moveRecalled,
  partiesOfRecalled,
  registerHolders,
  registerUnassigned,
} from './service.sql';
import { recalls } from './tables';

export type Detail = z.infer<typeof RecallDetail>;

/** By one business: recalls are never rejected, and a batch is recalled again only once its recall is closed. */
const CLOSINGS_PER_HOUR = 60;
const HOUR_MS = 3_600_000;

/** Events of recalling batches, of which orders may have units. */
export const RECALL_EVENTS = ['batch.recalled', ...RECALLED_EVENTS] as const;

/**
 * Recalls a batch of the caller's product: one hold for every holder, at once. No unit moves; reservations of its units
 * are released and their orders flagged.
 * @throws AppError NOT_FOUND, FORBIDDEN for another's product, CONFLICT while a recall of the batch is open
 */
export async function openRecall(ctx: WriteContext, input: z.infer<typeof OpenRecall>): Promise<Detail> {
  rejectLimited(ctx.actor, 'A recall applies');
  // The one that a merged batch leads to.
  const { id: batchId } = await existing(seenBatch(ctx.db, ctx.actor, input.id));
  const { reason, include_derived: includeDerived = false } = input;
  const { covered, derived } = await lockFamily(ctx, batchId, includeDerived);
  const { owns, recallId: openId } = await lockBatch(ctx, batchId);
  if (!owns)
    throw forbidden("Only the product's owner can recall its batches.", { reason: 'not_your_product' });
  if (openId) {
    throw new AppError('CONFLICT', 'The batch is already recalled. Close that recall first.', {
      reason: 'recall_open',
      recall_id: openId,
    });
  }
  const id = newId();
  await ctx.db.insert(recalls).values({
    id,
    batchId,
    entityId: ctx.actor.entity.id,
    class: input.class,
    reason,
    instructions: input.instructions,
    includeDerived,
    respondBy:
      input.respond_within_hours == null
        ? null
        : sql`now() + make_interval(hours => ${input.respond_within_hours}::int)`,
    actorId: ctx.actor.userId,
    actorName: ctx.actor.name,
  });
  await listDerived(
    ctx.db,
    id,
    derived.map((row) => row.id),
    derived.map((row) => row.entity_id),
    includeDerived,
  );
  await hold(ctx, id, covered, reason);
  const recall = await getRecall(ctx, id);
  await announce(ctx, recall, covered);
  const { class: severity, instructions, progress } = recall;
  ctx.audit({
    action: 'recall.opened',
    objectId: id,
    after: {
      batch: batchId,
      class: severity,
      reason,
      instructions,
      respond_by: recall.respond_by,
      ...progress,
      derived: derived.map((row) => row.id),
    },
  });
  return recall;
}

/**
 * Recalls batches made from a recalled one: the recaller extends its recall to its own; the owner of another opens a recall
 * of its own, with the class, reason and instructions of the one before.
 * @throws AppError NOT_FOUND (with `details.index` for a batch that isn't listed), FORBIDDEN, CONFLICT once closed
 */
export async function recallDerived(
  ctx: WriteContext,
  { id, batch, batches = batch ? [batch] : [] }: z.infer<typeof ConfirmDerived>,
): Promise<Detail> {
  rejectLimited(ctx.actor, 'A recall applies');
  const { entity_id } = await lockOpenRecall(ctx, id);
  const before = await getRecall(ctx, id);
  const own = new Set(before.derived.flatMap((one) => (one.yours ? [one.batch] : [])));
  const mine = entity_id === ctx.actor.entity.id;
  if (!mine && own.size === 0)
    throw forbidden('Your business owns no batch that was made from this one.', {
      reason: 'no_derived_batch',
    });
  const index = batches.findIndex((one) => !own.has(one));
  if (index >= 0) throw new AppError('NOT_FOUND', 'Resource not found.', { index });
  if (mine) return confirmDerived(ctx, before, batches);
  const [first, ...others] = batches;
  if (!first || others.length > 0) {
    const message = 'must have one entry: each batch of yours is a recall of its own';
    throw invalidRequest([{ path: 'batches', code: 'too_many_items', message }]);
  }
  await touchRecall(ctx, id);
  const { class: severity, reason, instructions, include_derived, respond_by, created_at } = before;
  const respond_within_hours =
    respond_by && Math.round((Date.parse(respond_by) - Date.parse(created_at)) / HOUR_MS);
  return openRecall(ctx, {
    ...{ id: first, class: severity, reason, instructions },
    ...{ include_derived, respond_within_hours: respond_within_hours || undefined },
  });
}

async function confirmDerived(
  ctx: WriteContext,
  before: Detail,
  batches: readonly string[],
): Promise<Detail> {
  const { id } = before;
  const covered = await lockCovered(ctx, batches);
  const confirmed = (await confirmListed(ctx.db, id, batches)).map((row) => row.batch_id);
  if (confirmed.length === 0) return before;
  await hold(ctx, id, covered, before.reason);
  await touchRecall(ctx, id);
  const recall = await getRecall(ctx, id);
  await announce(ctx, recall, covered);
  ctx.audit({ action: 'recall.extended', objectId: id, after: { batches: confirmed } });
  return recall;
}

/**
 * Closes a recall. Its batches stay on hold until their product's owner releases them.
 * @throws AppError NOT_FOUND, FORBIDDEN, CONFLICT once closed, or without a reason while responses are missing
 */
export async function closeRecall(
  ctx: WriteContext,
  { id, reason }: z.infer<typeof CloseRecall>,
): Promise<Detail> {
  await lockOwnRecall(ctx, id);
  const [row] = await missingResponses(ctx.db, id);
  if (row && row.missing > 0 && !reason) {
    const missing = row.missing === 1 ? '1 holder has' : `${row.missing} holders have`;
    throw new AppError('CONFLICT', `${missing} not responded. Give a reason to close.`, {
      reason: 'responses_missing',
      missing: row.missing,
    });
  }
  await checkPace(
    ctx.db,
    { subject: `recall-closings:${ctx.actor.entity.id}`, limit: CLOSINGS_PER_HOUR },
    `Your business closed ${CLOSINGS_PER_HOUR} recalls within an hour. Try again later.`,
  );
  await finish(ctx, id, reason ?? null);
  return getRecall(ctx, id);
}

/** Has a recall whose row is locked count as changed: what belongs to it did. */
export async function touchRecall({ db }: WriteContext, id: string): Promise<void> {
  await db.update(recalls).set({ updatedAt: sql`change_time()` }).where(eq(recalls.id, id));
}

/** Closes a recall whose row is locked. */
export async function finish(ctx: WriteContext, id: string, reason: string | null): Promise<void> {
  await keepClosing(ctx.db, id);
  await ctx.db
    .update(recalls)
    .set({ closedAt: sql`now()`, closeReason: reason })
    .where(and(eq(recalls.id, id), sql`${recalls.closedAt} is null`));
  await letGo(ctx.db, id);
  ctx.audit({ action: 'recall.closed', objectId: id, after: { reason } });
}

/** Locks an open recall. @throws AppError NOT_FOUND, CONFLICT once closed */
export async function lockOpenRecall(ctx: WriteContext, id: string): Promise<{ entity_id: string }> {
  const row = await existing(lockVisibleRecall(ctx.db, ctx.actor, id));
  if (row.closed) throw new AppError('CONFLICT', 'The recall is closed.', { reason: 'recall_closed' });
  return row;
}

/** Locks an open recall of the caller's. @throws AppError NOT_FOUND, FORBIDDEN, CONFLICT once closed */
export async function lockOwnRecall(ctx: WriteContext, id: string): Promise<void> {
  rejectLimited(ctx.actor, 'A recall applies');
  const row = await existing(lockVisibleRecall(ctx.db, ctx.actor, id));
  if (row.entity_id !== ctx.actor.entity.id)
    throw forbidden("Only the product's owner manages its recalls.", { reason: 'not_your_product' });
  if (row.closed) throw new AppError('CONFLICT', 'The recall is closed.', { reason: 'recall_closed' });
}

/**
 * Locks a batch, what holders call the same, and the caller's batches made from it where they are held too, in id order: no
 * unit of them is reserved, shipped or made into something else meanwhile.
 * @returns the batches to hold, the recalled one first, and every batch made from it
 */
async function lockFamily(ctx: WriteContext, batchId: string, all: boolean) {
  const read = async () => {
    const derived = await derivedOf(ctx.db, batchId);
    const own = derived.flatMap((row) => (row.entity_id === ctx.actor.entity.id ? [row.id] : []));
    return { derived, held: all ? [batchId, ...own] : [batchId] };
  };
  const before = await read();
  const covered = await lockCovered(ctx, before.held);
  const { derived, held } = await read();
  if (held.length > before.held.length) throw new RetryTransaction('a batch was made meanwhile');
  return { covered, derived };
}

/** Locks batches and what holders call the same. @returns all of them, the given ones first */
async function lockCovered({ db }: WriteContext, batchIds: readonly string[]): Promise<string[]> {
  const read = async () => (await coveredBy(db, batchIds)).map((row) => row.id);
  const before = await read();
  await lockBatchesToHold(db, before);
  if ((await read()).length > before.length) throw new RetryTransaction('a batch was recorded meanwhile');
  return [...new Set([...batchIds, ...before])];
}

/** Holds batches that are locked, and releases what orders have of them. */
async function hold(
  ctx: WriteContext,
  id: string,
  batchIds: readonly string[],
  reason: string,
): Promise<void> {
  await holdRecalled(ctx.db, id, batchIds, reason);
  await registerHolders(ctx.db, id, batchIds);
  await registerUnassigned(ctx.db, id, batchIds);
  await releaseRecalled(ctx, id, batchIds, () => batchChanged.run(ctx.db, batchIds));
  const [notice] = await noticeTime(ctx.db);
  if (notice) await enqueue(ctx.db, 'announce_recall', { recall_id: id, ...notice });
}

/** One event to each holder for each batch that it has or had. */
async function announce(ctx: WriteContext, recall: Detail, batchIds: readonly string[]): Promise<void> {
  for (const { entity_id, alike, unit, step, ...batch } of await partiesOfRecalled(
    ctx.db,
    recall.id,
    batchIds,
  )) {
    const goods = { alike, unit, step };
    const counted = { ...batch, ...stepsAlike(goods), amount: amountAlike(batch.quantity, goods) };
    ctx.emit('batch.recalled', entity_id, RecalledData.parse({ ...recall, ...counted }));
  }
}

/** Has the recalls of a batch that merges into another hold that one. */
export async function moveRecalls(db: Db, { from, into }: { from: string; into: string }): Promise<void> {
  await moveRecalled(db, from, into);
}

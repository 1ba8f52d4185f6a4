import { and, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { AppError, forbidden, notFound } from '../../kernel/errors';
import { newId } from '../../kernel/ids';
import type { WriteContext } from '../../operation/context';
import { RetryTransaction } from '../../operation/unit-of-work';
import { enqueue } from '../../platform/outbox/enqueue';
import { lockBatch } from '../lots/queries';
import { seenBatch } from '../lots/queries.sql';
import { batchChanged } from '../lots/service';
import { releaseRecalled } from '../orders/recalled';
import { getRecall } from './queries';
import { lockVisibleRecall } from './queries.sql';
import {
  type CloseRecall,
  type ConfirmDerived,
  type OpenRecall,
  type RecallDetail,
  RecalledData,
} from './schema';
import {
  confirmListed,
  derivedOf,
  holdRecalled,
  letGo,
  listDerived,
  lockBatchesToHold,
  missingResponses,
  partiesOfRecalled,
  registerHolders,
} from './service.sql';
import { recalls } from './tables';

type Detail = z.infer<typeof RecallDetail>;

/**
 * Recalls a batch of the caller's product: one hold for every holder, at once. No unit moves; reservations of its units
 * are released and their orders flagged.
 * @throws AppError NOT_FOUND, FORBIDDEN for another's product, CONFLICT while a recall of the batch is open
 */
export async function openRecall(ctx: WriteContext, input: z.infer<typeof OpenRecall>): Promise<Detail> {
  rejectLimited(ctx);
  const [seen] = await seenBatch(ctx.db, ctx.actor, input.id);
  if (!seen) throw notFound();
  const { id: batchId, reason, include_derived: includeDerived = false } = input;
  const derived = await lockFamily(ctx, batchId, includeDerived);
  const { owns, recallId: openId } = await lockBatch(ctx, batchId);
  if (!owns) throw forbidden("Only the product's owner can recall its batches.");
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
    actorId: ctx.actor.userId,
    actorName: ctx.actor.name,
  });
  await listDerived(ctx.db, id, derived, includeDerived);
  await hold(ctx, id, includeDerived ? [batchId, ...derived] : [batchId], reason);
  const recall = await getRecall(ctx, id);
  await announce(ctx, recall, includeDerived ? [batchId, ...derived] : [batchId]);
  const { class: severity, instructions, progress } = recall;
  ctx.audit({
    action: 'recall.opened',
    objectId: id,
    after: { batch: batchId, class: severity, reason, instructions, ...progress, derived },
  });
  return recall;
}

/**
 * Extends an open recall to batches made from the recalled one.
 * @throws AppError NOT_FOUND (with `details.index` for a batch that isn't listed), FORBIDDEN, CONFLICT once closed
 */
export async function confirmDerived(
  ctx: WriteContext,
  { id, batches }: z.infer<typeof ConfirmDerived>,
): Promise<Detail> {
  await lockOwnRecall(ctx, id);
  const before = await getRecall(ctx, id);
  const listed = new Set(before.derived.map(({ batch }) => batch));
  const index = batches.findIndex((batch) => !listed.has(batch));
  if (index >= 0) throw new AppError('NOT_FOUND', 'Resource not found.', { index });
  await lockBatchesToHold(ctx.db, batches);
  const confirmed = (await confirmListed(ctx.db, id, batches)).map((row) => row.batch_id);
  if (confirmed.length === 0) return before;
  await hold(ctx, id, confirmed, before.reason);
  const recall = await getRecall(ctx, id);
  await announce(ctx, recall, confirmed);
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
  await finish(ctx, id, reason ?? null);
  return getRecall(ctx, id);
}

/** Closes a recall whose row is locked. */
export async function finish(ctx: WriteContext, id: string, reason: string | null): Promise<void> {
  await ctx.db
    .update(recalls)
    .set({ closedAt: sql`now()`, closeReason: reason })
    .where(and(eq(recalls.id, id), sql`${recalls.closedAt} is null`));
  await letGo(ctx.db, id);
  ctx.audit({ action: 'recall.closed', objectId: id, after: { reason } });
}

/** Rejects members and API keys that are limited to locations: a recall applies in all of them. @throws AppError FORBIDDEN */
export function rejectLimited({ actor }: WriteContext): void {
  if (actor.locationLimit === null) return;
  throw forbidden('A recall applies in every location. Ask a member with access to all locations.');
}

/** Locks an open recall. @throws AppError NOT_FOUND, CONFLICT once closed */
export async function lockOpenRecall(ctx: WriteContext, id: string): Promise<{ entity_id: string }> {
  const [row] = await lockVisibleRecall(ctx.db, ctx.actor, id);
  if (!row) throw notFound();
  if (row.closed) throw new AppError('CONFLICT', 'The recall is closed.', { reason: 'recall_closed' });
  return row;
}

async function lockOwnRecall(ctx: WriteContext, id: string): Promise<void> {
  rejectLimited(ctx);
  const [row] = await lockVisibleRecall(ctx.db, ctx.actor, id);
  if (!row) throw notFound();
  if (row.entity_id !== ctx.actor.entity.id) throw forbidden("Only the product's owner manages its recalls.");
  if (row.closed) throw new AppError('CONFLICT', 'The recall is closed.', { reason: 'recall_closed' });
}

/**
 * Locks a batch and, where they are held too, those made from it, in id order: no unit of them is reserved, shipped or
 * made into something else meanwhile.
 * @returns the batches made from it
 */
async function lockFamily({ db }: WriteContext, batchId: string, all: boolean): Promise<string[]> {
  const read = async () => (await derivedOf(db, batchId)).map((row) => row.id);
  const before = all ? await read() : [];
  await lockBatchesToHold(db, [batchId, ...before]);
  const derived = await read();
  if (all && derived.length > before.length) throw new RetryTransaction('a batch was made meanwhile');
  return derived;
}

/** Holds batches that are locked, and releases what orders have of them. */
async function hold(
  ctx: WriteContext,
  id: string,
  batchIds: readonly string[],
  reason: string,
): Promise<void> {
  await holdRecalled(ctx.db, id, batchIds, reason);
  const [row] = await registerHolders(ctx.db, id, batchIds);
  await releaseRecalled(ctx, id, batchIds, () => batchChanged.run(ctx.db, batchIds));
  if (row) await enqueue(ctx.db, 'announce_recall', { recall_id: id, notified_at: row.notified_at });
}

/** One event to each holder for each batch that it has or had. */
async function announce(ctx: WriteContext, recall: Detail, batchIds: readonly string[]): Promise<void> {
  for (const { entity_id, ...batch } of await partiesOfRecalled(ctx.db, recall.id, batchIds)) {
    ctx.emit('batch.recalled', entity_id, RecalledData.parse({ ...recall, ...batch }));
  }
}

import { and, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { AppError, existing, forbidden } from '../../kernel/errors';
import { newId } from '../../kernel/ids';
import { changesBetween, checkPatch, withoutEmpty } from '../../kernel/patch';
import type { WriteContext } from '../../operation/context';
import { rejectLimited } from '../../operation/limited';
import { checkPace } from '../../operation/pace';
import { ReactionPoint } from '../../operation/reactions';
import type { Db } from '../../platform/db/client';
import { secondsBeyond } from '../../platform/rate-limit/hourly';
import { changeExternalIds, moveExternalIds, renameObject } from '../entities/external-ids/service';
import { moveHoldersCoas } from '../products/service';
import { batchesForParties, getBatch, lockBatch } from './queries';
import { seenBatch } from './queries.sql';
import { BatchChangedData, BatchData, type BatchView } from './resource';
import type { HoldBatch, NewBatch, UpdateBatch } from './schema';
import {
  copyHolds,
  type Holder,
  haveSameLot,
  keepNote,
  lockAdopted,
  lockBatchesOfNumber,
  lockNumber,
  lockProductOfBatch,
  redirect,
  releaseHeld,
} from './service.sql';
import { batches, batchHolds, batchReach, lotSources, lots } from './tables';

/** Numbers of another's product that a business can add a day: nothing is learned by trying them (decision 419). */
const NUMBERS_A_DAY = 100;
/** Changes and releases of a batch by the product's owner. */
const CHANGES_PER_HOUR = 60;

type Input = z.infer<typeof NewBatch>;

/** What can become of a batch that is there, and of batches where one is found or created. */
export const CHANGED_BATCH_EVENTS = ['batch.updated'] as const;
export const BATCH_EVENTS = ['batch.created', ...CHANGED_BATCH_EVENTS] as const;
/** What it takes to find or create one. */
export type BatchContext = Pick<WriteContext, 'db' | 'emit'> & { actor: Holder };

/** Units of batches can be sold, or no longer can; or their dates changed. The subject is their ids. */
export const batchChanged = new ReactionPoint<readonly string[]>('batchChanged');

/** Reactions to a batch that becomes a part of another, before it is deleted. */
export const batchMerging = new ReactionPoint<{ from: string; into: string }>('batchMerging');

/**
 * Creates a batch. That of the product's owner takes the lots that holders have under its number; that of a holder is
 * visible to it alone.
 * @throws AppError NOT_FOUND, CONFLICT with `details.reason = "batch_exists"` and the batch where the caller sees it
 */
export async function createBatch(ctx: WriteContext, input: z.infer<typeof NewBatch>): Promise<BatchView> {
  const { id, created } = await findOrCreateBatch(ctx, input);
  if (!created) {
    const [seen] = await seenBatch(ctx.db, ctx.actor, id);
    throw new AppError('CONFLICT', 'The product already has a batch with this number.', {
      reason: 'batch_exists',
      ...(seen && { batch: id }),
    });
  }
  await changeExternalIds(ctx, 'batch', [{ id, ids: input.external_ids }]);
  const batch = await getBatch(ctx, id);
  ctx.audit({ action: 'batch.created', objectId: id, after: batch });
  return batch;
}

/** A batch that was found or created, and the businesses whose batches of its number merged into it. */
export interface OpenedBatch {
  id: string;
  created: boolean;
  holders: readonly string[];
}

/** As `openBatch`, with the events of a new batch. */
export async function findOrCreateBatch(
  ctx: BatchContext,
  input: z.infer<typeof NewBatch>,
): Promise<OpenedBatch> {
  const opened = await openBatch(ctx, input);
  await announceCreated(ctx, [opened]);
  return opened;
}

/**
 * The batch of a product with a printed number, made if there is none: the owner's for the owner and for a business that
 * has received the product, else the caller's own. A new one of the owner takes the lots of what holders recorded under
 * its number, and nothing else. `announceCreated` emits the events.
 * @param counted products of which the same file, count or sync has counted a number; one that is counted is added
 * @throws AppError NOT_FOUND for a product that the caller doesn't see, RATE_LIMITED, FORBIDDEN for a member who is limited
 *   to locations and would stop sales in others; nothing is written then
 */
export async function openBatch(
  ctx: BatchContext,
  input: z.infer<typeof NewBatch>,
  counted = new Set<string>(),
): Promise<OpenedBatch> {
  const { db, actor } = ctx;
  const { product_id: productId, batch_id: batchId } = input;
  const me = actor.entity.id;
  const product = await existing(lockProductOfBatch(db, actor, productId));
  const owner = product.entity_id === me;
  const number = { productId, batchId, entityId: me, owner };
  let found = await lockBatchesOfNumber(db, number);
  if (!found[0] || (owner && !found[0].adopted)) {
    await lockNumber(db, number);
    found = await lockBatchesOfNumber(db, number);
  }
  const [first] = found;
  // Before it says whether the number is known: who has received the product finds the owner's batches by it.
  if (!owner && !first?.read && !counted.has(productId)) {
    await countNumber(db, me, productId);
    counted.add(productId);
  }
  if (first && (first.adopted || !owner)) return { id: first.id, created: false, holders: [] };
  // Units in other locations, recorded by then or later, would not be sold by the word of a member who can't hold a batch.
  if (isUnsellable(input, product.today) || (first && input.expires_on))
    rejectLimited(actor, 'Dates and test results apply');
  const [recalled] = owner ? [] : await lockAdopted(db, productId, batchId);
  const { recall_id: recallId = null, hold_reason: holdReason = null } = recalled ?? {};
  const values = {
    ...columnsOf(input),
    id: newId(),
    entityId: me,
    adopted: owner,
    // A recall covers what is recorded under its number while it is open, too.
    ...(recallId && { recallId, holdReason, heldAt: sql`now()` }),
  };
  const [made] = await db.insert(batches).values(values).onConflictDoNothing().returning({ id: batches.id });
  // Another request created it and has committed.
  if (!made) return openBatch(ctx, input, counted.add(productId));
  const merged: Array<(typeof found)[number]> = [];
  for (const batch of found) {
    // What some holder has of both under one tag stays apart; recalls reach it by its number.
    const [same] = await haveSameLot(db, batch.id, made.id);
    if (same) continue;
    await mergeBatch(db, batch.id, made.id);
    merged.push(batch);
  }
  if (merged.length > 0) await batchChanged.run(db, [made.id]);
  return { id: made.id, created: true, holders: merged.map((batch) => batch.entity_id) };
}

/** Whether units of a new batch couldn't be sold. */
export const isUnsellable = ({ expires_on, test_status }: Input, today: string) =>
  (expires_on ?? today) < today || test_status === 'failed';

/** The columns of a new batch. */
export const columnsOf = (batch: Input) => ({
  productId: batch.product_id,
  batchId: batch.batch_id,
  harvestedOn: batch.harvested_on,
  packagedOn: batch.packaged_on,
  expiresOn: batch.expires_on,
  testStatus: batch.test_status,
});

/** Emits `batch.created` of those that were created, and `batch.updated` to holders whose batch it is now. */
export async function announceCreated(
  { db, actor, emit }: BatchContext,
  opened: readonly OpenedBatch[],
): Promise<void> {
  const made = new Map(opened.filter(({ created }) => created).map((one) => [one.id, one]));
  for (const { entityId, batch } of await batchesForParties(db, [...made.keys()])) {
    if (entityId === actor.entity.id) emit('batch.created', entityId, BatchChangedData.parse(batch));
    else if (made.get(batch.id)?.holders.includes(entityId))
      emit('batch.updated', entityId, BatchChangedData.parse(batch));
  }
}

/** Bounds how many numbers of a product others can try. @throws AppError RATE_LIMITED with Retry-After */
async function countNumber(db: Db, entityId: string, productId: string): Promise<void> {
  const seconds = await secondsOfNumbers(db, entityId, productId, 1);
  if (seconds !== null) throw tooManyNumbers(seconds);
}

/** Counts numbers that a business tries. @returns the seconds until it can again; null within the limit */
export const secondsOfNumbers = (db: Db, entityId: string, productId: string, times: number) =>
  secondsBeyond(db, `batch-numbers:${entityId}:${productId}`, NUMBERS_A_DAY, 24, times);

export function tooManyNumbers(seconds: number): AppError {
  return new AppError(
    'RATE_LIMITED',
    `You can add ${NUMBERS_A_DAY} batch numbers of a supplier's product a day. Try again tomorrow.`,
    { reason: 'too_many_numbers', window: 'day', limit: NUMBERS_A_DAY, retry_after: seconds },
    { 'Retry-After': String(seconds) },
  );
}

/**
 * The lots of a holder's batch become those of the owner's; what the holder wrote of it and its hold stay its own
 * (decision 415).
 */
async function mergeBatch(db: Db, from: string, into: string): Promise<void> {
  await db.update(lots).set({ batchId: into }).where(eq(lots.batchId, from));
  await keepNote(db, from, into);
  await copyHolds(db, from, into);
  await moveHoldersCoas(db, { from, into });
  await batchMerging.run(db, { from, into });
  await moveExternalIds(db, 'batch', from, into);
  await db.delete(batchHolds).where(eq(batchHolds.batchId, from));
  await redirect(db, from, into);
  await db.delete(batches).where(eq(batches.id, from));
}

/**
 * Changes dates and test results, which apply to every holder's units.
 * @throws AppError NOT_FOUND, FORBIDDEN for a holder of an adopted batch and for a member who is limited to locations,
 *   INVALID_REQUEST
 */
export async function updateBatch(
  ctx: WriteContext,
  { id: named, ...patch }: z.infer<typeof UpdateBatch>,
): Promise<BatchView> {
  const { batch: before, manages, owns } = await lockBatch(ctx, named);
  const { id } = before;
  const { external_ids: ids, ...dates } = withoutEmpty(patch, ['external_ids']);
  // What a business calls a batch that it reads is its own.
  if (ids && Object.keys(dates).length === 0)
    return renameObject(ctx, { type: 'batch', action: 'batch.updated' }, ids, before, () =>
      getBatch(ctx, id),
    );
  if (!manages)
    throw forbidden("The product's owner changes dates and test results of its batches.", {
      reason: 'not_your_product',
    });
  rejectLimited(ctx.actor, 'Dates and test results apply');
  checkPatch(dates, before, []);
  if (owns) await checkChanges(ctx.db, id);
  await ctx.db
    .update(batches)
    .set({
      harvestedOn: patch.harvested_on,
      packagedOn: patch.packaged_on,
      expiresOn: patch.expires_on,
      testStatus: patch.test_status,
    })
    .where(eq(batches.id, id));
  await batchChanged.run(ctx.db, [id]);
  await changeExternalIds(ctx, 'batch', [{ id, ids }]);
  const after = await getBatch(ctx, id);
  ctx.audit({ action: 'batch.updated', objectId: id, ...changesBetween(before, after) });
  announceUpdate(ctx, before, after);
  return after;
}

/**
 * Counts a change by the product's owner, which locks the stock of every holder. Holds are never rejected: each after the
 * first needs a release.
 * @throws AppError RATE_LIMITED with Retry-After in seconds
 */
function checkChanges(db: Db, batchId: string): Promise<void> {
  return checkPace(
    db,
    { subject: `batch-changes:${batchId}`, limit: CHANGES_PER_HOUR },
    `This batch was changed or released ${CHANGES_PER_HOUR} times within an hour. Try again later.`,
  );
}

/** Emits `batch.updated` to the business that manages the batch, the caller's; nothing when nothing changed. */
export function announceUpdate(ctx: WriteContext, before: BatchView, after: BatchView): void {
  const { external_ids: _, ...moved } = changesBetween(before, after).after;
  const changed = Object.keys(moved);
  if (changed.length === 0) return;
  ctx.emit('batch.updated', ctx.actor.entity.id, { ...BatchChangedData.parse(after), changed });
}

/**
 * Holds a batch: its units can't be reserved, shipped or sold. A hold by the product's owner covers every holder, a hold
 * by another holder only its units.
 * @throws AppError NOT_FOUND, FORBIDDEN for a member who is limited to locations, CONFLICT when it is on hold already
 */
export async function holdBatch(
  ctx: WriteContext,
  { id: named, reason }: z.infer<typeof HoldBatch>,
): Promise<BatchView> {
  rejectLimited(ctx.actor, 'A hold applies');
  const { batch: before, owns } = await lockBatch(ctx, named);
  const { id } = before;
  if (before.held === 'owner' || (before.held === 'self' && !owns)) {
    throw new AppError('CONFLICT', 'The batch is already on hold.', {
      reason: 'already_held',
      held: before.held,
    });
  }
  if (owns) {
    await ctx.db.update(batches).set({ heldAt: sql`now()`, holdReason: reason }).where(eq(batches.id, id));
  } else {
    await ctx.db.insert(batchHolds).values({ batchId: id, entityId: ctx.actor.entity.id, reason });
    await touchReach(ctx, id);
  }
  return finish(ctx, before, 'batch.held', owns);
}

/**
 * Ends the caller's hold.
 * @throws AppError NOT_FOUND, FORBIDDEN for a member who is limited to locations and for another's hold, CONFLICT when
 *   it isn't on hold or an open recall holds it
 */
export async function releaseBatch(ctx: WriteContext, named: string): Promise<BatchView> {
  rejectLimited(ctx.actor, 'A hold applies');
  const { batch: before, owns, recallId } = await lockBatch(ctx, named);
  const { id } = before;
  if (before.held === null) {
    throw new AppError('CONFLICT', 'The batch is not on hold.', { reason: 'not_held' });
  }
  if (owns && before.held === 'owner') {
    if (recallId) {
      throw new AppError('CONFLICT', 'The batch is recalled. Close the recall first.', {
        reason: 'recalled',
        recall_id: recallId,
      });
    }
    await checkChanges(ctx.db, id);
    const released = await releaseHeld(ctx.db, id);
    await batchChanged.run(
      ctx.db,
      released.map((row) => row.id),
    );
    return finish(ctx, before, 'batch.released', true);
  }
  const ended = await ctx.db
    .delete(batchHolds)
    .where(and(eq(batchHolds.batchId, id), eq(batchHolds.entityId, ctx.actor.entity.id)))
    .returning({ batchId: batchHolds.batchId });
  if (ended.length === 0)
    throw forbidden("Only the product's owner can release its hold.", {
      reason: 'not_your_product',
      held: 'owner',
    });
  await touchReach(ctx, id);
  return finish(ctx, before, 'batch.released', false);
}

/** Has a batch count as changed for the caller alone: its own hold did. */
async function touchReach({ db, actor }: WriteContext, batchId: string): Promise<void> {
  await db
    .update(batchReach)
    .set({ updatedAt: sql`change_time()` })
    .where(and(eq(batchReach.entityId, actor.entity.id), eq(batchReach.batchId, batchId)));
}

/** An owner's hold concerns everyone who has units; a holder's itself alone. */
async function finish(
  ctx: WriteContext,
  before: BatchView,
  event: 'batch.held' | 'batch.released',
  everyone: boolean,
): Promise<BatchView> {
  await batchChanged.run(ctx.db, [before.id]);
  const after = await getBatch(ctx, before.id);
  ctx.audit({ action: event, objectId: before.id, ...changesBetween(before, after) });
  for (const { entityId, batch } of await batchesForParties(ctx.db, [before.id])) {
    if (everyone || entityId === ctx.actor.entity.id) ctx.emit(event, entityId, BatchData.parse(batch));
  }
  return after;
}

/** Stores a lot. @throws the violation of `lots_tag` or `lots_once` when the business has it already */
export async function storeLot(db: Db, lot: typeof lots.$inferInsert): Promise<void> {
  await db.insert(lots).values(lot);
}

/** Notes what a lot was made from. */
export async function noteSources(db: Db, sources: Array<typeof lotSources.$inferInsert>): Promise<void> {
  await db.insert(lotSources).values(sources);
}

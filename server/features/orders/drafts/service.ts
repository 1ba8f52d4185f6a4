import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { addDays } from '../../../kernel/clock';
import { AppError, invalidRequest, notFound } from '../../../kernel/errors';
import { newId } from '../../../kernel/ids';
import { changesBetween, checkPatch, withoutEmpty } from '../../../kernel/patch';
import type { WriteContext } from '../../../operation/context';
import { actorValues } from '../../../platform/db/columns';
import { withoutExternalIds } from '../../entities/external-ids/resource';
import { changeExternalIds, forgetExternalIds, renameObject } from '../../entities/external-ids/service';
import { lockEntity } from '../../entities/queries';
import { recipientsOf } from '../flow/announce';
import { currentParties, partiesIn, sellersField, sellersFieldIn } from '../placing/sides';
import { check, checkEditable, checkReceiver, checkSender, isUnclaimed, itemsOf, partiesOf } from './checks';
import { checkMove, type DraftStatus } from './machine';
import { getDraft, lockDraft } from './queries';
import { countOpenDrafts, sellersDay } from './queries.sql';
import { DRAFT_READ_ONLY, type DraftView, type UpdateDraft } from './resource';
import { MAX_OPEN_DRAFTS, MAX_VALID_DAYS, type NewDraft } from './schema';
import { drafts } from './tables';

/**
 * Writes a draft, which only the caller's business sees. Neither stock nor price is kept.
 * @throws AppError FORBIDDEN (sides, `connection_required`), NOT_FOUND, CONFLICT (`no_variant`, `product_inactive`, `too_many`),
 *   INVALID_REQUEST
 */
export async function createDraft(ctx: WriteContext, input: z.infer<typeof NewDraft>): Promise<DraftView> {
  const parties = await currentParties(ctx.db, partiesIn(ctx.actor, input));
  const { unclaimed: _, ...priced } = await check(ctx, parties, input.items, input.receiving_location_id);
  // Additions of one business take turns, so that its limit holds.
  await lockEntity(ctx.db, ctx.actor.entity.id);
  const [counted] = await countOpenDrafts(ctx.db, ctx.actor.entity.id);
  if ((counted?.total ?? 0) >= MAX_OPEN_DRAFTS) {
    throw new AppError('CONFLICT', `A business has at most ${MAX_OPEN_DRAFTS} open drafts and quotes.`, {
      reason: 'too_many',
      limit: MAX_OPEN_DRAFTS,
    });
  }
  const id = newId();
  const { sellerId, buyerId, enteredBy } = parties;
  await ctx.db.insert(drafts).values({
    id,
    sellerId,
    buyerId,
    bySeller: enteredBy === 'seller',
    ...columnsOf(input),
    ...priced,
    ...actorValues(ctx.actor),
  });
  await changeExternalIds(ctx, 'draft', [{ id, ids: input.external_ids }]);
  const draft = await getDraft(ctx, id);
  ctx.audit({ action: 'draft.created', objectId: id, after: draft });
  return draft;
}

/** @throws AppError NOT_FOUND, INVALID_REQUEST, CONFLICT with `details.reason = "not_editable"` once it is sent or ordered */
export async function updateDraft(
  ctx: WriteContext,
  { id, ...sent }: z.infer<typeof UpdateDraft>,
): Promise<DraftView> {
  const before = await lockDraft(ctx, id);
  checkPatch(withoutEmpty(sent, ['external_ids']), before, DRAFT_READ_ONLY);
  const { external_ids: ids, ...patch } = sent;
  // What a party calls it is its own, at any time.
  if (Object.keys(patch).length === 0)
    return renameObject(ctx, { type: 'draft', action: 'draft.updated' }, ids, before, () =>
      getDraft(ctx, id),
    );
  checkEditable(before);
  const parties = partiesOf(before);
  const field = parties.enteredBy === 'buyer' && sellersFieldIn(patch);
  if (field) throw sellersField(field);
  const { unclaimed: _, ...priced } = await check(
    ctx,
    parties,
    patch.items ?? itemsOf(before),
    patch.receiving_location_id,
    before,
  );
  await ctx.db
    .update(drafts)
    .set({ ...columnsOf(patch), ...(patch.items && priced), updatedAt: sql`change_time()` })
    .where(eq(drafts.id, id));
  await changeExternalIds(ctx, 'draft', [{ id, ids }]);
  const after = await getDraft(ctx, id);
  ctx.audit({ action: 'draft.updated', objectId: id, ...changesBetween(before, after) });
  return after;
}

/** @throws AppError NOT_FOUND, CONFLICT with `details.reason = "not_editable"` once it is sent or ordered */
export async function deleteDraft(ctx: WriteContext, id: string): Promise<void> {
  const before = await lockDraft(ctx, id);
  checkEditable(before);
  await forgetExternalIds(ctx.db, 'draft', [id]);
  await ctx.db.delete(drafts).where(eq(drafts.id, id));
  ctx.audit({ action: 'draft.deleted', objectId: id, before });
}

/**
 * Sends a seller's draft to its buyer as a quote: its prices are those of now, until the end of `valid_until`.
 * @throws AppError NOT_FOUND, FORBIDDEN (`not_a_seller`, `other_party`, `connection_required`), INVALID_REQUEST (`valid_until`),
 *   INVALID_TRANSITION, CONFLICT (`product_inactive`, `no_variant`)
 */
export async function sendDraft(ctx: WriteContext, id: string): Promise<DraftView> {
  const before = await lockDraft(ctx, id);
  checkSender(ctx, before);
  checkMove(before, 'sent');
  const parties = partiesOf(before);
  const items = itemsOf(before);
  const { unclaimed, ...priced } = await check(ctx, parties, items, before.receiving_location_id, before);
  const expiresAt = await endOf(ctx, before);
  await ctx.db
    .update(drafts)
    .set({ ...priced, status: 'sent', expiresAt, sentAt: sql`now()`, updatedAt: sql`change_time()` })
    .where(eq(drafts.id, id));
  return announceMove(ctx, before, { to: 'sent', unclaimed });
}

/** @throws AppError NOT_FOUND, FORBIDDEN, INVALID_TRANSITION */
export async function withdrawDraft(ctx: WriteContext, id: string): Promise<DraftView> {
  const before = await lockDraft(ctx, id);
  checkSender(ctx, before);
  return close(ctx, before, 'withdrawn');
}

/** By the buyer; for one that isn't on board by its seller. @throws AppError NOT_FOUND, FORBIDDEN, INVALID_TRANSITION */
export async function declineDraft(ctx: WriteContext, id: string): Promise<DraftView> {
  const before = await lockDraft(ctx, id);
  await checkReceiver(ctx, before);
  return close(ctx, before, 'declined');
}

async function close(ctx: WriteContext, before: DraftView, to: 'withdrawn' | 'declined'): Promise<DraftView> {
  checkMove(before, to);
  await ctx.db
    .update(drafts)
    .set({ status: to, updatedAt: sql`change_time()` })
    .where(eq(drafts.id, before.id));
  return announceMove(ctx, before, { to, unclaimed: await isUnclaimed(ctx, before) });
}

const EVENT = { sent: 'quote.sent', accepted: 'quote.accepted', declined: 'quote.declined' } as const;

/** Records a move of a quote; its events go to both parties. @returns the draft after it */
export async function announceMove(
  ctx: WriteContext,
  before: DraftView,
  { to, unclaimed }: { to: DraftStatus; unclaimed: boolean },
): Promise<DraftView> {
  const after = await getDraft(ctx, before.id);
  ctx.audit({
    action: 'draft.moved',
    objectId: before.id,
    before: { status: before.status },
    after: { status: to },
  });
  if (to in EVENT) {
    const type = EVENT[to as keyof typeof EVENT];
    for (const { id } of recipientsOf({ order: after, unclaimed }))
      ctx.emit(type, id, withoutExternalIds(after));
  }
  return after;
}

/** The end of the last day of a quote. @throws AppError INVALID_REQUEST */
async function endOf({ db }: WriteContext, { wholesaler, valid_until: day }: DraftView): Promise<Date> {
  const invalid = (code: 'required' | 'date_in_past' | 'date_too_far', message: string) =>
    invalidRequest([{ path: 'valid_until', code, message }]);
  if (!day) throw invalid('required', 'is required to send a quote');
  const [seller] = await sellersDay(db, wholesaler.id, day);
  if (!seller) throw notFound();
  if (day < seller.today) throw invalid('date_in_past', 'must not be in the past');
  if (day > addDays(seller.today, MAX_VALID_DAYS))
    throw invalid('date_too_far', `must be at most ${MAX_VALID_DAYS} days ahead`);
  return new Date(seller.ends_at);
}

/** Columns of what a body has; what it leaves out stays. */
const columnsOf = (input: Omit<z.infer<typeof UpdateDraft>, 'id' | 'items'>) => ({
  deliveryDate: input.delivery_date,
  deliveryWindow: input.delivery_window,
  notes: input.notes === '' ? null : input.notes,
  poNumber: input.po_number,
  receivingLocationId: input.receiving_location_id,
  shortage: input.shortage,
  accept: input.accept,
  validUntil: input.valid_until,
});

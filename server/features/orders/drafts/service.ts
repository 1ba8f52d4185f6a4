import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { addDays } from '../../../kernel/clock';
import { AppError, forbidden, invalidRequest, notFound } from '../../../kernel/errors';
import { newId } from '../../../kernel/ids';
import { toCents, toDollars } from '../../../kernel/money';
import { changesBetween, checkPatch } from '../../../kernel/patch';
import { amountIn, EACH, stepFrom } from '../../../kernel/weights';
import type { WriteContext } from '../../../operation/context';
import { actorValues } from '../../../platform/db/columns';
import { pipelined } from '../../../platform/db/pipelined';
import { rejectWhileMerging } from '../../entities/claims/queries';
import { areConnected } from '../../entities/connections/queries';
import { locationExists } from '../../entities/locations/queries';
import { findParties, lockEntity } from '../../entities/queries';
import { ladderIn, ladderView, oneStep } from '../../pricing/ladder';
import { findTerms } from '../../pricing/queries.sql';
import { findSaleableVariants, shownTo } from '../../products/queries';
import { recipientsOf } from '../flow/announce';
import { checkFloor } from '../money/floor';
import { keyOf, laddersFor, pricedBy } from '../money/ladders';
import { type Priced, totalsOf } from '../money/pricing';
import { knownTo } from '../placing/facts';
import { mergeLines, namesOf } from '../placing/merge';
import { buyerOf, notConnected, sellerOf } from '../placing/parties';
import { currentParties, type Parties, partiesIn, sellersField, sellersFieldIn } from '../placing/sides';
import type { NewOrderInput } from '../schema';
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
  const draft = await getDraft(ctx, id);
  ctx.audit({ action: 'draft.created', objectId: id, after: draft });
  return draft;
}

/** @throws AppError NOT_FOUND, INVALID_REQUEST, CONFLICT with `details.reason = "not_editable"` once it is sent or ordered */
export async function updateDraft(
  ctx: WriteContext,
  { id, ...patch }: z.infer<typeof UpdateDraft>,
): Promise<DraftView> {
  const before = await lockDraft(ctx, id);
  checkPatch(patch, before, DRAFT_READ_ONLY);
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
  const after = await getDraft(ctx, id);
  ctx.audit({ action: 'draft.updated', objectId: id, ...changesBetween(before, after) });
  return after;
}

/** @throws AppError NOT_FOUND, CONFLICT with `details.reason = "not_editable"` once it is sent or ordered */
export async function deleteDraft(ctx: WriteContext, id: string): Promise<void> {
  const before = await lockDraft(ctx, id);
  checkEditable(before);
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
    for (const { id } of recipientsOf({ order: after, unclaimed })) ctx.emit(type, id, after);
  }
  return after;
}

/** The parties of a draft, which its author writes. */
export function partiesOf({ wholesaler, retailer, author }: DraftView): Parties {
  const enteredBy = author.entity_id === wholesaler.id ? 'seller' : 'buyer';
  return { sellerId: wholesaler.id, buyerId: retailer.id, enteredBy };
}

/** The lines as a body has them. */
export const itemsOf = ({ items }: DraftView): NewOrderInput['items'] =>
  items.map(({ product_id, variant_id, quantity, unit_price, price_source, discount_bps, sample }) => ({
    product_id,
    variant_id,
    quantity,
    ...(price_source === 'manual' && { unit_price }),
    ...(discount_bps > 0 && { discount_bps }),
    ...(sample && { sample }),
  }));

function checkEditable({ status }: DraftView): void {
  if (status === 'draft') return;
  throw new AppError(
    'CONFLICT',
    `A draft that is ${status} can't change. Withdraw a quote and write another.`,
    {
      reason: 'not_editable',
      status,
    },
  );
}

/** Only a seller's draft becomes a quote, and only by its author. */
function checkSender({ actor }: WriteContext, draft: DraftView): void {
  if (draft.author.entity_id !== actor.entity.id)
    throw forbidden('Only the seller sends and withdraws its quote.', {
      reason: 'other_party',
      side: 'retailer',
    });
  if (partiesOf(draft).enteredBy === 'buyer')
    throw forbidden('Only a seller sends quotes. Place the order instead.', { reason: 'not_a_seller' });
}

/** @throws AppError FORBIDDEN with `details.reason = "other_party"` */
export async function checkReceiver(ctx: WriteContext, draft: DraftView): Promise<void> {
  if (draft.retailer.id === ctx.actor.entity.id || (await isUnclaimed(ctx, draft))) return;
  throw forbidden('Only the buyer accepts or declines a quote.', {
    reason: 'other_party',
    side: 'wholesaler',
  });
}

export async function isUnclaimed(
  { db }: WriteContext,
  { wholesaler, retailer }: DraftView,
): Promise<boolean> {
  const parties = await findParties(db, [wholesaler.id, retailer.id]);
  return parties.get(retailer.id)?.managedBy != null;
}

/** Checks the parties, location and goods of a draft as placing it would, and prices it. @param before the draft, unless it is new */
async function check(
  { db, actor }: WriteContext,
  { sellerId, buyerId, enteredBy }: Parties,
  items: NewOrderInput['items'],
  locationId: string | null | undefined,
  before?: DraftView,
) {
  const limit = enteredBy === 'buyer' ? actor.locationLimit : null;
  const [parties, connected, found, hasLocation, terms] = await pipelined([
    findParties(db, [buyerId, sellerId]),
    areConnected(db, buyerId, sellerId),
    findSaleableVariants(db, sellerId, namesOf(items)),
    locationId ? locationExists(db, buyerId, locationId) : true,
    findTerms(db, sellerId, [buyerId]),
  ]);
  const known = knownTo(enteredBy === 'buyer' ? 'retailer' : 'wholesaler', parties, connected);
  const retailer = buyerOf(known('retailer', buyerId), sellerId);
  const wholesaler = sellerOf(known('wholesaler', sellerId), buyerId);
  if (!connected) throw notConnected(enteredBy === 'buyer' ? wholesaler : retailer);
  if (retailer.managedBy !== null) await rejectWhileMerging(db, buyerId);
  if (!hasLocation || (locationId && limit?.includes(locationId) === false)) throw notFound();
  const variants = enteredBy === 'buyer' ? await shownTo(db, { sellerId, buyerId }, found) : found;
  const ladders = await laddersFor(db, terms, variants);
  const priced = pricedBy(ladders.get(buyerId), mergeLines(items, variants));
  const { totals, lines } = totalsOf(
    priced.map((line) => ({ ...line, id: keyOf(line.variantId, line.sample) })),
    { taxRateBps: 0 },
  );
  if (enteredBy === 'seller')
    checkFloor(actor, wholesaler.maxManualDiscountBps, lines, before && savedLines(before));
  const nameOf = new Map(variants.map((one) => [one.variant_id, one.variant_name]));
  return {
    unclaimed: retailer.managedBy !== null,
    subtotalCents: totals.subtotalCents,
    lines: lines.map((line) => ({
      product_id: line.productId,
      variant_id: line.variantId,
      product_name: line.productName,
      variant_name: nameOf.get(line.variantId) ?? null,
      sku: line.sku,
      quantity: line.quantity,
      ...soldAs(line),
      unit_price: toDollars(line.unitPriceCents),
      price_source: line.priceSource ?? 'wholesale',
      price_ladder: ladderView(line.priceLadder ?? oneStep(line.unitPriceCents), line.step ?? null),
      discount_bps: line.discountBps ?? 0,
      sample: line.sample ?? false,
      total: toDollars(line.totalCents),
    })),
  };
}

/** The lines as they were saved, for what a change takes further down (decision 600). */
const savedLines = ({ items }: DraftView): Parameters<typeof checkFloor>[3] =>
  items.map((item) => {
    const step = stepFrom(item.step);
    return {
      id: keyOf(item.variant_id, item.sample),
      quantity: item.quantity,
      step,
      unitPriceCents: toCents(item.unit_price),
      priceSource: item.price_source,
      priceLadder: ladderIn(item.price_ladder, step),
      discountBps: item.discount_bps,
      sample: item.sample,
      totalCents: toCents(item.total),
      discountShareCents: 0,
    };
  });

/** A quantity in the unit of its goods, as it is published. */
function soldAs({ quantity, unit = null, step }: Pick<Priced, 'quantity' | 'unit' | 'step'>) {
  const published = step ? step / EACH : null;
  return { amount: amountIn(quantity, published), unit, step: published };
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

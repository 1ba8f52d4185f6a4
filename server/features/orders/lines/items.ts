import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { type Asked, quantityOf } from '../../../kernel/amounts';
import { AppError, invalidRequest, notFound } from '../../../kernel/errors';
import { checkPatch } from '../../../kernel/patch';
import { amountIn, amountText, EACH } from '../../../kernel/weights';
import type { WriteContext } from '../../../operation/context';
import { lockTerms } from '../../pricing/queries.sql';
import { lockSaleableVariants, shownTo } from '../../products/queries';
import { openBackorders } from '../backorders/open';
import { lockPriced, type PricedOrder } from '../flow/lock';
import { checkRaised } from '../money/exposure';
import { checkFloor } from '../money/floor';
import type { KeptLine } from '../money/kept.sql';
import { keyOf, laddersFor, pricedBy } from '../money/ladders';
import { checkBuyersEdit } from '../money/minimum';
import { totalsOf } from '../money/pricing';
import { type ChangeItem, ITEM_READ_ONLY } from '../parts/lines.resource';
import type { Override } from '../placing/conditions.schema';
import { mergeLines, namesOf } from '../placing/merge';
import { sellersField, sellersFieldIn } from '../placing/sides';
import { itemRow } from '../placing/store';
import type { OrderView } from '../queries';
import { type AddItem, MAX_LINES, type RemoveItem } from '../shapes/lines.schema';
import { release, reserve } from '../stock/holds';
import { allocate, type Terms } from '../stock/pick';
import { routeOf } from '../stock/premises';
import { shortLines } from '../stock/recalled.sql';
import { checkShelfLife } from '../stock/short-dated';
import { orderItems } from '../tables';
import { changed, checkBackorder, checkPriceable, checkSide, isRepriced, summaryOf } from './change';
import { type Edited, finishEdit, type Told } from './finish';
import { checkPacked, isPacking } from './packing';
import { checkEditable, checkRaise } from './rights';

/**
 * Adds a line, or adds to the line that the variant already has (decision 28).
 * @throws AppError NOT_FOUND, FORBIDDEN, CONFLICT, INSUFFICIENT_STOCK, INVALID_REQUEST
 */
export async function addItem(
  ctx: WriteContext,
  { id, override, ...line }: z.infer<typeof AddItem>,
): Promise<OrderView> {
  const locked = await lockPriced(ctx, id);
  const { order, side, lines, terms, sale } = locked;
  const field = side === 'retailer' && sellersFieldIn({ override, items: [line] });
  if (field) throw sellersField(field);
  checkEditable(locked, 'raise');
  const reserving = await checkRaise(ctx, locked);
  const sellerId = order.wholesaler.id;
  const buyerId = order.retailer.id;
  const found = await lockSaleableVariants(ctx.db, sellerId, namesOf([line]));
  const variants = locked.side === 'retailer' ? await shownTo(ctx.db, { sellerId, buyerId }, found) : found;
  const [wanted] = mergeLines([line], variants);
  if (!wanted) throw notFound();
  const key = keyOf(wanted.variantId, wanted.sample);
  const present = lines.find(({ variantId, sample }) => keyOf(variantId, sample) === key);
  if (present) {
    const quantity = present.quantity + wanted.quantity;
    const after = changed(locked, present, quantity, line);
    return edit(ctx, locked, { before: present, after }, { action: 'item_added', override }, reserving);
  }
  if (lines.length >= MAX_LINES) {
    throw invalidRequest([
      { path: 'items', code: 'too_many_items', message: `must have at most ${MAX_LINES} lines` },
    ]);
  }
  const ladders = await laddersFor(ctx.db, await lockTerms(ctx.db, sellerId, [buyerId]), variants);
  const [priced] = pricedBy(ladders.get(buyerId), [wanted]) as [typeof wanted];
  const { totals, lines: all } = totalsOf<KeptLine | typeof wanted>([...lines, priced], terms);
  const row = all.at(-1) as ReturnType<typeof totalsOf<typeof wanted>>['lines'][number];
  const kept = all.slice(0, -1) as KeptLine[];
  if (side === 'retailer') checkBuyersEdit(locked, { totals }, priced);
  else checkFloor(ctx.actor, sale.maxManualDiscountBps, all, lines);
  const raised = await checkRaised(ctx, locked, totals.totalCents, override);
  const holds = await allocate(ctx, sellerId, [priced], reserving);
  const overridden = [...raised, ...checkShelfLife([priced], holds, reserving.route.arrival, override)];
  const position = sql<number>`(select coalesce(max(position), -1) + 1 from ${orderItems} where order_id = ${id})`;
  await ctx.db.insert(orderItems).values({ ...itemRow({ id, retailerId: buyerId }, row), position });
  await reserve(ctx, { id, wholesalerId: sellerId }, holds);
  const summary = `${amountText(wanted.quantity, wanted)} × ${wanted.productName} (${wanted.sku})`;
  return finishEdit(ctx, locked, { totals, lines: kept }, { action: 'item_added', summary, overridden });
}

/**
 * Changes the quantity of a line and, for its seller, its price. The seller may only reduce the quantity, unless it entered the
 * order.
 * @throws AppError NOT_FOUND, FORBIDDEN, CONFLICT, INSUFFICIENT_STOCK, INVALID_REQUEST
 */
export async function changeItem(
  ctx: WriteContext,
  { id, item_id, backorder, ...patch }: z.infer<typeof ChangeItem>,
): Promise<OrderView> {
  const locked = await lockPriced(ctx, id);
  const { side } = locked;
  const line = lineOf(locked, item_id);
  checkPatch(patch, locked.order.items.find((one) => one.id === item_id) ?? {}, ITEM_READ_ONLY);
  checkSide(side, line, patch);
  const quantity = askedOf(patch, line);
  if (backorder) checkBackorder(side);
  const isRaised = quantity > line.quantity;
  const packs = isPacking(locked, line);
  if (packs) await checkPacked(ctx.db, locked, line, quantity);
  else checkEditable(locked, isRaised ? 'raise' : 'reduce');
  const after = changed(locked, line, quantity, patch);
  if (isRepriced(line, quantity, after)) checkPriceable(locked);
  const waits = backorder === true && quantity < line.quantity;
  const raised = async () =>
    packs ? { share: null, route: await routeOf(ctx.db, id) } : checkRaise(ctx, locked);
  const reserving = isRaised ? await raised() : null;
  // What waits was asked for: the price stays that of the whole (decision 521).
  const change = { before: line, after: waits ? atAsked(line, after) : after };
  const how = { action: 'item_changed', override: patch.override } as const;
  const edited = await edit(ctx, locked, change, how, reserving);
  if (waits) await putOnBackorder(ctx, edited, change);
  return edited;
}

/** A line that keeps the price of all that was asked for. */
function atAsked(before: KeptLine, after: KeptLine): KeptLine {
  if (isRepriced(before, after.quantity, after)) return after;
  const { unitPriceCents, priceSource } = before;
  return { ...after, unitPriceCents, priceSource, breakSteps: before.breakSteps ?? before.quantity };
}

/** Partial acceptance: what the seller takes off waits for stock instead. */
async function putOnBackorder(
  ctx: WriteContext,
  { id, wholesaler, retailer, receiving_location_id }: OrderView,
  { before, after }: Record<'before' | 'after', KeptLine>,
): Promise<void> {
  const { id: itemId, requestedQuantity: _, ...line } = after;
  await openBackorders(ctx, {
    sellerId: wholesaler.id,
    buyerId: retailer.id,
    orderId: id,
    receivingLocationId: receiving_location_id,
    lines: [{ itemId, ...line, quantity: before.quantity - after.quantity }],
  });
}

/** Removes a line. @throws AppError NOT_FOUND, FORBIDDEN, CONFLICT (the last line: cancel the order instead) */
export async function removeItem(
  ctx: WriteContext,
  { id, item_id }: z.infer<typeof RemoveItem>,
): Promise<OrderView> {
  const locked = await lockPriced(ctx, id);
  const { side, lines, terms, sale } = locked;
  const line = lineOf(locked, item_id);
  checkEditable(locked, 'reduce');
  const rest = lines.filter((other) => other.id !== line.id);
  if (rest.length === 0) {
    throw new AppError('CONFLICT', 'This is the last line of the order. Cancel the order instead.', {
      reason: 'last_item',
    });
  }
  const edited = totalsOf(rest, terms);
  if (side === 'retailer') checkBuyersEdit(locked, edited);
  else checkFloor(ctx.actor, sale.maxManualDiscountBps, edited.lines, lines);
  await release(ctx, { id, wholesalerId: locked.order.wholesaler.id }, line.id, line.quantity);
  await ctx.db.delete(orderItems).where(eq(orderItems.id, line.id));
  const summary = `${line.productName} (${line.sku})`;
  return finishEdit(ctx, locked, edited, { action: 'item_removed', summary });
}

/** Stores a changed line and moves its stock. */
async function edit(
  ctx: WriteContext,
  locked: PricedOrder,
  { before, after: wanted }: Record<'before' | 'after', KeptLine>,
  { action, override }: Pick<Told, 'action'> & { override: readonly Override[] | undefined },
  reserving: Terms | null,
): Promise<OrderView> {
  const { side, order, lines, terms, sale } = locked;
  const { quantity } = wanted;
  if (quantity > 1_000_000) {
    throw invalidRequest([
      { path: 'quantity', code: 'value_too_large', message: 'a line must be at most 1000000 units' },
    ]);
  }
  const difference = quantity - before.quantity;
  if (difference === 0 && !isRepriced(before, quantity, wanted)) return order;
  // What the seller takes off was asked for all the same.
  const isTakenOff = side === 'wholesaler' && difference < 0;
  const asked = (before.requestedQuantity ?? before.quantity) + (isTakenOff ? 0 : difference);
  const after = {
    ...wanted,
    requestedQuantity: asked > quantity ? asked : null,
    ...(isPacking(locked, before) && { packedFrom: before.packedFrom ?? before.quantity }),
  };
  const edited: Edited = totalsOf(
    lines.map((other) => (other.id === before.id ? after : other)),
    terms,
  );
  if (side === 'retailer') checkBuyersEdit(locked, edited, after);
  else checkFloor(ctx.actor, sale.maxManualDiscountBps, edited.lines, lines);
  const raised = await checkRaised(ctx, locked, edited.totals.totalCents, override);
  const overridden = [...raised, ...(await moveHolds(ctx, locked, before, difference, reserving, override))];
  return finishEdit(ctx, locked, edited, { action, summary: summaryOf(before, after), overridden });
}

/** Reserves or releases the difference of a line's quantity. @returns what its seller had to pass over */
async function moveHolds(
  ctx: WriteContext,
  { order }: PricedOrder,
  line: KeptLine,
  difference: number,
  reserving: Terms | null,
  override: readonly Override[] | undefined,
): Promise<Override[]> {
  if (difference === 0) return [];
  const parties = { id: order.id, wholesalerId: order.wholesaler.id };
  // A line that lost units to a recall has less than its quantity.
  const [short] = order.recall
    ? (await shortLines(ctx.db, order.id)).filter((one) => one.item_id === line.id)
    : [];
  const change = difference + (short?.missing ?? 0);
  if (reserving && difference > 0) {
    const wanted = { itemId: line.id, ...line, quantity: change };
    const holds = await allocate(ctx, parties.wholesalerId, [wanted], reserving);
    const overridden = checkShelfLife([wanted], holds, reserving.route.arrival, override);
    await reserve(ctx, parties, holds);
    return overridden;
  }
  if (change < 0) await release(ctx, parties, line.id, -change);
  return [];
}

/** The steps that an edit asks for. A client that echoes the line sends both, of which one is unchanged. */
function askedOf(patch: Asked, line: KeptLine): number {
  const step = line.step === null ? null : line.step / EACH;
  const amount = patch.amount === amountIn(line.quantity, step) ? undefined : patch.amount;
  const quantity = patch.quantity === line.quantity ? undefined : patch.quantity;
  if (amount !== undefined && quantity !== undefined) {
    throw invalidRequest([
      { path: 'amount', code: 'ambiguous', message: 'must not come with another quantity' },
    ]);
  }
  return amount === undefined ? (quantity ?? line.quantity) : quantityOf({ amount }, line.step);
}

function lineOf({ lines }: PricedOrder, itemId: string): KeptLine {
  const line = lines.find((candidate) => candidate.id === itemId);
  if (!line) throw notFound();
  return line;
}

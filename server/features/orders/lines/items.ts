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
import type { KeptLine } from '../money/kept.sql';
import { keyOf, laddersFor, pricedBy } from '../money/ladders';
import { type LineTotals, priceOf } from '../money/pricing';
import { type ChangeItem, ITEM_READ_ONLY } from '../parts/lines.resource';
import type { Override } from '../placing/conditions.schema';
import { linesOf } from '../placing/facts';
import { MOST_UNITS, namesOf } from '../placing/merge';
import { sellersField, sellersFieldIn } from '../placing/sides';
import { itemRow } from '../placing/store';
import type { OrderView } from '../queries';
import { type AddItem, MAX_LINES, type RemoveItem } from '../shapes/lines.schema';
import { release, reserve } from '../stock/holds';
import type { AskedLine } from '../stock/holds.sql';
import { shortLines } from '../stock/recalled.sql';
import { orderItems } from '../tables';
import { changed, checkBackorder, checkPriceable, checkSide, isRepriced, summaryOf } from './change';
import { decide, lineOf } from './decide';
import { type Edited, finishEdit, type Told } from './finish';
import { checkPacked, isPacking } from './packing';
import { checkEditable } from './rights';

/**
 * Adds a line, or adds to the line that the variant already has (decision 28).
 * @throws AppError NOT_FOUND, FORBIDDEN, CONFLICT, INSUFFICIENT_STOCK, INVALID_REQUEST
 */
export async function addItem(
  ctx: WriteContext,
  { id, override, ...line }: z.infer<typeof AddItem>,
): Promise<OrderView> {
  const locked = await lockPriced(ctx, id);
  const { order, side, lines, terms } = locked;
  const field = side === 'retailer' && sellersFieldIn({ override, items: [line] });
  if (field) throw sellersField(field);
  checkEditable(locked, 'raise');
  const sellerId = order.wholesaler.id;
  const buyerId = order.retailer.id;
  const found = await lockSaleableVariants(ctx.db, sellerId, namesOf([line]));
  const variants = side === 'retailer' ? await shownTo(ctx.db, { sellerId, buyerId }, found) : found;
  const { lines: merged, refused } = linesOf({ items: [line] }, variants);
  const [wanted] = merged;
  const key = wanted && keyOf(wanted.variantId, wanted.sample);
  const present = lines.find(({ variantId, sample }) => keyOf(variantId, sample) === key);
  if (wanted && present) {
    const after = changed(locked, present, present.quantity + wanted.quantity, line);
    return edit(ctx, locked, { before: present, after }, { action: 'item_added', override });
  }
  const ladders =
    wanted && (await laddersFor(ctx.db, await lockTerms(ctx.db, sellerId, [buyerId]), variants));
  const priced = pricedBy(ladders?.get(buyerId), merged);
  const asked = priceOf<KeptLine | AskedLine>([...lines, ...priced], terms);
  const full = lines.length >= MAX_LINES ? [{ index: null, error: tooManyLines() }] : [];
  const { holds, overridden } = await decide(ctx, locked, {
    ...{ kind: 'add', override, asked, lines: priced, takes: priced },
    refused: [...refused, ...full],
  });
  const row = asked.lines.at(-1) as AskedLine & LineTotals;
  const position = sql<number>`(select coalesce(max(position), -1) + 1 from ${orderItems} where order_id = ${id})`;
  await ctx.db.insert(orderItems).values({ ...itemRow({ id, retailerId: buyerId }, row), position });
  await reserve(ctx, { id, wholesalerId: sellerId }, holds);
  const edited = { totals: asked.totals, lines: asked.lines.slice(0, -1) as Edited['lines'] };
  const summary = `${amountText(row.quantity, row)} × ${row.productName} (${row.sku})`;
  return finishEdit(ctx, locked, edited, { action: 'item_added', summary, overridden });
}

const tooManyLines = () =>
  invalidRequest([
    { path: 'items', code: 'too_many_items', message: `must have at most ${MAX_LINES} lines` },
  ]);

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
  const line = lineIn(locked, item_id);
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
  // What waits was asked for: the price stays that of the whole (decision 521).
  const change = { before: line, after: waits ? atAsked(line, after) : after };
  const how = { action: 'item_changed', override: patch.override } as const;
  const edited = await edit(ctx, locked, change, how);
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
  const { lines, terms } = locked;
  const line = lineIn(locked, item_id);
  checkEditable(locked, 'reduce');
  const rest = lines.filter((other) => other.id !== line.id);
  if (rest.length === 0) {
    throw new AppError('CONFLICT', 'This is the last line of the order. Cancel the order instead.', {
      reason: 'last_item',
    });
  }
  const asked = priceOf(rest, terms);
  await decide(ctx, locked, { kind: 'remove', asked });
  await release(ctx, { id, wholesalerId: locked.order.wholesaler.id }, line.id, line.quantity);
  await ctx.db.delete(orderItems).where(eq(orderItems.id, line.id));
  const summary = `${line.productName} (${line.sku})`;
  return finishEdit(ctx, locked, asked, { action: 'item_removed', summary });
}

/** Stores a changed line and moves its stock. */
async function edit(
  ctx: WriteContext,
  locked: PricedOrder,
  { before, after: wanted }: Record<'before' | 'after', KeptLine>,
  { action, override }: Pick<Told, 'action'> & { override: readonly Override[] | undefined },
): Promise<OrderView> {
  const { side, order, lines, terms } = locked;
  const { quantity } = wanted;
  const difference = quantity - before.quantity;
  if (difference === 0 && !isRepriced(before, quantity, wanted)) return order;
  const packs = isPacking(locked, before);
  // What the seller takes off was asked for all the same.
  const isTakenOff = side === 'wholesaler' && difference < 0;
  const asked = (before.requestedQuantity ?? before.quantity) + (isTakenOff ? 0 : difference);
  const after = {
    ...wanted,
    requestedQuantity: asked > quantity ? asked : null,
    ...(packs && { packedFrom: before.packedFrom ?? before.quantity }),
  };
  const edited = priceOf(
    lines.map((other) => (other.id === before.id ? after : other)),
    terms,
  );
  const moved = difference === 0 ? 0 : difference + (await missingOf(ctx, locked, before));
  const line = lineOf(after);
  const { holds, overridden } = await decide(ctx, locked, {
    ...{ kind: difference > 0 && !packs ? 'raise' : 'line', override, asked: edited, lines: [line] },
    refused: quantity > MOST_UNITS ? [{ index: null, error: tooManyUnits() }] : [],
    takes: difference > 0 ? [{ ...line, quantity: moved }] : [],
  });
  const parties = { id: order.id, wholesalerId: order.wholesaler.id };
  await reserve(ctx, parties, holds);
  if (moved < 0) await release(ctx, parties, before.id, -moved);
  return finishEdit(ctx, locked, edited, { action, summary: summaryOf(before, after), overridden });
}

/** What a line that lost units to a recall has less than its quantity. */
async function missingOf({ db }: WriteContext, { order }: PricedOrder, { id }: KeptLine): Promise<number> {
  if (!order.recall) return 0;
  return (await shortLines(db, order.id)).find(({ item_id }) => item_id === id)?.missing ?? 0;
}

const tooManyUnits = () =>
  invalidRequest([
    { path: 'quantity', code: 'value_too_large', message: `a line must be at most ${MOST_UNITS} units` },
  ]);

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

function lineIn({ lines }: PricedOrder, itemId: string): KeptLine {
  const line = lines.find((candidate) => candidate.id === itemId);
  if (!line) throw notFound();
  return line;
}

import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { type Asked, quantityOf } from '../../kernel/amounts';
import { AppError, forbidden, invalidRequest, notFound } from '../../kernel/errors';
import { checkPatch } from '../../kernel/patch';
import { amountIn, amountText, EACH } from '../../kernel/weights';
import type { WriteContext } from '../../operation/context';
import { lockTerms } from '../pricing/queries.sql';
import { lockSaleableVariants } from '../products/queries';
import { openBackorders } from './backorders/open';
import { laddersFor, pricedBy } from './ladders';
import { finishEdit, type Told } from './lines/finish';
import type { KeptLine } from './lines/kept.sql';
import { checkPacked, isPacking } from './lines/packing';
import { withQuantity } from './lines/reprice';
import { type ChangeItem, ITEM_READ_ONLY } from './lines/resource';
import { checkEditable, checkRaise } from './lines/rights';
import { type AddItem, MAX_LINES, type RemoveItem } from './lines/schema';
import { mergeLines, namesOf } from './merge';
import { routeOf } from './premises';
import { totalsOf } from './pricing';
import { lockPriced, type OrderView, type PricedOrder } from './queries';
import { shortLines } from './recalled.sql';
import { allocate, release, reserve, type Terms } from './stock';
import { itemRow } from './store';
import { orderItems } from './tables';

/**
 * Adds a line, or adds to the line that the variant already has (decision 28).
 * @throws AppError NOT_FOUND, FORBIDDEN, CONFLICT, INSUFFICIENT_STOCK, INVALID_REQUEST
 */
export async function addItem(
  ctx: WriteContext,
  { id, ...line }: z.infer<typeof AddItem>,
): Promise<OrderView> {
  const locked = await lockPriced(ctx, id);
  checkEditable(locked, 'raise');
  const terms = await checkRaise(ctx, locked);
  const sellerId = locked.order.wholesaler.id;
  const variants = await lockSaleableVariants(ctx.db, sellerId, namesOf([line]));
  const [wanted] = mergeLines([line], variants);
  if (!wanted) throw notFound();
  const present = locked.lines.find(({ variantId, sample }) => variantId === wanted.variantId && !sample);
  if (present)
    return setQuantity(ctx, locked, present, present.quantity + wanted.quantity, 'item_added', terms);
  if (locked.lines.length >= MAX_LINES) {
    throw invalidRequest([
      { path: 'items', code: 'too_many_items', message: `must have at most ${MAX_LINES} lines` },
    ]);
  }
  const buyerId = locked.order.retailer.id;
  const ladders = await laddersFor(ctx.db, await lockTerms(ctx.db, sellerId, [buyerId]), variants);
  const added = pricedBy(ladders.get(buyerId), [wanted]);
  const { totals, lines } = totalsOf([...locked.lines, ...added], locked.terms);
  const [row, ...before] = [lines.at(-1), ...lines.slice(0, -1)] as [
    ReturnType<typeof totalsOf<(typeof added)[number]>>['lines'][number],
    ...PricedOrder['lines'],
  ];
  const holds = await allocate(ctx, sellerId, added, terms);
  const position = sql<number>`(select coalesce(max(position), -1) + 1 from ${orderItems} where order_id = ${id})`;
  await ctx.db.insert(orderItems).values({ ...itemRow({ id, retailerId: buyerId }, row), position });
  await reserve(ctx, { id, wholesalerId: sellerId }, holds);
  return finishEdit(
    ctx,
    locked,
    { totals, lines: before },
    {
      action: 'item_added',
      summary: `${amountText(wanted.quantity, wanted)} × ${wanted.productName} (${wanted.sku})`,
    },
  );
}

/**
 * Sets the quantity of a line. The wholesaler may only reduce it, unless it entered the order.
 * @throws AppError NOT_FOUND, FORBIDDEN, CONFLICT, INSUFFICIENT_STOCK, INVALID_REQUEST
 */
export async function changeItem(
  ctx: WriteContext,
  { id, item_id, backorder, ...patch }: z.infer<typeof ChangeItem>,
): Promise<OrderView> {
  const locked = await lockPriced(ctx, id);
  const line = lineOf(locked, item_id);
  const item = locked.order.items.find((one) => one.id === item_id) ?? {};
  checkPatch(patch, item, ITEM_READ_ONLY);
  const quantity = askedOf(patch, line);
  if (backorder && locked.side !== 'wholesaler') {
    throw forbidden('The seller puts what it takes off on backorder.', {
      reason: 'other_party',
      side: locked.side,
    });
  }
  const isRaised = quantity > line.quantity;
  const packs = isPacking(locked, line);
  if (packs) await checkPacked(ctx.db, locked, line, quantity);
  else checkEditable(locked, isRaised ? 'raise' : 'reduce');
  const raised = async () =>
    packs ? { share: null, route: await routeOf(ctx.db, id) } : checkRaise(ctx, locked);
  const terms = isRaised ? await raised() : null;
  const edited = await setQuantity(ctx, locked, line, quantity, 'item_changed', terms);
  if (backorder && quantity < line.quantity)
    await putOnBackorder(ctx, edited, { ...line, quantity: line.quantity - quantity });
  return edited;
}

/** Partial acceptance: what the seller takes off waits for stock instead. */
async function putOnBackorder(
  ctx: WriteContext,
  { id, wholesaler, retailer, receiving_location_id }: OrderView,
  { id: itemId, requestedQuantity: _, ...line }: KeptLine,
): Promise<void> {
  await openBackorders(ctx, {
    sellerId: wholesaler.id,
    buyerId: retailer.id,
    orderId: id,
    receivingLocationId: receiving_location_id,
    lines: [{ itemId, ...line }],
  });
}

/** Removes a line. @throws AppError NOT_FOUND, FORBIDDEN, CONFLICT (the last line: cancel the order instead) */
export async function removeItem(
  ctx: WriteContext,
  { id, item_id }: z.infer<typeof RemoveItem>,
): Promise<OrderView> {
  const locked = await lockPriced(ctx, id);
  const line = lineOf(locked, item_id);
  checkEditable(locked, 'reduce');
  const rest = locked.lines.filter((other) => other.id !== line.id);
  if (rest.length === 0) {
    throw new AppError('CONFLICT', 'This is the last line of the order. Cancel the order instead.', {
      reason: 'last_item',
    });
  }
  await release(ctx, { id, wholesalerId: locked.order.wholesaler.id }, line.id, line.quantity);
  await ctx.db.delete(orderItems).where(eq(orderItems.id, line.id));
  const summary = `${line.productName} (${line.sku})`;
  return finishEdit(ctx, locked, totalsOf(rest, locked.terms), { action: 'item_removed', summary });
}

async function setQuantity(
  ctx: WriteContext,
  locked: PricedOrder,
  line: KeptLine,
  quantity: number,
  action: Told['action'],
  terms: Terms | null,
): Promise<OrderView> {
  const { order } = locked;
  if (quantity === line.quantity) return order;
  if (quantity > 1_000_000) {
    throw invalidRequest([
      { path: 'quantity', code: 'value_too_large', message: 'a line must be at most 1000000 units' },
    ]);
  }
  // What the seller takes off was asked for all the same.
  const isTakenOff = locked.side === 'wholesaler' && quantity < line.quantity;
  const asked = (line.requestedQuantity ?? line.quantity) + (isTakenOff ? 0 : quantity - line.quantity);
  const changed = {
    ...withQuantity(line, quantity),
    requestedQuantity: asked > quantity ? asked : null,
    ...(isPacking(locked, line) && { packedFrom: line.packedFrom ?? line.quantity }),
  };
  const edited = totalsOf(
    locked.lines.map((other) => (other.id === line.id ? changed : other)),
    locked.terms,
  );
  const parties = { id: order.id, wholesalerId: order.wholesaler.id };
  // A line that lost units to a recall has less than its quantity.
  const [short] = order.recall
    ? (await shortLines(ctx.db, order.id)).filter((one) => one.item_id === line.id)
    : [];
  const change = quantity - line.quantity + (short?.missing ?? 0);
  if (terms && quantity > line.quantity) {
    const wanted = { itemId: line.id, ...line, quantity: change };
    await reserve(ctx, parties, await allocate(ctx, parties.wholesalerId, [wanted], terms));
  } else if (change < 0) {
    await release(ctx, parties, line.id, -change);
  }
  const summary = `${line.productName} (${line.sku}): ${amountText(line.quantity, line)} → ${amountText(quantity, line)}`;
  return finishEdit(ctx, locked, edited, { action, summary });
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

import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { AppError, forbidden, invalidRequest, notFound } from '../../kernel/errors';
import { toCents } from '../../kernel/money';
import { checkPatch } from '../../kernel/patch';
import type { WriteContext } from '../../operation/context';
import { pipelined } from '../../platform/db/pipelined';
import { areConnected } from '../entities/connections/queries';
import { findAccount } from '../entities/customers/queries';
import { suspendedAmong } from '../entities/queries.sql';
import { lockSaleableVariants } from '../products/queries';
import { openBackorders } from './backorders/open';
import { partnerSuspended } from './checks';
import { EDITING } from './flow/schema';
import { recordHistory } from './history';
import { checkChanges } from './limits/changes';
import { limitsOf, shareOf } from './limits/queries';
import { type ChangeItem, ITEM_READ_ONLY } from './lines/resource';
import { type AddItem, MAX_LINES, type RemoveItem } from './lines/schema';
import { mergeLines, namesOf } from './merge';
import { routeOf } from './premises';
import { notConnected, sellerOrdersOff } from './prepare';
import { type OrderTotals, totalsOf } from './pricing';
import { getOrder, type LockedOrder, lockOrder, type OrderView } from './queries';
import { shortLines, unflagComplete } from './recalled.sql';
import { allocate, release, reserve, type Terms } from './stock';
import { itemRow } from './store';
import { orderItems, orders } from './tables';
import type { OrderAction } from './timeline/schema';

type Item = OrderView['items'][number];

/**
 * Adds a line, or adds to the line that the variant already has (decision 28).
 * @throws AppError NOT_FOUND, FORBIDDEN, CONFLICT, INSUFFICIENT_STOCK, INVALID_REQUEST
 */
export async function addItem(
  ctx: WriteContext,
  { id, ...line }: z.infer<typeof AddItem>,
): Promise<OrderView> {
  const locked = await lockOrder(ctx, id);
  checkEditable(locked, 'raise');
  const terms = await checkRaise(ctx, locked);
  const sellerId = locked.order.wholesaler.id;
  const [priced] = mergeLines([line], await lockSaleableVariants(ctx.db, sellerId, namesOf([line])));
  if (!priced) throw notFound();
  const present = locked.order.items.find((item) => item.variant_id === priced.variantId);
  if (present)
    return setQuantity(ctx, locked, present, present.quantity + priced.quantity, 'item_added', terms);
  if (locked.order.items.length >= MAX_LINES) {
    throw invalidRequest([
      { path: 'items', code: 'too_many_items', message: `must have at most ${MAX_LINES} lines` },
    ]);
  }
  const { totals } = totalsOf([...pricedItems(locked.order.items), priced], locked);
  const [line0] = totalsOf([priced], locked).lines;
  const holds = await allocate(ctx, sellerId, [priced], terms);
  const position = sql<number>`(select coalesce(max(position), -1) + 1 from ${orderItems} where order_id = ${id})`;
  const retailerId = locked.order.retailer.id;
  await ctx.db
    .insert(orderItems)
    .values({ ...itemRow({ id, retailerId }, line0 as NonNullable<typeof line0>), position });
  await reserve(ctx, { id, wholesalerId: sellerId }, holds);
  return finishEdit(
    ctx,
    locked,
    totals,
    'item_added',
    `${priced.quantity} × ${priced.productName} (${priced.sku})`,
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
  const locked = await lockOrder(ctx, id);
  const item = itemOf(locked.order, item_id);
  checkPatch(patch, item, ITEM_READ_ONLY);
  const quantity = patch.quantity ?? item.quantity;
  if (backorder && locked.side !== 'wholesaler') {
    throw forbidden('The seller puts what it takes off on backorder.', {
      reason: 'other_party',
      side: locked.side,
    });
  }
  checkEditable(locked, quantity > item.quantity ? 'raise' : 'reduce');
  const terms = quantity > item.quantity ? await checkRaise(ctx, locked) : null;
  const edited = await setQuantity(ctx, locked, item, quantity, 'item_changed', terms);
  if (backorder && quantity < item.quantity)
    await putOnBackorder(ctx, edited, item, item.quantity - quantity);
  return edited;
}

/** Partial acceptance: what the seller takes off waits for stock instead. */
async function putOnBackorder(
  ctx: WriteContext,
  { id, wholesaler, retailer, receiving_location_id }: OrderView,
  item: Item,
  quantity: number,
): Promise<void> {
  await openBackorders(ctx, {
    sellerId: wholesaler.id,
    buyerId: retailer.id,
    orderId: id,
    receivingLocationId: receiving_location_id,
    lines: [
      {
        itemId: item.id,
        productId: item.product_id,
        productName: item.product_name,
        variantId: item.variant_id,
        sku: item.sku,
        quantity,
        unitPriceCents: toCents(item.unit_price),
      },
    ],
  });
}

/** Removes a line. @throws AppError NOT_FOUND, FORBIDDEN, CONFLICT (the last line: cancel the order instead) */
export async function removeItem(
  ctx: WriteContext,
  { id, item_id }: z.infer<typeof RemoveItem>,
): Promise<OrderView> {
  const locked = await lockOrder(ctx, id);
  const item = itemOf(locked.order, item_id);
  checkEditable(locked, 'reduce');
  const rest = locked.order.items.filter((other) => other.id !== item.id);
  if (rest.length === 0) {
    throw new AppError('CONFLICT', 'This is the last line of the order. Cancel the order instead.', {
      reason: 'last_item',
    });
  }
  await release(ctx, { id, wholesalerId: locked.order.wholesaler.id }, item.id, item.quantity);
  await ctx.db.delete(orderItems).where(eq(orderItems.id, item.id));
  const { totals } = totalsOf(pricedItems(rest), locked);
  return finishEdit(ctx, locked, totals, 'item_removed', `${item.product_name} (${item.sku})`);
}

async function setQuantity(
  ctx: WriteContext,
  locked: LockedOrder,
  item: Item,
  quantity: number,
  action: 'item_added' | 'item_changed',
  terms: Terms | null,
): Promise<OrderView> {
  const { order } = locked;
  if (quantity === item.quantity) return order;
  if (quantity > 1_000_000) {
    throw invalidRequest([
      { path: 'quantity', code: 'value_too_large', message: 'a line must be at most 1000000 units' },
    ]);
  }
  const lines = order.items.map((other) => (other.id === item.id ? { ...other, quantity } : other));
  const { totals } = totalsOf(pricedItems(lines), locked);
  const parties = { id: order.id, wholesalerId: order.wholesaler.id };
  // A line that lost units to a recall has less than its quantity.
  const [short] = order.recall
    ? (await shortLines(ctx.db, order.id)).filter((line) => line.item_id === item.id)
    : [];
  const change = quantity - item.quantity + (short?.missing ?? 0);
  if (terms && quantity > item.quantity) {
    const wanted = {
      itemId: item.id,
      variantId: item.variant_id,
      productId: item.product_id,
      sku: item.sku,
      quantity: change,
    };
    await reserve(ctx, parties, await allocate(ctx, parties.wholesalerId, [wanted], terms));
  } else if (change < 0) {
    await release(ctx, parties, item.id, -change);
  }
  // What the seller takes off was asked for all the same.
  const isTakenOff = locked.side === 'wholesaler' && quantity < item.quantity;
  const requested = item.requested_quantity + (isTakenOff ? 0 : quantity - item.quantity);
  await ctx.db
    .update(orderItems)
    .set({
      quantity,
      requestedQuantity: requested > quantity ? requested : null,
      totalCents: quantity * toCents(item.unit_price),
    })
    .where(eq(orderItems.id, item.id));
  return finishEdit(
    ctx,
    locked,
    totals,
    action,
    `${item.product_name} (${item.sku}): ${item.quantity} → ${quantity}`,
  );
}

async function finishEdit(
  ctx: WriteContext,
  { order }: LockedOrder,
  totals: OrderTotals,
  action: Extract<OrderAction, `item_${string}`>,
  summary: string,
): Promise<OrderView> {
  const { id, status } = order;
  await pipelined([
    checkChanges(ctx, id),
    ctx.db
      .update(orders)
      .set({ ...totals, updatedAt: sql`change_time()` })
      .where(eq(orders.id, id)),
    recordHistory(ctx, { orderId: id, action, fromStatus: status, toStatus: status, summary }),
    unflagComplete(ctx.db, id),
  ]);
  const edited = await getOrder(ctx, id);
  ctx.audit({
    action: `order.${action}`,
    objectId: id,
    before: { items: without(order.items, edited.items), total: order.total },
    after: { items: without(edited.items, order.items), total: edited.total },
  });
  return edited;
}

/** The lines that aren't the same in another list: an audit row of all 200 would cost a megabyte each few edits. */
function without(items: readonly Item[], others: readonly Item[]): Item[] {
  const same = new Set(others.map((item) => JSON.stringify(item)));
  return items.filter((item) => !same.has(JSON.stringify(item)));
}

/** Side before state (decision 73): what a side never may is 403, what the state forbids now is 409. */
function checkEditable({ order, side }: LockedOrder, change: 'raise' | 'reduce'): void {
  const { states, reduceOnly } = EDITING[side];
  // What it entered it may also add to.
  if (change === 'raise' && reduceOnly && order.entered_by !== 'seller') {
    throw forbidden('The wholesaler may reduce or remove lines, not add or raise them.', {
      reason: 'reduce_only',
      side,
    });
  }
  // What a recall took from an order in preparation may come off it.
  const recalled = order.recall !== null && order.status === 'preparing' && side === 'wholesaler';
  if (!states.includes(order.status) && !recalled) {
    throw new AppError('CONFLICT', `The lines of an order that is ${order.status} cannot be edited.`, {
      reason: 'not_editable',
      status: order.status,
    });
  }
}

/**
 * Once the connection has ended, or the buyer forbids it to its seller, lines may fall but not rise (decisions 426 and 518).
 * @returns what the buyer may hold, without a limit for the seller, whose limit it is; and the way of the goods
 * @throws AppError FORBIDDEN with `details.reason` `connection_required` or `seller_orders_off`, CONFLICT with
 *   `partner_suspended`
 */
async function checkRaise({ db }: WriteContext, { order, side }: LockedOrder): Promise<Terms> {
  const { retailer, wholesaler } = order;
  const [connected, [suspended], limits, route, account] = await pipelined([
    areConnected(db, retailer.id, wholesaler.id),
    suspendedAmong(db, [retailer.id, wholesaler.id]),
    limitsOf(db, wholesaler.id),
    routeOf(db, order.id),
    side === 'wholesaler' ? findAccount(db, wholesaler.id, retailer.id) : null,
  ]);
  if (!connected) throw notConnected(side === 'retailer' ? wholesaler : retailer);
  if (suspended) throw partnerSuspended(suspended);
  if (side === 'wholesaler') {
    if (!account?.seller_orders) throw sellerOrdersOff(retailer);
    return { share: null, route };
  }
  return { share: limits && shareOf(retailer.id, limits), route };
}

function itemOf(order: OrderView, itemId: string): Item {
  const item = order.items.find((candidate) => candidate.id === itemId);
  if (!item) throw notFound();
  return item;
}

function pricedItems(items: readonly Item[]) {
  return items.map((item) => ({ quantity: item.quantity, unitPriceCents: toCents(item.unit_price) }));
}

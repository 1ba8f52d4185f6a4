import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { quantityOf } from '../../../../kernel/amounts';
import { AppError, type FieldError, forbidden, invalidRequest, notFound } from '../../../../kernel/errors';
import { UNSHIPPED } from '../../../../kernel/order-statuses';
import { stepFrom } from '../../../../kernel/weights';
import type { WriteContext } from '../../../../operation/context';
import type { Db } from '../../../../platform/db/client';
import {
  alongRoute,
  lockSaleable,
  type Stock,
  type StockLot,
  takeUnits,
  type Units,
} from '../../../inventory/allocation';
import { passedOver, recordHistory } from '../../flow/history';
import { lockOrder, withSale } from '../../flow/lock';
import { tellShipment } from '../../flow/telling';
import { getOrder, type OrderView } from '../../queries';
import { exchange } from '../../stock/holds';
import type { Hold } from '../../stock/holds.sql';
import { holdsOfItem, lotsInStock, secretOfLine } from '../../stock/lots.sql';
import { routeTo } from '../../stock/premises';
import { unflagComplete } from '../../stock/recalled.sql';
import { orders } from '../../tables';
import { checkChanges } from '../changes';
import { decide } from '../decide';
import type { ChooseLots } from './schema';

interface Choice {
  lot_id: string;
  quantity: number;
}

type Item = OrderView['items'][number];

/**
 * Lets the seller choose of which lots a line is, until the order ships; the rest of the line has no lot.
 * @throws AppError NOT_FOUND, FORBIDDEN for the retailer, INVALID_REQUEST, CONFLICT once shipped or for a lot that can't
 *   be sold (`details.lots`), INSUFFICIENT_STOCK
 */
export async function chooseLots(
  ctx: WriteContext,
  { id, item_id, lots: sent, override }: z.infer<typeof ChooseLots>,
): Promise<OrderView> {
  const locked = await lockOrder(ctx, id);
  const { order, side } = locked;
  const item = order.items.find((one) => one.id === item_id);
  if (!item) throw notFound();
  if (side !== 'wholesaler')
    throw forbidden('The wholesaler chooses the lots of a line.', { reason: 'other_party', side });
  if (!UNSHIPPED.includes(order.status)) {
    throw new AppError('CONFLICT', `The lots of an order that is ${order.status} can't be changed.`, {
      reason: 'not_editable',
      status: order.status,
    });
  }
  const lots = sent.map(({ lot_id, ...asked }, i) => ({
    lot_id,
    quantity: quantityOf(asked, stepFrom(item.step), `lots[${i}].`),
  }));
  checkChoice(lots, item);
  await checkChanges(ctx, id);
  const parties = { id, wholesalerId: order.wholesaler.id };
  const sold = await withSale(ctx, locked);
  const { receiving, wholesaler, day } = sold.sale;
  const route = routeTo(receiving, wholesaler, day);
  const { wholesalerId } = parties;
  const secret = await secretOfLine(ctx.db, wholesalerId, item.variant_id, item.id);
  const stock = alongRoute(
    await lockSaleable(
      ctx.db,
      wholesalerId,
      [item.variant_id],
      secret.map((row) => row.id),
    ),
    route,
  );
  const freed = [...(await holdsOfItem(ctx.db, item.id))];
  const taken = await retake(ctx.db, parties.wholesalerId, { item, lots, stock, freed });
  const { product_id: productId, variant_id: variantId, sku, quantity } = item;
  const { overridden } = await decide(ctx, sold, {
    ...{ kind: 'lots', override, holds: taken.map((unit) => ({ ...unit, orderItemId: item.id })) },
    lines: [{ index: 0, itemId: item.id, productId, variantId, sku, quantity, caseSize: 1 }],
  });
  const before = new Map(freed.map((hold) => [keyOf(hold), hold]));
  const after = new Map(taken.map((unit) => [keyOf(unit), { ...unit, orderItemId: item.id }]));
  await exchange(ctx, parties, surplus(before, after), surplus(after, before));
  const { status } = order;
  await recordHistory(ctx, {
    orderId: id,
    action: 'item_changed',
    fromStatus: status,
    toStatus: status,
    summary: `${item.product_name} (${item.sku}): lots`,
    ...passedOver(overridden),
  });
  await ctx.db.update(orders).set({ updatedAt: sql`change_time()` }).where(eq(orders.id, id));
  await unflagComplete(ctx.db, id);
  await tellShipment(ctx.db, locked);
  const chosen = await getOrder(ctx, id);
  ctx.audit({
    action: 'order.lots_chosen',
    objectId: id,
    before: { item_id, lots: item.lots },
    after: {
      item_id,
      lots: chosen.items.find((one) => one.id === item_id)?.lots,
      ...(overridden.length > 0 && { override: overridden }),
    },
  });
  return chosen;
}

function checkChoice(lots: readonly Choice[], item: Item): void {
  const errors: FieldError[] = [];
  const seen = new Set<string>();
  let sum = 0;
  for (const [index, { lot_id, quantity }] of lots.entries()) {
    if (seen.has(lot_id)) {
      errors.push({ path: `lots[${index}].lot_id`, code: 'duplicate', message: 'is in an earlier entry' });
    }
    seen.add(lot_id);
    sum += quantity;
  }
  if (sum > item.quantity) {
    const message = `must add up to at most ${item.quantity}, the line's quantity`;
    errors.push({ path: 'lots', code: 'value_too_large', message });
  }
  if (errors.length > 0) throw invalidRequest(errors);
}

/** What the line takes once it has let go of what it holds. */
async function retake(
  db: Db,
  sellerId: string,
  { item, lots, stock, freed }: { item: Item; lots: readonly Choice[]; stock: Stock; freed: readonly Hold[] },
): Promise<Units[]> {
  const known = await lotsInStock(db, sellerId, item.variant_id, [
    ...lots.map((lot) => lot.lot_id),
    ...freed.flatMap((hold) => hold.lotId ?? []),
  ]);
  giveBack(stock, freed, known);
  const unknown = lots.findIndex((lot) => !known.some((one) => one.lot_id === lot.lot_id));
  if (unknown >= 0) throw new AppError('NOT_FOUND', 'Resource not found.', { index: unknown });
  const blocked = known.filter((lot) => lot.blocked && lots.some((one) => one.lot_id === lot.lot_id));
  if (blocked.length > 0) {
    throw new AppError('CONFLICT', 'Some of these lots are on hold, expired or failed.', {
      reason: 'blocked_lots',
      lots: blocked.map(({ lot_id, batch_id, package_tag, blocked: reason }) => ({
        lot_id,
        batch_id,
        package_tag,
        reason,
      })),
    });
  }
  const taken = lots.flatMap(({ lot_id, quantity }) =>
    takeUnits({ rows: [], lots: stock.lots }, item.variant_id, quantity, (lot) => lot.lot_id === lot_id),
  );
  const inLots = taken.reduce((sum, unit) => sum + unit.quantity, 0);
  const wantedInLots = lots.reduce((sum, lot) => sum + lot.quantity, 0);
  const loose = takeUnits({ rows: stock.rows, lots: [] }, item.variant_id, item.quantity - wantedInLots);
  const found = inLots + loose.reduce((sum, unit) => sum + unit.quantity, 0);
  if (found < item.quantity) {
    throw new AppError('INSUFFICIENT_STOCK', 'These lots, or the units without a lot, are not enough.', {
      reason: 'insufficient_stock',
      lines: [{ product_id: item.product_id, variant_id: item.variant_id, sku: item.sku, available: found }],
    });
  }
  return [...taken, ...loose];
}

function giveBack(stock: Stock, freed: readonly Hold[], known: readonly StockLot[]): void {
  for (const hold of freed) {
    const row = stock.rows.find((one) => one.id === hold.inventoryItemId);
    if (hold.lotId === null) {
      if (row) row.spare += hold.quantity;
      continue;
    }
    const here = (lot: StockLot) =>
      lot.lot_id === hold.lotId && lot.inventory_item_id === hold.inventoryItemId;
    const available = stock.lots.find(here);
    const named = known.find(here);
    if (available) available.available += hold.quantity;
    else if (named) stock.lots.push({ ...named, available: hold.quantity });
  }
}

const keyOf = ({ inventoryItemId, lotId }: Units) => `${inventoryItemId}/${lotId}`;

/** What of one is more than in the other. */
function surplus(of: ReadonlyMap<string, Hold>, than: ReadonlyMap<string, Hold>): Hold[] {
  return [...of].flatMap(([key, hold]) => {
    const quantity = hold.quantity - (than.get(key)?.quantity ?? 0);
    return quantity > 0 ? [{ ...hold, quantity }] : [];
  });
}

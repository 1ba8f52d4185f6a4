import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { AppError, forbidden, invalidRequest, notFound } from '../../../kernel/errors';
import { newId } from '../../../kernel/ids';
import type { Premises } from '../../../kernel/premises';
import { checkSeller } from '../../../kernel/sides';
import type { WriteContext } from '../../../operation/context';
import { RetryTransaction } from '../../../operation/unit-of-work';
import type { Db } from '../../../platform/db/client';
import { isAmong } from '../../../platform/db/listing';
import { pipelined } from '../../../platform/db/pipelined';
import { areConnected } from '../../entities/connections/queries';
import { lockCredit } from '../../entities/customers/credit/queries.sql';
import { holdReceiving } from '../../entities/locations/queries';
import { holdParties } from '../../entities/queries';
import { stepAt } from '../../pricing/ladder';
import { lockTerms } from '../../pricing/queries.sql';
import { secretlySold } from '../../pricing/shown/queries';
import { lockSaleableVariants, type SaleableVariant } from '../../products/queries';
import { checkParties } from '../checks';
import { checkLimit, checkOverride, checkStanding, exposedBeside } from '../credit';
import { atBreak } from '../lines/reprice';
import { keyOf, taxedAs } from '../merge';
import { accept, announce } from '../place';
import { routeTo } from '../premises';
import { notConnected } from '../prepare';
import { newOrderNumber, totalsOf } from '../pricing';
import { type OrderView, placedOrders } from '../queries';
import { allocate, moveReserved } from '../stock';
import type { Hold, PricedLine } from '../stock.sql';
import { storeOrders } from '../store';
import { marketsOf, rulesFor } from '../taxes';
import { reportBackorders } from './open';
import { applyFills, lockToFill, readBackorders, type ToFill, visibleBackorders } from './queries.sql';
import type { BackorderView } from './resource';
import type { FillBackorders } from './schema';
import { notOpen } from './state';

/** A line of the order, and the backorders that it fills, oldest first. */
interface Filling {
  line: PricedLine;
  rows: ToFill[];
}

/**
 * Orders what there is for backorders of one buyer, at their frozen prices: oldest first, and the rest stays open. The order
 * is the seller's, and accepted.
 * @throws AppError NOT_FOUND, FORBIDDEN (`not_a_seller`, `other_party`, `connection_required`), INVALID_REQUEST for several
 *   buyers, INVALID_TRANSITION for one that isn't open, CONFLICT (`product_inactive`, `license_unverified`, `on_hold`, `overdue`, `credit_limit`), LICENSE_EXPIRED,
 *   INSUFFICIENT_STOCK (`nothing_available`)
 */
export async function fillBackorders(
  ctx: WriteContext,
  { ids, override }: z.infer<typeof FillBackorders>,
): Promise<OrderView> {
  checkSeller(ctx.actor);
  const { db } = ctx;
  checkOverride(ctx, override);
  const { sellerId, buyerId } = await partiesOf(ctx, ids);
  // Parties and account before backorders, and these before stock, as every operation locks them.
  const [parties, , [terms], connected, rows] = await pipelined([
    holdParties(db, [buyerId, sellerId]),
    lockCredit(db, sellerId, [buyerId]),
    lockTerms(db, sellerId, [buyerId]),
    areConnected(db, buyerId, sellerId),
    lockToFill(db, sellerId, buyerId, ids),
  ]);
  if (rows.length !== ids.length) throw new RetryTransaction('a party has changed');
  const [retailer, wholesaler] = [parties.get(buyerId), parties.get(sellerId)];
  if (!retailer || !wholesaler) throw notFound();
  if (!connected) throw notConnected(retailer);
  for (const { id, status } of rows) if (status !== 'open') throw notOpen({ id, status }, 'filled');
  const fillings = await linesOf(db, sellerId, rows);
  const receiving = await receivingPremises(db, buyerId, rows);
  checkParties({ retailer, wholesaler }, 'wholesaler', receiving);
  const id = newId();
  const pair = { id, wholesalerId: sellerId, retailerId: buyerId };
  const late = terms ? checkStanding(terms.credit, retailer, override) : [];
  const exposed = terms ? await exposedBeside(db, terms.credit, 'accepted', pair) : null;
  const wanted = fillings.map(({ line }) => line);
  const variantIds = wanted.map(({ variantId }) => variantId);
  const holds = await allocate(ctx, sellerId, wanted, {
    // It has no delivery day yet: moving it checks how good its lots are then.
    route: routeTo(receiving, wholesaler, null),
    share: null,
    partial: true,
    secret: await secretlySold(db, { sellerId, buyerId }, variantIds),
  });
  const units = unitsOf(holds);
  const filled = wanted.flatMap((line) => {
    const quantity = units.get(line.itemId) ?? 0;
    return quantity > 0 ? [atAsked(line, quantity)] : [];
  });
  const markets = await marketsOf(db, sellerId, terms ? [terms] : [], [receiving]);
  const taxes = {
    taxRateBps: wholesaler.taxRateBps,
    taxRules: rulesFor(terms, retailer, receiving, markets),
  };
  const { totals, lines } = totalsOf(filled, taxes);
  const order = {
    ...totals,
    ...taxes,
    id,
    orderNumber: newOrderNumber(new Date()),
    wholesalerId: sellerId,
    retailerId: buyerId,
    receivingLocationId: receiving.id,
    createdBy: ctx.actor.userId,
    bySeller: true,
  };
  const overridden = [...new Set([...late, ...checkLimit(exposed, totals.totalCents, override)])];
  const fills = fillings.flatMap(({ line, rows }) => shares(rows, units.get(line.itemId) ?? 0));
  const [, , [placed]] = await pipelined([
    storeOrders(db, [{ ctx, order, lines, holds, overridden }]),
    moveReserved(ctx, order, holds),
    placedOrders(db, [order.id]),
    applyFills(db, order.id, fills),
  ]);
  const unclaimed = retailer.managedBy !== null;
  announce(ctx, placed as OrderView, { unclaimed, overridden });
  const accepted = await accept(ctx, placed as OrderView, unclaimed);
  await recordFills(ctx, rows, fills);
  return accepted;
}

/** Reads the parties of backorders without a lock. */
async function partiesOf(
  { db, actor }: WriteContext,
  ids: readonly string[],
): Promise<{ sellerId: string; buyerId: string }> {
  const found = await readBackorders(db, sql`${isAmong(sql`b.id`, ids)} and ${visibleBackorders(actor)}`);
  const [first] = found;
  if (!first || found.length < ids.length) throw notFound();
  if (found.some(({ seller }) => seller.id !== actor.entity.id)) {
    throw forbidden('The seller fills a backorder.', { reason: 'other_party', side: 'retailer' });
  }
  if (found.some(({ buyer }) => buyer.id !== first.buyer.id)) {
    throw invalidRequest([
      { path: 'ids', code: 'conflict', message: 'must name backorders of one buyer: an order has one' },
    ]);
  }
  return { sellerId: first.seller.id, buyerId: first.buyer.id };
}

/**
 * One line of each variant: an order has no two. Those of a variant that have another price than its oldest stay open.
 * @throws AppError CONFLICT with `details.reason = "product_inactive"`
 */
async function linesOf(db: Db, sellerId: string, rows: readonly ToFill[]): Promise<Filling[]> {
  const variants = new Map(
    (
      await lockSaleableVariants(db, sellerId, {
        productIds: [...new Set(rows.map(({ product_id }) => product_id))],
        skus: [],
      })
    ).map((variant) => [variant.variant_id, variant]),
  );
  const fillings = new Map<string, Filling>();
  for (const row of rows) {
    const left = row.quantity - row.filled;
    const line = lineOf(row, variants.get(row.variant_id), left);
    const key = keyOf(row.variant_id, line.sample);
    const present = fillings.get(key);
    if (!present) {
      fillings.set(key, { line, rows: [row] });
    } else if (
      present.line.unitPriceCents === line.unitPriceCents &&
      present.line.quantity + left <= MOST_UNITS
    ) {
      present.line.quantity += left;
      present.rows.push(row);
    }
  }
  return [...fillings.values()];
}

/** What there is of a line: at the break that all of it reaches, or what was asked for at first. */
function atAsked(line: PricedLine, quantity: number): PricedLine {
  const asked = Math.max(line.breakSteps ?? 0, line.quantity);
  return atBreak({ ...line, quantity, breakSteps: asked > quantity ? asked : null });
}

/** Most units of a line of an order. */
const MOST_UNITS = 1_000_000;

/** What is left of a backorder, at the price that the amount asked for reaches (T21). */
function lineOf(
  { variant_id, product_id, product_name, ladder, quantity: asked, break_steps }: ToFill,
  variant: SaleableVariant | undefined,
  quantity: number,
): PricedLine {
  if (!variant?.active) {
    throw new AppError('CONFLICT', `${product_name} is not for sale.`, {
      reason: 'product_inactive',
      product_id,
    });
  }
  const breakSteps = break_steps ?? asked;
  const { price_cents, source } = stepAt(ladder, breakSteps);
  return {
    itemId: newId(),
    productId: product_id,
    productName: variant.product_name,
    variantId: variant_id,
    sku: variant.sku,
    quantity,
    unitPriceCents: price_cents,
    priceSource: source,
    priceLadder: ladder.length === 1 && source === 'wholesale' ? null : ladder,
    breakSteps,
    sample: source === 'sample',
    ...taxedAs(variant),
    unit: variant.unit,
    step: variant.step,
  };
}

function unitsOf(holds: readonly Hold[]): Map<string, number> {
  const units = new Map<string, number>();
  for (const { orderItemId, quantity } of holds)
    units.set(orderItemId, (units.get(orderItemId) ?? 0) + quantity);
  return units;
}

/** Hands the units of a line out to its backorders. */
function shares(rows: readonly ToFill[], units: number): Array<{ id: string; quantity: number }> {
  let left = units;
  return rows.flatMap(({ id, quantity: wanted, filled }) => {
    const quantity = Math.min(left, wanted - filled);
    left -= quantity;
    return quantity > 0 ? [{ id, quantity }] : [];
  });
}

/** Where the oldest of them was to go, while the buyer has that location. */
async function receivingPremises(db: Db, buyerId: string, [oldest]: readonly ToFill[]): Promise<Premises> {
  const wanted = oldest?.receiving_location_id;
  const found =
    (await holdReceiving(db, buyerId, { id: wanted, within: null })) ??
    (await holdReceiving(db, buyerId, { id: null, within: null }));
  if (!found) throw notFound();
  return found;
}

async function recordFills(
  ctx: WriteContext,
  rows: readonly ToFill[],
  fills: ReadonlyArray<{ id: string }>,
): Promise<void> {
  const before = new Map(rows.map((row) => [row.id, row]));
  const filled: BackorderView[] = await reportBackorders(
    ctx,
    fills.map(({ id }) => id),
    'backorder.filled',
  );
  for (const { id, status, filled: units, filled_order_ids } of filled) {
    ctx.audit({
      action: 'backorder.updated',
      objectId: id,
      before: { status: 'open', filled: before.get(id)?.filled },
      after: { status, filled: units, order_id: filled_order_ids.at(-1) },
    });
  }
}

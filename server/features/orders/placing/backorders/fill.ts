import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { forbidden, invalidRequest, notFound } from '../../../../kernel/errors';
import type { Premises } from '../../../../kernel/premises';
import { checkSeller } from '../../../../kernel/sides';
import type { WriteContext } from '../../../../operation/context';
import { RetryTransaction } from '../../../../operation/unit-of-work';
import type { Db } from '../../../../platform/db/client';
import { isAmong } from '../../../../platform/db/listing';
import { pipelined } from '../../../../platform/db/pipelined';
import { areConnected } from '../../../entities/connections/queries';
import { lockCredit } from '../../../entities/customers/credit/queries.sql';
import { holdReceiving } from '../../../entities/locations/queries';
import { holdParties } from '../../../entities/queries';
import { lockSaleable } from '../../../inventory/allocation';
import { lockTerms } from '../../../pricing/queries.sql';
import { secretlySold } from '../../../pricing/shown/queries';
import { lockSaleableVariants } from '../../../products/queries';
import { reportBackorders } from '../../backorders/open';
import {
  applyFills,
  lockToFill,
  readBackorders,
  type ToFill,
  visibleBackorders,
} from '../../backorders/queries.sql';
import type { BackorderView } from '../../backorders/resource';
import type { FillBackorders } from '../../backorders/schema';
import { notOpen } from '../../backorders/state';
import { keyOf } from '../../money/ladders';
import { priceOf } from '../../money/pricing';
import { marketsOf, rulesFor } from '../../money/taxes';
import { type OrderView, placedOrders } from '../../queries';
import { moveReserved } from '../../stock/holds';
import type { AskedLine } from '../../stock/holds.sql';
import { pick } from '../../stock/pick';
import { routeTo } from '../../stock/premises';
import { type Choice, holdsOf } from '../choose';
import { limitInForce } from '../facts';
import { judge } from '../judge';
import { MOST_UNITS, productInactive, type Refused } from '../merge';
import { exposureOf } from '../reads';
import { type Deal, NOTHING_READ, type Sale, saleOf } from '../sale';
import { storeOrders } from '../store';
import { accept, announce, newOrder } from '../write';
import { atAsked, lineOf, shares, unitsOf } from './shares';

/** A line of the order, and the backorders that it fills, oldest first. */
interface Filling {
  line: AskedLine;
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
  for (const { id, status } of rows) if (status !== 'open') throw notOpen({ id, status }, 'filled');
  const sale = saleOf(ctx.actor, { sellerId, buyerId, enteredBy: 'seller' }, 'fill', override);
  const { fillings, refused } = await linesOf(db, sellerId, rows);
  const receiving = await receivingPremises(db, buyerId, rows);
  const lines = fillings.map(({ line }) => line);
  const deal = await dealOf(db, sale, { retailer, wholesaler, terms, receiving, lines, refused });
  const choice = choiceOf(deal);
  const facts = {
    parties: { retailer, wholesaler },
    isConnected: connected,
    takesSellersOrders: true,
    receiving,
  };
  const { problems, overridden } = judge(sale, { ...facts, deal }, choice);
  if (problems[0]) throw problems[0].error;
  const order = newOrder({ sale, deal, choice });
  const holds = holdsOf(choice);
  const units = unitsOf(holds);
  const fills = fillings.flatMap(({ line, rows }) => shares(rows, units.get(line.itemId) ?? 0));
  const [, , [placed]] = await pipelined([
    storeOrders(db, [{ ctx, order, lines: choice.lines, holds, overridden }]),
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

/** Lines at frozen prices, with today's taxes, and their stock locked. */
async function dealOf(
  db: Db,
  sale: Sale,
  known: Pick<Deal, 'retailer' | 'wholesaler' | 'terms' | 'receiving' | 'lines' | 'refused'>,
): Promise<Deal> {
  const { sellerId, buyerId } = sale;
  const { retailer, wholesaler, terms, receiving } = known;
  const variantIds = known.lines.map(({ variantId }) => variantId);
  const markets = await marketsOf(db, sellerId, terms ? [terms] : [], [receiving]);
  const secret = await secretlySold(db, { sellerId, buyerId }, variantIds);
  const limitCents = limitInForce(sale, known);
  const exposed =
    limitCents === null ? null : { limitCents, besideCents: await exposureOf(db, sellerId, buyerId) };
  const stock = await lockSaleable(db, sellerId, variantIds, secret);
  return {
    ...known,
    ...{ secret, variants: [], ladders: undefined, before: null, minimumCents: null },
    // It has no delivery day yet: moving it checks how good its lots are then.
    route: routeTo(receiving, wholesaler, null),
    taxes: {
      taxRateBps: wholesaler.taxRateBps,
      taxRules: rulesFor(terms, retailer, receiving, markets),
    },
    standing: { ...NOTHING_READ, exposed, stock, isLocked: true },
  };
}

/** What there is of the lines, each at the price of all that was asked for. */
function choiceOf({ lines: wanted, route, taxes, standing }: Deal): Choice {
  const picked = pick(standing.stock ?? { rows: [], lots: [] }, wanted, { route, partial: true });
  const units = unitsOf(picked.holds);
  const filled = wanted.flatMap((line) => {
    const quantity = units.get(line.itemId) ?? 0;
    return quantity > 0 ? [atAsked(line, quantity)] : [];
  });
  const asked = priceOf(filled, taxes);
  return { asked, picked, lines: asked.lines, totals: asked.totals, missing: [] };
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

/** One line of each variant: an order has no two. Those of a variant that have another price than its oldest stay open. */
async function linesOf(
  db: Db,
  sellerId: string,
  rows: readonly ToFill[],
): Promise<{ fillings: Filling[]; refused: Refused[] }> {
  const variants = new Map(
    (
      await lockSaleableVariants(db, sellerId, {
        productIds: [...new Set(rows.map(({ product_id }) => product_id))],
        skus: [],
      })
    ).map((variant) => [variant.variant_id, variant]),
  );
  const fillings = new Map<string, Filling>();
  const refused: Refused[] = [];
  for (const [index, row] of rows.entries()) {
    const left = row.quantity - row.filled;
    const variant = variants.get(row.variant_id);
    if (!variant?.active) {
      refused.push({ index, error: productInactive(row) });
      continue;
    }
    const line = lineOf(row, variant, { quantity: left, index });
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
  return { fillings: [...fillings.values()], refused };
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
    'filled',
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

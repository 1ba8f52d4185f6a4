import { AppError, forbidden, notFound } from '../../../kernel/errors';
import { toCents, toDollars } from '../../../kernel/money';
import { amountIn, EACH, stepFrom } from '../../../kernel/weights';
import type { WriteContext } from '../../../operation/context';
import { pipelined } from '../../../platform/db/pipelined';
import { rejectWhileMerging } from '../../entities/claims/queries';
import { areConnected } from '../../entities/connections/queries';
import { locationExists } from '../../entities/locations/queries';
import { findParties } from '../../entities/queries';
import { ladderIn, ladderView, oneStep } from '../../pricing/ladder';
import { findTerms } from '../../pricing/queries.sql';
import { findSaleableVariants, shownTo } from '../../products/queries';
import { checkFloor } from '../money/floor';
import { keyOf, laddersFor, pricedBy } from '../money/ladders';
import { type Priced, totalsOf } from '../money/pricing';
import { knownTo } from '../placing/facts';
import { mergeLines, namesOf } from '../placing/merge';
import { buyerOf, notConnected, sellerOf } from '../placing/parties';
import type { Parties } from '../placing/sides';
import type { NewOrderInput } from '../schema';
import type { DraftView } from './resource';

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

export function checkEditable({ status }: DraftView): void {
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
export function checkSender({ actor }: WriteContext, draft: DraftView): void {
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
export async function check(
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

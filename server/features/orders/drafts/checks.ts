import { AppError, forbidden } from '../../../kernel/errors';
import { toCents, toDollars } from '../../../kernel/money';
import { amountIn, EACH, stepFrom } from '../../../kernel/weights';
import type { WriteContext } from '../../../operation/context';
import { rejectWhileMerging } from '../../entities/claims/queries';
import { findParties } from '../../entities/queries';
import { ladderIn, ladderView, oneStep } from '../../pricing/ladder';
import type { PicturedVariant } from '../../products/queries.sql';
import type { SoldLine } from '../money/floor';
import type { Priced } from '../money/pricing';
import { choose } from '../placing/choose';
import { factsOfAll } from '../placing/facts';
import { judge } from '../placing/judge';
import { plainReads } from '../placing/reads';
import type { Facts, Sale } from '../placing/sale';
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

/**
 * Judges the parties, location, goods and prices of a draft, and prices it.
 * @param before the draft, unless it is new
 * @throws AppError the first of what `judge` finds, CONFLICT `merging`
 */
export async function check(
  { db, actor }: WriteContext,
  parties: Parties,
  items: NewOrderInput['items'],
  locationId: string | null | undefined,
  before?: DraftView,
) {
  const input = { items, receiving_location_id: locationId ?? undefined };
  const sale: Sale = { ...parties, actor, kind: 'draft', input };
  const [facts] = (await factsOfAll(plainReads(db), parties.sellerId, [sale])) as [Facts];
  const deal = facts.deal && { ...facts.deal, before: before ? savedLines(before) : null };
  const choice = deal && choose(sale, deal);
  const [first] = judge(sale, { ...facts, deal }, choice).problems;
  if (first) throw first.error;
  if (!deal || !choice) throw new Error('A draft that nothing stands against has two parties');
  const { totals, lines } = choice.asked;
  const unclaimed = deal.retailer.managedBy !== null;
  if (unclaimed) await rejectWhileMerging(db, parties.buyerId);
  // What isn't locked is read with how it looks.
  const sold = deal.variants as readonly PicturedVariant[];
  const nameOf = new Map(sold.map((one) => [one.variant_id, one.variant_name]));
  return {
    unclaimed,
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
const savedLines = ({ items }: DraftView): SoldLine[] =>
  items.map((item) => {
    const step = stepFrom(item.step);
    return {
      variantId: item.variant_id,
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

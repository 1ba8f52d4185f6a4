import type { z } from 'zod';
import type { AppError } from '../../../kernel/errors';
import { toDollars } from '../../../kernel/money';
import type { ReadContext } from '../../../operation/context';
import { pipelined } from '../../../platform/db/pipelined';
import { areConnected } from '../../entities/connections/queries';
import { findParties } from '../../entities/queries';
import { availableUnits } from '../../inventory/queries';
import { findSaleableVariants } from '../../products/queries';
import { hasMostPending, orderableUnits } from '../limits/queries';
import { beyondShare, notEnough, tooManyPending } from '../limits/rejections';
import { mergeLines, namesOf } from '../merge';
import { checkSeller } from '../place';
import { totalsOf } from '../pricing';
import type { OrderQuote, QuoteOrder } from './schema';

type Quote = z.infer<typeof OrderQuote>;

/**
 * Prices an order as placing it would, without placing it. What placing it would meet is listed, not rejected.
 * @throws AppError NOT_FOUND (wholesaler), FORBIDDEN with `details.reason = "connection_required"`, INVALID_REQUEST
 */
export async function quoteOrder(
  { db, actor }: ReadContext,
  { wholesaler_id: sellerId, items }: z.infer<typeof QuoteOrder>,
): Promise<Quote> {
  const retailerId = actor.entity.id;
  const [parties, connected, variants] = await pipelined([
    findParties(db, [sellerId]),
    areConnected(db, retailerId, sellerId),
    findSaleableVariants(db, sellerId, namesOf(items)),
  ]);
  const wholesaler = checkSeller(parties.get(sellerId), connected);
  const problems: Quote['problems'] = [];
  const add = (index: number | null, { code, details, message }: AppError) => {
    const reason = typeof details.reason === 'string' ? details.reason : null;
    problems.push({ index, code: code as Quote['problems'][number]['code'], reason, message });
  };
  const lines = mergeLines(items, variants, (problem, index) => add(index, problem));
  const { subtotalCents, taxCents, totalCents } = totalsOf(lines, wholesaler.taxRateBps);
  const stock = await availableUnits(
    db,
    lines.map((line) => line.variantId),
  );
  const available = await orderableUnits(db, retailerId, stock, () => wholesaler.maxReservedPercent);
  if (await hasMostPending(db, retailerId, wholesaler)) add(null, tooManyPending(wholesaler));
  for (const { variantId, quantity } of lines) {
    const units = available.get(variantId) ?? 0;
    if (units >= quantity) continue;
    const index = items.findIndex((item) => mergeLines([item], variants, ignore)[0]?.variantId === variantId);
    const isShare = units < (stock.get(variantId) ?? 0);
    add(index, isShare ? beyondShare(wholesaler.maxReservedPercent, []) : notEnough([]));
  }
  const found = new Map(variants.map((variant) => [variant.variant_id, variant]));
  return {
    lines: lines.flatMap((line) => {
      const variant = found.get(line.variantId);
      if (!variant) return [];
      const { variant_name, category, image } = variant;
      return {
        product_id: line.productId,
        product_name: line.productName,
        variant_id: line.variantId,
        sku: line.sku,
        variant_name,
        category,
        image,
        quantity: line.quantity,
        unit_price: toDollars(line.unitPriceCents),
        total: toDollars(line.quantity * line.unitPriceCents),
        available_quantity: available.get(line.variantId) ?? 0,
      };
    }),
    problems,
    subtotal: toDollars(subtotalCents),
    tax: toDollars(taxCents),
    total: toDollars(totalCents),
  };
}

const ignore = () => {};

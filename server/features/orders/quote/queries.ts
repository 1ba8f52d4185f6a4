import type { z } from 'zod';
import { toDollars } from '../../../kernel/money';
import type { ReadContext } from '../../../operation/context';
import { pipelined } from '../../../platform/db/pipelined';
import { areConnected } from '../../entities/connections/queries';
import { findParties } from '../../entities/queries';
import { availableUnits } from '../../inventory/queries';
import { findSaleableVariants } from '../../products/queries';
import { mergeLines, namesOf } from '../merge';
import { checkSeller } from '../place';
import { totalsOf } from '../pricing';
import type { OrderQuote, QuoteOrder } from './schema';

type Quote = z.infer<typeof OrderQuote>;

/**
 * Prices an order as placing it would, without placing it. Lines that can't be ordered and those that fall short are
 * reported, not rejected.
 * @throws AppError NOT_FOUND (wholesaler), FORBIDDEN with `details.reason = "connection_required"`, INVALID_REQUEST
 */
export async function quoteOrder(
  { db, actor }: ReadContext,
  { wholesaler_id: sellerId, items }: z.infer<typeof QuoteOrder>,
): Promise<Quote> {
  const [parties, connected, variants] = await pipelined([
    findParties(db, [sellerId]),
    areConnected(db, actor.entity.id, sellerId),
    findSaleableVariants(db, sellerId, namesOf(items)),
  ]);
  const wholesaler = checkSeller(parties.get(sellerId), connected);
  const problems: Quote['problems'] = [];
  const lines = mergeLines(items, variants, ({ code, message }, index) => {
    problems.push({ index, code: code as Quote['problems'][number]['code'], message });
  });
  const { subtotalCents, taxCents, totalCents } = totalsOf(lines, wholesaler.taxRateBps);
  const available = await availableUnits(
    db,
    lines.map((line) => line.variantId),
  );
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

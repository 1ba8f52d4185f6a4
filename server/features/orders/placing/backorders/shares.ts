import { newId } from '../../../../kernel/ids';
import { stepAt } from '../../../pricing/ladder';
import type { SaleableVariant } from '../../../products/queries';
import type { ToFill } from '../../backorders/queries.sql';
import { atBreak } from '../../money/reprice';
import type { AskedLine, Hold } from '../../stock/holds.sql';
import { taxedAs } from '../merge';

/** What there is of a line: at the break that all of it reaches, or what was asked for at first. */
export function atAsked(line: AskedLine, quantity: number): AskedLine {
  const asked = Math.max(line.breakSteps ?? 0, line.quantity);
  return atBreak({ ...line, quantity, breakSteps: asked > quantity ? asked : null });
}

/** What is left of a backorder, at the price that the amount asked for reaches (decision 521). */
export function lineOf(
  { variant_id, product_id, ladder, quantity: asked, break_steps }: ToFill,
  variant: SaleableVariant,
  { quantity, index }: Pick<AskedLine, 'quantity' | 'index'>,
): AskedLine {
  const breakSteps = break_steps ?? asked;
  const { price_cents, source } = stepAt(ladder, breakSteps);
  return {
    itemId: newId(),
    productId: product_id,
    productName: variant.product_name,
    variantId: variant_id,
    sku: variant.sku,
    ...{ quantity, index, caseSize: 1 },
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

export function unitsOf(holds: readonly Hold[]): Map<string, number> {
  const units = new Map<string, number>();
  for (const { orderItemId, quantity } of holds)
    units.set(orderItemId, (units.get(orderItemId) ?? 0) + quantity);
  return units;
}

/** Hands the units of a line out to its backorders. */
export function shares(rows: readonly ToFill[], units: number): Array<{ id: string; quantity: number }> {
  let left = units;
  return rows.flatMap(({ id, quantity: wanted, filled }) => {
    const quantity = Math.min(left, wanted - filled);
    left -= quantity;
    return quantity > 0 ? [{ id, quantity }] : [];
  });
}

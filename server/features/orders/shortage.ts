import type { Prepared } from './prepare';
import { totalsOf } from './pricing';
import type { Hold, PricedLine } from './stock.sql';

/**
 * Takes an order down to what its lines hold; those that hold nothing are left out.
 * @returns it, and its lines of what is missing
 */
export function whatThereIs(
  { order, lines }: Pick<Prepared, 'order' | 'lines'>,
  holds: readonly Hold[],
): Pick<Prepared, 'order' | 'lines'> & { missing: PricedLine[] } {
  const held = new Map<string, number>();
  for (const { orderItemId, quantity } of holds)
    held.set(orderItemId, (held.get(orderItemId) ?? 0) + quantity);
  const missing = lines.flatMap((line) => {
    const quantity = line.quantity - (held.get(line.itemId) ?? 0);
    return quantity > 0 ? [{ ...line, quantity, breakSteps: line.quantity }] : [];
  });
  if (missing.length === 0) return { order, lines, missing };
  const kept = lines.flatMap((line) => {
    const quantity = held.get(line.itemId) ?? 0;
    if (quantity === 0) return [];
    if (quantity === line.quantity) return [line];
    return [{ ...line, quantity, requestedQuantity: line.quantity, breakSteps: line.quantity }];
  });
  const { totals, lines: left } = totalsOf(kept, order);
  return { order: { ...order, ...totals }, lines: left, missing };
}

import type { Hold, PricedLine } from '../stock/holds.sql';

/**
 * Takes lines down to what they hold; those that hold nothing are left out.
 * @returns them, and lines of what is missing
 */
export function whatThereIs<L extends PricedLine>(
  lines: readonly L[],
  holds: readonly Hold[],
): { kept: L[]; missing: PricedLine[] } {
  const held = new Map<string, number>();
  for (const { orderItemId, quantity } of holds)
    held.set(orderItemId, (held.get(orderItemId) ?? 0) + quantity);
  const missing = lines.flatMap((line) => {
    const quantity = line.quantity - (held.get(line.itemId) ?? 0);
    return quantity > 0 ? [{ ...line, quantity, breakSteps: line.quantity }] : [];
  });
  const kept = lines.flatMap((line) => {
    const quantity = held.get(line.itemId) ?? 0;
    if (quantity === 0) return [];
    if (quantity === line.quantity) return [line];
    return [{ ...line, quantity, requestedQuantity: line.quantity, breakSteps: line.quantity }];
  });
  return { kept, missing };
}

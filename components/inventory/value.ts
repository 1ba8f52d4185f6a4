import type { InventoryItem } from './types';

/** What a balance is worth at cost, in dollars; counted in cents, as the overview counts it. */
export function stockValue(item: Pick<InventoryItem, 'quantity' | 'unit_cost'>): number {
  return (Math.round(item.unit_cost * 100) * item.quantity) / 100;
}

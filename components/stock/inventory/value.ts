import type { InventoryItem } from './types';

/** What a balance is worth at its average cost, in dollars rounded to cents, as the overview counts it. */
export function stockValue(item: Pick<InventoryItem, 'amount' | 'average_cost'>): number {
  return Math.round((Math.round(item.average_cost * 10_000) * item.amount) / 100) / 100;
}

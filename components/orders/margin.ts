import type { Order } from './types';

type Line = Pick<Order['items'][number], 'quantity' | 'step' | 'total' | 'discount_share' | 'unit_cost'>;

/**
 * What an order earns before taxes and freight, of its lines' totals less their discounts.
 * @returns US dollars and percent of the sales; null where the cost of a line isn't known, as before it ships
 */
export function marginOf({ items }: { items: readonly Line[] }): { dollars: number; percent: number } | null {
  let [sales, costs] = [0, 0];
  for (const { quantity, step, total, discount_share, unit_cost } of items) {
    if (unit_cost === undefined) return null;
    sales += Math.round(total * 100) - Math.round(discount_share * 100);
    costs += Math.round(quantity * (step ?? 1) * unit_cost * 100);
  }
  if (sales <= 0) return null;
  const cents = sales - costs;
  return { dollars: cents / 100, percent: Math.round((cents / sales) * 100) };
}

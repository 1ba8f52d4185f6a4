import type { StockPage, Variant } from './types';

type Held = Pick<StockPage['data'][number], 'variant_id' | 'quantity' | 'average_cost'>;

/**
 * What a sale at the wholesale price leaves of it beside the average cost of what is on hand, in per cent; null without a price or
 * stock, and where a cost was never entered (decision 805).
 * @param stock every balance of the product
 */
export function marginOf(
  { id, wholesale_price }: Pick<Variant, 'id' | 'wholesale_price'>,
  stock: readonly Held[],
): number | null {
  const held = stock.filter(({ variant_id, quantity }) => variant_id === id && quantity > 0);
  if (!wholesale_price || held.length === 0 || held.some(({ average_cost }) => average_cost === 0))
    return null;
  const units = held.reduce((sum, { quantity }) => sum + quantity, 0);
  const worth = held.reduce((sum, { quantity, average_cost }) => sum + quantity * average_cost, 0);
  return 100 * (1 - worth / units / wholesale_price);
}

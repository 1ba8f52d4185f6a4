'use client';
import { trpc } from '@/components/providers/trpc';

/**
 * What every change of stock calls when it is done: the list, the item, its movements, the overview's figures and
 * the products' stock are asked for again. The one place that knows what depends on stock.
 */
export function useInvalidateInventory(): () => Promise<void> {
  const utils = trpc.useUtils();
  return async () => {
    await Promise.all([
      utils.inventory.invalidate(),
      utils.overview.invalidate(),
      utils.products.invalidate(),
    ]);
  };
}

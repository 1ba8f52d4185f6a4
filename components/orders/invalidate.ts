'use client';
import type { trpc } from '@/components/providers/trpc';

type Utils = ReturnType<typeof trpc.useUtils>;

/**
 * After an order was placed, moved, cancelled or edited: everything that shows orders, or the stock that they hold, is
 * fetched anew. Resolves when what is on the screen is fresh.
 */
export async function invalidateOrders(utils: Utils): Promise<void> {
  await Promise.all([
    utils.orders.invalidate(),
    utils.inventory.invalidate(),
    utils.market.catalogue.invalidate(),
    utils.overview.invalidate(),
  ]);
}

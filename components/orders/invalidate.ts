'use client';
import type { trpc } from '@/components/providers/trpc';

type Utils = ReturnType<typeof trpc.useUtils>;

/**
 * Refetches everything that shows orders or their stock, after an order was placed, moved, canceled or edited. Resolves
 * when the screen is fresh.
 */
export async function invalidateOrders(utils: Utils): Promise<void> {
  await Promise.all([
    utils.orders.invalidate(),
    utils.inventory.invalidate(),
    utils.market.catalogue.invalidate(),
    utils.overview.invalidate(),
  ]);
}

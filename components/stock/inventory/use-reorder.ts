'use client';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { bySupplier, linesOf } from '@/components/catalog/market/reorder';
import { cartOf, MAX_LINES } from '@/components/orders/cart/cart';
import { sayAdded } from '@/components/orders/cart/say-added';
import { useCart } from '@/components/orders/cart/use-cart';
import { showFailure } from '@/components/ui/base/toast';
import { formatCount } from '@/components/ui/format';
import { errorText } from '@/components/ui/forms/error-text';
import { trpc } from '@/components/ui/providers/trpc';
import type { StockLevel } from './types';

/** Puts what suppliers sell of the selected rows into the cart, in the suggested quantities, and opens the cart. */
export function useReorder() {
  const router = useRouter();
  const utils = trpc.useUtils();
  const { cart, put } = useCart();
  const [pending, setPending] = useState(false);

  const reorder = async (levels: readonly StockLevel[]): Promise<void> => {
    const location = levels[0]?.location;
    if (!location) return;
    if (levels.some((level) => level.location.id !== location.id)) {
      showFailure('Select rows of one location', 'An order goes to one location.');
      return;
    }
    setPending(true);
    try {
      const wanted = new Set(levels.map(({ variant }) => variant.id));
      const { data } = await utils.market.reorder.fetch({ location_id: location.id, limit: 500 });
      const rows = data.filter((row) => wanted.has(row.variant_id));
      const groups = bySupplier(rows)
        .map((group) => ({ ...group, lines: linesOf(group.rows, {}) }))
        .filter(({ lines }) => lines.length > 0);
      const found = groups.reduce((sum, { lines }) => sum + lines.length, 0);
      if (found === 0) {
        showFailure(
          'Nothing to reorder',
          'None of your suppliers sell the low-stock items in your selection.',
        );
        return;
      }
      for (const { supplier, lines } of groups) {
        const there = cartOf(cart, supplier.id)?.lines;
        if (!put(supplier, lines, { location_id: location.id })) {
          showFailure('The cart is full', `One order takes ${MAX_LINES} items. Place this one first.`);
          return;
        }
        sayAdded(there, lines);
      }
      const left = levels.length - found;
      if (left > 0) {
        showFailure(
          `${formatCount(left, 'row')} left out`,
          'Not low on stock, already on order, or not sold by your suppliers.',
        );
      }
      router.push('/cart');
    } catch (error) {
      showFailure('The cart was not changed', errorText(error));
    } finally {
      setPending(false);
    }
  };
  return { reorder, pending };
}

'use client';
import { useCallback } from 'react';
import type { PaletteSearch } from '@/components/shell/palette-types';
import { trpc } from './trpc';

const EACH = 5;

/** Finds orders by number or party, products by name, stock by SKU or name. */
export function usePaletteSearch(): PaletteSearch {
  const { client } = trpc.useUtils();
  return useCallback(
    async (query, signal) => {
      const search = query.slice(0, 100);
      const [orders, products, items] = await Promise.all([
        client.orders.summaries.query({ search, limit: EACH }, { signal }),
        client.products.list.query({ search, limit: EACH }, { signal }),
        client.inventory.list.query({ search, limit: EACH }, { signal }),
      ]);
      return [
        ...orders.data.map((order) => ({
          id: order.id,
          label: order.order_number,
          group: 'Orders',
          detail: order.status === 'cancelled' ? 'canceled' : order.status,
          href: `/orders/${order.id}`,
        })),
        ...products.data.map((product) => ({
          id: product.id,
          label: product.name,
          group: 'Products',
          detail: product.entity.name,
          href: `/products/${product.id}`,
        })),
        ...items.data.map((item) => ({
          id: item.id,
          label: item.product_name,
          group: 'Stock',
          detail: `${item.sku} · ${item.room_type.replaceAll('_', ' ')}`,
          href: `/inventory/${item.id}`,
        })),
      ];
    },
    [client],
  );
}

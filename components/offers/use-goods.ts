'use client';
import { keepPreviousData } from '@tanstack/react-query';
import { trpc } from '@/components/providers/trpc';
import { useViewer } from '@/components/providers/viewer';
import type { Goods } from './offer-values';

const PRODUCTS = 8;
const SHOWN = 12;

/**
 * What the business sells whose name or SKU has a text: its own variants, and those that it sells on. An exact SKU is first.
 * `goods` is undefined before the first response.
 */
export function useGoods(search: string): { goods: Goods[] | undefined; known: boolean; failed: boolean } {
  const { entity } = useViewer();
  const options = { enabled: search !== '', placeholderData: keepPreviousData };
  const named = trpc.products.list.useQuery({ entity_id: entity.id, search, limit: PRODUCTS }, options);
  const bySku = trpc.products.list.useQuery({ sku: search, limit: PRODUCTS }, options);
  const listed = trpc.listings.list.useQuery({ search, limit: PRODUCTS }, options);
  const all = [named, bySku, listed];
  const goods = new Map<string, Goods>();
  const own = [...(named.data?.data ?? []), ...(bySku.data?.data ?? [])];
  for (const product of own) {
    for (const { id, name, sku, unit, step, wholesale_price } of product.variants)
      goods.set(id, {
        ...{ variant_id: id, sku, name: `${product.name} ${name}`, unit, step },
        wholesale_price: wholesale_price ?? 0,
      });
  }
  for (const { product_name, variant_name, ...listing } of listed.data?.data ?? []) {
    const { variant_id, sku, unit, step, wholesale_price } = listing;
    goods.set(variant_id, {
      ...{ variant_id, sku, name: `${product_name} ${variant_name}` },
      ...{ unit, step, wholesale_price },
    });
  }
  const isExact = ({ sku }: Goods) => sku.toLowerCase() === search.toLowerCase();
  const found = [...goods.values()];
  const sorted = [...found.filter(isExact), ...found.filter((one) => !isExact(one))];
  return {
    goods: all.every(({ data }) => data) ? sorted.slice(0, SHOWN) : undefined,
    known: all.every(({ data, isPlaceholderData }) => data && !isPlaceholderData),
    failed: all.some(({ isError }) => isError),
  };
}

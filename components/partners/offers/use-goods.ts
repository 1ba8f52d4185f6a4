'use client';
import { keepPreviousData } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Listing, Product } from '@/components/catalog/products/types';
import { hasAllWords } from '@/components/ui/base/words';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import type { Goods } from './offer-values';

const PRODUCTS = 8;
const SHOWN = 12;

/** What is asked for a text: own products by what they are called, and by an exact SKU; and what is sold on. */
const asking = (entityId: string, search: string) => ({
  named: { entity_id: entityId, search, limit: PRODUCTS },
  bySku: { sku: search, limit: PRODUCTS },
  listed: { search, limit: PRODUCTS },
});

interface Found {
  named: readonly Product[];
  bySku: readonly Product[];
  listed: readonly Listing[];
}

/** The goods of what was found: an exact SKU first, then those that have all words themselves. */
function goodsOf({ named, bySku, listed }: Found, search: string): Goods[] {
  const goods = new Map<string, Goods>();
  for (const one of goodsIn([...named, ...bySku])) goods.set(one.variant_id, one);
  for (const { product_name, variant_name, ...listing } of listed) {
    const { variant_id, sku, unit, step, wholesale_price } = listing;
    goods.set(variant_id, {
      ...{ variant_id, sku, name: `${product_name} ${variant_name}` },
      ...{ unit, step, wholesale_price },
    });
  }
  const rank = ({ name, sku }: Goods) => {
    if (sku.toLowerCase() === search.toLowerCase()) return 0;
    return hasAllWords(`${name} ${sku}`, search) ? 1 : 2;
  };
  return [...goods.values()].sort((one, other) => rank(one) - rank(other)).slice(0, SHOWN);
}

/** What the business sells that a text finds: its own variants, and those that it sells on. `goods` is undefined before the first response. */
export function useGoods(search: string): { goods: Goods[] | undefined; known: boolean; failed: boolean } {
  const { entity } = useViewer();
  const options = { enabled: search !== '', placeholderData: keepPreviousData };
  const asked = asking(entity.id, search);
  const named = trpc.products.list.useQuery(asked.named, options);
  const bySku = trpc.products.list.useQuery(asked.bySku, options);
  const listed = trpc.listings.list.useQuery(asked.listed, options);
  const all = [named, bySku, listed];
  const found =
    named.data && bySku.data && listed.data
      ? { named: named.data.data, bySku: bySku.data.data, listed: listed.data.data }
      : null;
  return {
    goods: found ? goodsOf(found, search) : undefined,
    known: all.every(({ data, isPlaceholderData }) => data && !isPlaceholderData),
    failed: all.some(({ isError }) => isError),
  };
}

/** Products that are added at once. */
const AT_ONCE = 200;

/** Asks for all goods of a category, a brand or a text, active ones alone; of the first 200 products. */
export function useAllGoods(): (
  of: { category: Product['category'] } | { brand: string } | { search: string },
) => Promise<readonly Goods[]> {
  const { entity } = useViewer();
  const utils = trpc.useUtils();
  return useCallback(
    async (of) => {
      const { data } = await utils.products.list.fetch({ entity_id: entity.id, ...of, limit: AT_ONCE });
      return goodsIn(data.filter(({ active }) => active));
    },
    [entity.id, utils],
  );
}

/** Each variant of products. */
const goodsIn = (products: readonly Product[]): Goods[] =>
  products.flatMap((product) =>
    product.variants.map(({ id, name, sku, unit, step, wholesale_price }) => ({
      ...{ variant_id: id, sku, name: `${product.name} ${name}`, unit, step },
      wholesale_price: wholesale_price ?? 0,
    })),
  );

/** Asks for the goods of a text. */
export function useFindGoods(): (search: string) => Promise<readonly Goods[]> {
  const { entity } = useViewer();
  const utils = trpc.useUtils();
  return useCallback(
    async (search) => {
      const asked = asking(entity.id, search);
      const [named, bySku, listed] = await Promise.all([
        utils.products.list.fetch(asked.named),
        utils.products.list.fetch(asked.bySku),
        utils.listings.list.fetch(asked.listed),
      ]);
      return goodsOf({ named: named.data, bySku: bySku.data, listed: listed.data }, search);
    },
    [entity.id, utils],
  );
}

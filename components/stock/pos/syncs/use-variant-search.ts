'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Stepped } from '@/components/ui/format';
import { trpc } from '@/components/ui/providers/trpc';

const EACH = 20;
const PAUSE_MS = 200;
const MAX_SEARCH = 100;

export type VariantChoice = { id: string; name: string; sku: string } & Stepped;

/** Variants whose product's name, or whose SKU in stock, contains a text; each once, those of the catalog first. */
export function useVariantSearch(text: string) {
  const { client } = trpc.useUtils();
  const [asked, setAsked] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const search = asked.trim().slice(0, MAX_SEARCH) || undefined;
  const query = useQuery({
    queryKey: [['products', 'variantSearch'], { search }],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<VariantChoice[]> => {
      const [products, stock] = await Promise.all([
        client.products.list.query({ search, limit: EACH, sort: 'name' }, { signal }),
        client.inventory.list.query({ search, limit: EACH }, { signal }),
      ]);
      const choices = new Map<string, VariantChoice>();
      for (const product of products.data) {
        for (const { id, name, sku, unit, step } of product.variants) {
          choices.set(id, { id, name: `${product.name} · ${name}`, sku, unit, step });
        }
      }
      for (const { variant_id: id, product_name: name, sku, unit, step } of stock.data) {
        if (!choices.has(id)) choices.set(id, { id, name, sku, unit, step });
      }
      return [...choices.values()];
    },
  });
  /** Whether the results are those of the text. */
  const known = asked === text && query.data !== undefined && !query.isPlaceholderData;
  return { query, known };
}

'use client';
import { keepPreviousData } from '@tanstack/react-query';
import { useMemo } from 'react';
import { trpc } from '@/components/ui/providers/trpc';
import type { ListedProduct } from './columns';
import type { Product } from './types';

/** The products of a page with their stock and sales, which are asked for once the page is known. */
export function useFigures(products: readonly Product[] | undefined): ListedProduct[] | undefined {
  const ids = products?.map(({ id }) => id).join(',') ?? '';
  const { data } = trpc.reports.products.useQuery(
    { ids },
    { enabled: ids !== '', placeholderData: keepPreviousData },
  );
  return useMemo(() => {
    const figures = new Map(data?.data.map((one) => [one.product_id, one]));
    return products?.map((product) => ({ ...product, figures: figures.get(product.id) }));
  }, [products, data]);
}

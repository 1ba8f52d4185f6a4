import { parseAsStringLiteral } from 'nuqs/server';
import { defineList } from '@/components/data-table/url-state';
import type { CatalogueQuery } from '@/components/orders/types';

export const CATEGORIES = ['flower', 'concentrates', 'edibles', 'vapes', 'topicals', 'accessories'] as const;
const SORTS = ['product_name', 'brand', 'category', 'wholesale_price'] as const;
export const OFFERS_PER_PAGE = 50;

/** What of a supplier's catalogue lives in the address. */
export const catalogueList = defineList({
  sorts: SORTS,
  defaultSort: 'product_name',
  filters: { category: parseAsStringLiteral(CATEGORIES) },
});

type CatalogueState = Awaited<ReturnType<typeof catalogueList.load>>;

/** The query that an address of the catalogue stands for; the same on the server and in the browser. */
export function catalogueQuery(id: string, { page, q, sort, category }: CatalogueState): CatalogueQuery {
  return {
    id,
    page: Math.min(page, 1_000_000),
    limit: OFFERS_PER_PAGE,
    sort,
    ...(q && { search: q.slice(0, 100) }),
    ...(category && { category }),
  };
}

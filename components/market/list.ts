import { parseAsStringLiteral } from 'nuqs/server';
import { defineList } from '@/components/data-table/list-definition';

export const CATEGORIES = ['flower', 'concentrates', 'edibles', 'vapes', 'topicals', 'accessories'] as const;

/** What one supplier sells. */
export const catalogueList = defineList({
  noun: 'product',
  limit: 50,
  sorts: ['product_name', 'brand', 'category', 'wholesale_price'],
  defaultSort: 'product_name',
  filters: { category: parseAsStringLiteral(CATEGORIES) },
  toRequest: ({ category }, supplierId: string) => ({ id: supplierId, ...(category && { category }) }),
});

/** The suppliers that a retailer is connected with: dozens, so that one page holds them all. */
export const suppliersList = defineList({
  noun: 'supplier',
  limit: 500,
  searchable: false,
  filters: {},
});

import { defineList } from '@/components/ui/data-table/list-definition';

/** The price lists of the business. */
export const priceListsList = defineList({
  noun: 'price list',
  limit: 100,
  searchable: false,
  sorts: ['name', 'created_at'],
  defaultSort: 'name',
  filters: {},
});

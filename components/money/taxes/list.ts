import { defineList } from '@/components/ui/data-table/list-definition';

/** The tax rules of the business, oldest first, as orders list them. */
export const taxRulesList = defineList({
  noun: 'tax rule',
  limit: 20,
  sorts: ['created_at', 'name'],
  defaultSort: 'created_at',
  searchable: false,
  filters: {},
});

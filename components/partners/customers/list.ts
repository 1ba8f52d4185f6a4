import { parseAsStringLiteral } from 'nuqs/server';
import { defineList, parseAsFlag, parseAsId } from '@/components/ui/data-table/list-definition';

const STATUSES = ['unclaimed', 'claimed'] as const;

/** Who buys from the business, on board or not. */
export const customersList = defineList({
  noun: 'customer',
  limit: 50,
  sorts: ['name', 'created_at', 'updated_at'],
  defaultSort: 'name',
  filters: {
    status: parseAsStringLiteral(STATUSES),
    overdue: parseAsFlag,
    representative_id: parseAsId,
    price_list_id: parseAsId,
  },
  tab: 'status',
});

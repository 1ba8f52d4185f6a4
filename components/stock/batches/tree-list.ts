import { defineList, parseAsId } from '@/components/ui/data-table/list-definition';

/** The products of the batches of the business, by name. */
export const batchTreeList = defineList({
  noun: 'product',
  limit: 50,
  filters: { location_id: parseAsId },
});

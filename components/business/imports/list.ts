import { parseAsStringLiteral } from 'nuqs/server';
import { defineList, parseAsId } from '@/components/ui/data-table/list-definition';

/** The lines of an import; its id and its step are in the address, too. */
export const importList = defineList({
  noun: 'line',
  limit: 50,
  searchable: false,
  filters: {
    import: parseAsId,
    step: parseAsStringLiteral(['columns', 'preview']),
    lines: parseAsStringLiteral(['problems']),
  },
  toRequest: ({ lines }, id: string) => ({ id, ...(lines && { problem: true }) }),
});

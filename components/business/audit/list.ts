import { createParser, parseAsStringLiteral } from 'nuqs/server';
import { defineList, parseAsDate, parseAsId } from '@/components/ui/data-table/list-definition';

const parseAsAction = createParser({
  parse: (text) => (/^[a-z_]{1,40}(\.[a-z_]{1,40})?$/.test(text) ? text : null),
  serialize: String,
});

/** The audit log, newest first. `object_type` and `object_id` have no control: links set them. */
export const auditList = defineList({
  noun: 'change',
  limit: 50,
  searchable: false,
  filters: {
    actor_id: parseAsId,
    action: parseAsAction,
    object_type: parseAsStringLiteral(['order', 'product', 'webhook', 'inventory_item', 'location', 'user']),
    object_id: parseAsId,
    start_date: parseAsDate,
    end_date: parseAsDate,
  },
  toRequest: (filters) => {
    const { start_date: from, end_date: to } = filters;
    const request = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== null)) as {
      [Key in keyof typeof filters]?: NonNullable<(typeof filters)[Key]>;
    };
    // An address typed by hand may turn them around, which the server rejects.
    if (from && to && from > to) return { ...request, start_date: to, end_date: from };
    return request;
  },
});

import { parseAsStringLiteral } from 'nuqs/server';
import { defineList, parseAsFlag } from '@/components/ui/data-table/list-definition';

/** A business has at most this many endpoints, so one page holds them all. */
export const MOST_ENDPOINTS = 10;

/** The endpoints of the business; the filter is named as in the API. */
export const endpointsList = defineList({
  noun: 'endpoint',
  limit: MOST_ENDPOINTS,
  sorts: ['created_at', 'url'],
  defaultSort: 'created_at',
  searchable: false,
  // The newest deliveries of an endpoint say whether it fails: the page drops the others.
  filters: { active: parseAsStringLiteral(['true', 'false']), failing: parseAsFlag },
  queues: { failing: [true] },
  toRequest: ({ active }) => ({ ...(active && { active: active === 'true' }) }),
});

/** The request for every endpoint. */
export const ALL_ENDPOINTS = endpointsList.request({
  page: 1,
  q: '',
  sort: 'created_at',
  active: null,
  failing: null,
  columns: null,
  density: null,
});

import { parseAsStringLiteral } from 'nuqs/server';
import { defineList } from '@/components/data-table/url-state';
import type { EndpointsQuery } from './types';

/** A business has at most so many endpoints (decision 68), so one page holds them all. */
export const MOST_ENDPOINTS = 10;

/** What of the list of endpoints lives in the address; the filter bears the API's name. */
export const endpointsList = defineList({
  sorts: ['created_at', 'url'],
  defaultSort: 'created_at',
  filters: { active: parseAsStringLiteral(['true', 'false']) },
});

type State = Awaited<ReturnType<typeof endpointsList.load>>;

/** The question to the server that an address stands for. */
export function endpointsQuery({ sort, active }: State): EndpointsQuery {
  return { limit: MOST_ENDPOINTS, sort, ...(active && { active: active === 'true' }) };
}

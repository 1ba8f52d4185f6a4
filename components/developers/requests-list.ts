import { parseAsBoolean, parseAsStringLiteral } from 'nuqs/server';
import { defineList } from '@/components/data-table/url-state';
import type { RequestsQuery } from './types';

export const METHODS = ['GET', 'POST', 'PATCH', 'DELETE'] as const;
const REQUESTS_PER_PAGE = 25;
const MOST_PAGES = 1_000_000;

/** What of the request log lives in the address; it knows one order, newest first. */
export const requestsList = defineList({
  sorts: ['created_at'],
  defaultSort: '-created_at',
  filters: { failed: parseAsBoolean, method: parseAsStringLiteral(METHODS) },
});

type State = Awaited<ReturnType<typeof requestsList.load>>;

/** The question to the server that an address stands for; the same on the server and in the browser. */
export function requestsQuery({ page, failed, method }: State): RequestsQuery {
  return {
    page: Math.min(page, MOST_PAGES),
    limit: REQUESTS_PER_PAGE,
    ...(failed && { failed: true }),
    ...(method && { method }),
  };
}

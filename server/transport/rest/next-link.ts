import type { ServerResponse } from 'node:http';

interface Pagination {
  page: number;
  has_more: boolean;
  next_cursor?: string | null;
}

/**
 * Sets `Link` with `rel="next"` (RFC 8288) on the response of a list that goes on: the request's own address with the
 * next page, or the next cursor where no page was asked for.
 * @param address absolute, as the caller wrote it, without its query
 */
export function setNextLink(res: ServerResponse, address: string, query: string, result: unknown): void {
  const { page, has_more, next_cursor } = (result as { pagination: Pagination }).pagination;
  if (!has_more) return;
  const next = new URL(address);
  const params = new URLSearchParams(query);
  if (next_cursor && !params.get('page')) {
    params.delete('page');
    params.set('cursor', next_cursor);
  } else {
    params.delete('cursor');
    params.set('page', String(page + 1));
  }
  next.search = params.toString();
  res.setHeader('Link', `<${next.href}>; rel="next"`);
}

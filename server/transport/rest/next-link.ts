import type { ServerResponse } from 'node:http';

interface Pagination {
  page: number;
  has_more: boolean;
  next_cursor?: string | null;
}

/**
 * Sets `Link` with `rel="next"` (RFC 8288) when a list continues: the request's own URL with the next page, or with the
 * next cursor when no page was requested.
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

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The name under which views of a page's list are saved: `settings_audit` of `/settings/audit`. */
export function listNameOf(pathname: string): string {
  const segments = pathname.split('/').filter(Boolean);
  return segments.map((segment) => (UUID.test(segment) ? 'id' : segment)).join('_');
}

/** What a view keeps of an address: search, filters and sort, not the page. */
export function viewQueryOf(search: string): string {
  const params = new URLSearchParams(search);
  params.delete('page');
  params.sort();
  return params.toString();
}

export function viewHref(pathname: string, query: string): string {
  return query ? `${pathname}?${query}` : pathname;
}

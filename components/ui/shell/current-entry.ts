/** Whether an entry contains the current page. */
export function isCurrent(href: string, pathname: string): boolean {
  return href === '/' ? pathname === '/' : pathname === href || pathname.startsWith(`${href}/`);
}

/** The entry of the current page: the innermost one that contains it, so `/settings/api` isn't in Settings too. */
export function currentEntry(entries: readonly { href: string }[], pathname: string): string | undefined {
  const containing = entries.map(({ href }) => href).filter((href) => isCurrent(href, pathname));
  return containing.sort((a, b) => b.length - a.length)[0];
}

/** The pages that share an entry of the sidebar with a page, the entry's own first; none for a page without tabs. */
export function familyOf<E extends { href: string; under?: string }>(pages: readonly E[], href: string): E[] {
  const first = pages.find((entry) => entry.href === href)?.under ?? href;
  const family = pages.filter((entry) => entry.href === first || entry.under === first);
  return family.length > 1 ? family : [];
}

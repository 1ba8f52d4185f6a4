/** Whether an entry contains the current page. */
export function isCurrent(href: string, pathname: string): boolean {
  return href === '/' ? pathname === '/' : pathname === href || pathname.startsWith(`${href}/`);
}

/** The entry of the current page: the innermost one that contains it, so `/settings/api` isn't in Settings too. */
export function currentEntry(entries: readonly { href: string }[], pathname: string): string | undefined {
  const containing = entries.map(({ href }) => href).filter((href) => isCurrent(href, pathname));
  return containing.sort((a, b) => b.length - a.length)[0];
}

/** What `next/navigation` says in component tests. A file sets what it needs; each begins with these. */
const BEGINNING = {
  pathname: '/',
  push: (_href: string): void => {},
  prefetch: (_href: string): void => {},
  refresh: (): void => {},
};
export const navigation = { ...BEGINNING };

export const resetNavigation = (): void => {
  Object.assign(navigation, BEGINNING);
};

const router = {
  push: (href: string) => navigation.push(href),
  prefetch: (href: string) => navigation.prefetch(href),
  refresh: () => navigation.refresh(),
};

/** In place of the module: Next's own hooks need its router around the page. */
export const nextNavigation = {
  usePathname: () => navigation.pathname,
  useRouter: () => router,
  useSearchParams: () => new URLSearchParams(),
};

const SELF = 'http://self.invalid';

/**
 * Where a visitor goes after signing in: the address that was asked for if it is one of ours, else the overview. It is
 * parsed as a browser would, because "/\evil", "/<tab>/evil" and "/.//evil" all lead elsewhere.
 */
export function ownPath(next: string | string[] | undefined): string {
  if (typeof next !== 'string' || !next.startsWith('/') || !URL.canParse(next, SELF)) return '/';
  const { origin, pathname, search, hash } = new URL(next, SELF);
  if (origin !== SELF || pathname.startsWith('//') || /^\/sign-in(\/|$)/.test(pathname)) return '/';
  return pathname + search + hash;
}

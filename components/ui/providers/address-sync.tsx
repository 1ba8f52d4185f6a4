'use client';
import { usePathname, useRouter, useSearchParams } from 'next/navigation';
import { useEffect, useRef } from 'react';

/** By then a step through the history has shown its page, unless it was lost. */
const SETTLED_MS = 500;

/**
 * Shows what the address says. Next loses a step through the history that falls into the start of a page or into the
 * step before: the address is right then, and the page is another one's.
 */
export function AddressSync() {
  const router = useRouter();
  const pathname = usePathname();
  const search = useSearchParams().toString();
  const shown = useRef({ pathname, search });
  useEffect(() => {
    shown.current = { pathname, search };
  }, [pathname, search]);
  useEffect(() => {
    let timer = 0;
    const check = () => {
      const address = new URLSearchParams(window.location.search).toString();
      // Another path is another page, which may take its time.
      if (window.location.pathname !== shown.current.pathname || address === shown.current.search) return;
      router.replace(window.location.pathname + window.location.search, { scroll: false });
    };
    const later = () => {
      window.clearTimeout(timer);
      timer = window.setTimeout(check, SETTLED_MS);
    };
    later();
    window.addEventListener('popstate', later);
    return () => {
      window.clearTimeout(timer);
      window.removeEventListener('popstate', later);
    };
  }, [router]);
  return null;
}

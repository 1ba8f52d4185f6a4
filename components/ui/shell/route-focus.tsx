'use client';
import { usePathname } from 'next/navigation';
import { useEffect, useRef } from 'react';

const PATIENCE_MS = 3000;

/**
 * After a route change the focus moves to the new page's H1, also when that streams in late, or to the field that the
 * page is there for (decision 330). An address that names a form leads to where one writes in it.
 */
export function RouteFocus() {
  const pathname = usePathname();
  const last = useRef(pathname);
  useEffect(() => {
    // The first page keeps the browser's own start.
    if (last.current === pathname) return;
    last.current = pathname;
    const focus = () => {
      const named = document.getElementById(location.hash.slice(1));
      const asked = named?.querySelector<HTMLElement>('textarea');
      if (asked) {
        // It may stand below what is in view.
        asked.focus();
        return true;
      }
      const start =
        document.querySelector<HTMLElement>('main [data-route-focus]') ??
        document.querySelector<HTMLElement>('main h1[tabindex="-1"]');
      start?.focus({ preventScroll: true });
      return start !== null;
    };
    if (focus()) return;
    const observer = new MutationObserver(() => {
      if (focus()) observer.disconnect();
    });
    observer.observe(document.body, { childList: true, subtree: true });
    const timer = setTimeout(() => observer.disconnect(), PATIENCE_MS);
    return () => {
      observer.disconnect();
      clearTimeout(timer);
    };
  }, [pathname]);
  return null;
}

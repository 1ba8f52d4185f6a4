'use client';
import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { needsLoad } from '@/components/ui/scanner/scan-page';

const SOFT = 'a[data-row-link], a[data-soft]';
/** How a pointer, a finger or the focus reaches a link. */
const SIGNS_OF_INTEREST = ['pointerover', 'touchstart', 'focusin'] as const;

const linkOf = ({ target }: Event) =>
  target instanceof Element ? target.closest<HTMLAnchorElement>(SOFT) : null;

/** True where the browser opens a link in its own way: in a new tab, or because a guard asks first. */
function isBrowsers(event: MouseEvent, link: HTMLAnchorElement): boolean {
  const { metaKey, ctrlKey, shiftKey, altKey, button } = event;
  return (
    event.defaultPrevented || button !== 0 || metaKey || ctrlKey || shiftKey || altKey || link.target !== ''
  );
}

/**
 * Follows plain links of lists without loading the document, and fetches their pages when something nears them: a component
 * for each of a hundred links was a twentieth of a list's rendering.
 */
export function useSoftLinks(): void {
  const router = useRouter();
  useEffect(() => {
    const asked = new WeakSet<HTMLAnchorElement>();
    const pageOf = ({ pathname, search, hash }: HTMLAnchorElement) => pathname + search + hash;
    const approach = (event: Event) => {
      const link = linkOf(event);
      if (!link || asked.has(link)) return;
      asked.add(link);
      router.prefetch(pageOf(link));
    };
    const follow = (event: MouseEvent) => {
      const link = linkOf(event);
      if (!link || isBrowsers(event, link)) return;
      event.preventDefault();
      router.push(pageOf(link));
    };
    // Any link, before the router sees it.
    const load = (event: MouseEvent) => {
      const link =
        event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
      if (!link || isBrowsers(event, link) || !needsLoad(link)) return;
      event.preventDefault();
      event.stopPropagation();
      location.assign(link.href);
    };
    for (const sign of SIGNS_OF_INTEREST) document.addEventListener(sign, approach, { passive: true });
    document.addEventListener('click', load, { capture: true });
    document.addEventListener('click', follow);
    return () => {
      document.removeEventListener('click', load, { capture: true });
      for (const sign of SIGNS_OF_INTEREST) document.removeEventListener(sign, approach);
      document.removeEventListener('click', follow);
    };
  }, [router]);
}

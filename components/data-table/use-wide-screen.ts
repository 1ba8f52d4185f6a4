'use client';
import { useSyncExternalStore } from 'react';

const QUERY = '(min-width: 48rem)';

function subscribe(notify: () => void): () => void {
  const media = window.matchMedia(QUERY);
  media.addEventListener('change', notify);
  return () => media.removeEventListener('change', notify);
}

/**
 * Whether there is room for a table (768 px). Null on the server, which sends table and cards and lets CSS hide
 * one; the browser then keeps only the one it shows, so nothing is there twice.
 */
export function useWideScreen(): boolean | null {
  return useSyncExternalStore<boolean | null>(
    subscribe,
    () => window.matchMedia(QUERY).matches,
    () => null,
  );
}

'use client';
import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False until the page has come alive: what is typed into a form before is lost, and sending it is the browser's own doing. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

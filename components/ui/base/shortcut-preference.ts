'use client';
import { useSyncExternalStore } from 'react';

const KEY = 'shortcuts';
const CHANGED = 'shortcuts-changed';

function subscribe(notify: () => void): () => void {
  window.addEventListener(CHANGED, notify);
  window.addEventListener('storage', notify);
  return () => {
    window.removeEventListener(CHANGED, notify);
    window.removeEventListener('storage', notify);
  };
}

/** Whether single-key shortcuts are on in this browser (WCAG 2.1.4 wants a way to turn them off). */
export function useShortcutPreference(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => localStorage.getItem(KEY) !== 'off',
    () => true,
  );
}

/** Turns single-key shortcuts on or off in this browser. */
export function setShortcutPreference(on: boolean): void {
  if (on) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, 'off');
  window.dispatchEvent(new Event(CHANGED));
}

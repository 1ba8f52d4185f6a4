'use client';
import { createContext, type ReactNode, use, useSyncExternalStore } from 'react';

const QUERY = '(min-width: 48rem)';

const PhoneContext = createContext(false);

/** Tells the first render of every list what the request says of the device. */
export function DeviceHint({ phone, children }: { phone: boolean; children: ReactNode }) {
  return <PhoneContext value={phone}>{children}</PhoneContext>;
}

function subscribe(notify: () => void): () => void {
  const media = window.matchMedia(QUERY);
  media.addEventListener('change', notify);
  return () => media.removeEventListener('change', notify);
}

/**
 * Whether there is room for a table (768 px). The server goes by the device, so that a page has each row once; a narrow
 * window on a desktop gets its cards from the browser.
 */
export function useWideScreen(): boolean {
  const phone = use(PhoneContext);
  return useSyncExternalStore<boolean>(
    subscribe,
    () => window.matchMedia(QUERY).matches,
    () => !phone,
  );
}

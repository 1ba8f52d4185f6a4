'use client';
import { lazy, Suspense } from 'react';
import type { ResaleAct } from './resale-buttons';

const ListingDialog = lazy(() => import('./listing-dialog').then((m) => ({ default: m.ListingDialog })));
const UnlistDialog = lazy(() => import('./unlist-dialog').then((m) => ({ default: m.UnlistDialog })));

/** The dialog of an act on a listing, fetched with its first use. */
export function ResaleDialogs({ current, onClose }: { current: ResaleAct | null; onClose: () => void }) {
  return (
    <Suspense>
      {current?.act === 'edit' && <ListingDialog resale={current.resale} onClose={onClose} />}
      {current?.act === 'remove' && <UnlistDialog resale={current.resale} onClose={onClose} />}
    </Suspense>
  );
}

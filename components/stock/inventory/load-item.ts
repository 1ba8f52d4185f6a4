import { cache } from 'react';
import { unlessAbsent } from '@/components/ui/pages/absent';
import { requireViewer } from '@/components/ui/pages/runtime';

/** The item of this address, asked once for the page and its title; null when there is none to see. */
export const loadItem = cache(async (id: string) => {
  const { caller } = await requireViewer(`/inventory/${encodeURIComponent(id)}`);
  return unlessAbsent(caller.inventory.get({ id }));
});

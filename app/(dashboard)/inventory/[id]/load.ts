import { notFound } from 'next/navigation';
import { cache } from 'react';
import { unlessAbsent } from '@/app/absent';
import { requireViewer } from '@/app/runtime';

/** The item of this address, asked once for the page and its title; the 404 page when there is none to see. */
export const loadItem = cache(async (id: string) => {
  const { caller } = await requireViewer(`/inventory/${encodeURIComponent(id)}`);
  return (await unlessAbsent(caller.inventory.get({ id }))) ?? notFound();
});

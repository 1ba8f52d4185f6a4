import { notFound } from 'next/navigation';
import { cache } from 'react';
import { requireViewer } from '@/app/runtime';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The item of this address, asked once for the page and its title; the 404 page when there is none to see. */
export const loadItem = cache(async (id: string) => {
  const { caller } = await requireViewer(`/inventory/${encodeURIComponent(id)}`);
  if (!UUID.test(id)) notFound();
  try {
    return await caller.inventory.get({ id });
  } catch (error) {
    // The process and the pages are two bundles, so the class of the error is not ours to compare.
    if (error instanceof Error && 'code' in error && error.code === 'NOT_FOUND') notFound();
    throw error;
  }
});

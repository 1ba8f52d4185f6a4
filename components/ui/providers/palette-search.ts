'use client';
import { useCallback } from 'react';
import type { PaletteSearch } from '@/components/ui/shell/palette-types';
import { LONGEST, MOST_WORDS } from '@/server/features/search/bounds.schema';
import type { SearchKind } from '@/server/features/search/schema';
import { trpc } from './trpc';

/** The heading that results of a kind are listed under. */
const GROUPS: Readonly<Record<SearchKind, string>> = {
  customer: 'Customers',
  supplier: 'Suppliers',
  order: 'Orders',
  product: 'Products',
  variant: 'Variants',
  batch: 'Batches',
  lot: 'Packages',
  invoice: 'Invoices',
  payment: 'Payments',
  credit_note: 'Credit notes',
  price_list: 'Price lists',
  recall: 'Recalls',
  transfer: 'Transfers',
  count: 'Counts',
  goods_receipt: 'Goods received',
  member: 'Members',
  draft: 'Drafts and quotes',
};

/** States that say nothing of most objects of their kind. */
const USUAL = ['active', 'claimed', 'connected', 'passed', 'recorded', 'settled'];

/** A state in a word, spelled as badges spell it. */
function wordOf(status: string): string {
  const word = status.replace(/elled$/, 'eled').replaceAll('_', ' ');
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** What the server looks for of a text: so many characters and words. */
const askedOf = (query: string) =>
  query.trim().split(/\s+/).slice(0, MOST_WORDS).join(' ').slice(0, LONGEST).trim();

/** Finds everything that a member may read, by words, whole numbers and states (decision 949). */
export function usePaletteSearch(): PaletteSearch {
  const { client } = trpc.useUtils();
  return useCallback(
    async (query, signal) => {
      const { data, more } = await client.search.all.query({ q: askedOf(query) }, { signal });
      return data.map(({ kind, id, title, subtitle, status, match, path }) => ({
        id: `${kind} ${id}`,
        label: title,
        detail: subtitle ?? undefined,
        status: status === null || USUAL.includes(status) ? undefined : wordOf(status),
        isClose: match === 'close',
        href: path,
        group: GROUPS[kind],
        hasMore: more.includes(kind),
      }));
    },
    [client],
  );
}

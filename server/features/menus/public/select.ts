// Other features import this file.
import type { Item, Shelf } from './shelf';

/** What of a menu's goods a view asks for. */
export interface Wanted {
  category?: string | undefined;
  brand?: string | undefined;
  search?: string | undefined;
}

const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}|['’‘ʼ]/gu, '')
    .toLowerCase();
/** Hyphens, spaces and none are alike, as in every search (decision 924). */
const joined = (text: string) => plain(text).replace(/[\s\-‐‑–]+/g, '');

/** The goods that match, in the order of the menu. */
export function selectItems({ items }: Pick<Shelf, 'items'>, { category, brand, search }: Wanted): Item[] {
  const words = (search ?? '')
    .trim()
    .split(/\s+/)
    .map(joined)
    .filter((word) => word !== '');
  if (search !== undefined && words.length === 0) return [];
  return items.filter((item) => {
    if (category !== undefined && item.category !== category) return false;
    if (brand !== undefined && item.brand !== brand) return false;
    if (words.length === 0) return true;
    const text = joined(
      [item.product_name, item.variant_name, item.brand ?? '', item.category, item.subcategory ?? ''].join(
        '\n',
      ),
    );
    return words.every((word) => text.includes(word));
  });
}

import type { CartLine } from '@/components/cart/cart';
import type { Offer } from '@/components/orders/types';

/** A line of an order that a seller enters. */
export type EntryLine = CartLine &
  Pick<Offer, 'image'> & {
    /** Null of what is no longer sold. */
    category: Offer['category'] | null;
    /** What the customer last paid for one; null without an order of it. */
    last_price: number | null;
  };

/** Units of one line that an order takes. */
export const MOST_UNITS = 1_000_000;

/**
 * What is looked for and how many of it: `BD-3.5 x6` is six of BD-3.5. Without an amount at its end a text is looked for
 * as a whole.
 */
export function splitAmount(text: string): { search: string; amount: number | null } {
  const typed = text.trim();
  const found = /\s[x×*] ?([1-9]\d{0,6})$/i.exec(typed);
  if (!found) return { search: text, amount: null };
  return { search: typed.slice(0, found.index), amount: Math.min(Number(found[1]), MOST_UNITS) };
}

/** A line of so many of an offer. */
export function lineOf(offer: Offer, quantity: number): EntryLine {
  const { product_id, variant_id, product_name, variant_name, sku, wholesale_price } = offer;
  const { category, image, last_price, unit, step } = offer;
  return {
    ...{ product_id, variant_id, product_name, variant_name, sku, category, image, last_price, quantity },
    unit_price: wholesale_price,
    ...(step !== null && { unit, step }),
  };
}

/** The lines with more of an item: on the line that has it already, else on a new one at the end. */
export function withMore(lines: readonly EntryLine[], added: EntryLine): EntryLine[] {
  const isOf = ({ variant_id }: EntryLine) => variant_id === added.variant_id;
  if (!lines.some(isOf)) return [...lines, added];
  return lines.map((line) =>
    isOf(line) ? { ...line, quantity: Math.min(line.quantity + added.quantity, MOST_UNITS) } : line,
  );
}

/** Offers as a search lists them: the one whose SKU was typed first. */
export function byMatch(offers: readonly Offer[], text: string): Offer[] {
  const typed = text.trim().toLowerCase();
  const isTyped = ({ sku }: Offer) => sku.toLowerCase() === typed;
  return [...offers.filter(isTyped), ...offers.filter((offer) => !isTyped(offer))];
}

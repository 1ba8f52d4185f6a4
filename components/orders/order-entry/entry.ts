import { stepsIn } from '@/components/catalog/goods/amount-input';
import {
  type CartLine,
  lineOf as cartLineOf,
  type LineTerms,
  lineKey,
  withQuantity,
} from '@/components/orders/cart/cart';
import type { Offer } from '@/components/orders/types';

/** A line of an order that a seller enters. */
export type EntryLine = CartLine &
  LineTerms &
  Pick<Offer, 'image'> & {
    /** Null of what is no longer sold. */
    category: Offer['category'] | null;
    /** What the customer last paid for one; null without an order of it. */
    last_price: number | null;
  };

/** Units of one line that an order takes. */
export const MOST_UNITS = 1_000_000;

/**
 * What is looked for and how much of it: `BD-3.5 x6` is six of BD-3.5, `BULK x12.34` is 12.34 of what its unit is. Without an
 * amount at its end a text is looked for as a whole.
 */
export function splitAmount(text: string): { search: string; amount: number | null } {
  const typed = text.trim();
  const found = /\s[x×*] ?(\d{1,7}(?:\.\d{0,4})?)$/i.exec(typed);
  const amount = Math.min(Number(found?.[1]), MOST_UNITS);
  return found && amount > 0
    ? { search: typed.slice(0, found.index), amount }
    : { search: text, amount: null };
}

/** Rows that may be pasted at once. */
const MOST_ROWS = 200;

/**
 * The lines of a text that has several: rows of a sheet (SKU, amount), or `BD-3.5 x6, GG-1 x2` as it was typed. Empty for
 * one line, and where a typed part has no amount: names have commas, too.
 */
export function rowsOf(text: string): string[] {
  const rows = text.split(/\r?\n/).filter((row) => row.trim() !== '');
  if (rows.length > 1) return rows.slice(0, MOST_ROWS).map(rowText);
  const parts = text.split(/[,;]/).map((part) => part.trim());
  return parts.length > 1 && parts.every((part) => splitAmount(part).amount !== null)
    ? parts.slice(0, MOST_ROWS)
    : [];
}

/** A row of a sheet as it would be typed; what follows the amount is left out. */
function rowText(row: string): string {
  const [goods = '', amount = ''] = row.split('\t').map((cell) => cell.trim());
  return /^\d{1,7}(?:\.\d{0,4})?$/.test(amount) ? `${goods} x${amount}` : goods;
}

/** Steps of an offer in an amount; a fraction between two steps, which can't be ordered. */
export const stepsOfOffer = ({ step }: Pick<Offer, 'step'>, amount: number): number =>
  stepsIn(amount, step ?? 1);

/** A line of so many steps of an offer, at the price that they reach in the customer's ladder. */
export function lineOf(offer: Offer, quantity: number): EntryLine {
  const { category, image, last_price } = offer;
  return { ...cartLineOf(offer, quantity), category, image, last_price };
}

/** The lines with more of an item: on the line that has it already, else on a new one at the end. */
export function withMore(lines: readonly EntryLine[], added: EntryLine): EntryLine[] {
  const isOf = (line: EntryLine) => lineKey(line) === lineKey(added);
  if (!lines.some(isOf)) return [...lines, added];
  return lines.map((line) =>
    isOf(line)
      ? { ...line, ...withQuantity(line, Math.min(line.quantity + added.quantity, MOST_UNITS)) }
      : line,
  );
}

/** Offers as a search lists them: the one whose SKU was typed first. */
export function byMatch(offers: readonly Offer[], text: string): Offer[] {
  const typed = text.trim().toLowerCase();
  const isTyped = ({ sku }: Offer) => sku.toLowerCase() === typed;
  return [...offers.filter(isTyped), ...offers.filter((offer) => !isTyped(offer))];
}

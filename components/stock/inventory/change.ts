import { entryOf, stepsTyped } from '@/components/catalog/goods/amounts';
import { formatAmount, formatAmountChange, type Stepped } from '@/components/ui/format';
import type { StockItem } from './types';

/** The most that a row may hold. */
const MAX_QUANTITY = 2_000_000_000;

/** What was typed, in steps: by how much, or to what. */
export type ChangeDraft = { kind: 'by' | 'to'; amount: number };

/** Reads "-3", "+12" or "=40", with thousands separators and any minus sign, and "+0.5" of goods by weight; null for anything else. */
export function parseChange(text: string, goods: Stepped): ChangeDraft | null {
  const match = /^([-−–+=])(.+)$/.exec(text.replaceAll(/[\s,]/g, ''));
  const amount = stepsTyped(match?.[2] ?? '', goods);
  if (!match || amount === null) return null;
  const [, sign] = match;
  if (sign === '=') return { kind: 'to', amount };
  return { kind: 'by', amount: sign === '+' ? amount : -amount };
}

/** What a field of changes says while it is empty. */
export const changeHint = ({ step }: Stepped) => (step ? '−0.5, +12.5 or =40' : '−3, +12 or =40');

/** The signed change that a draft means for a quantity. */
export function changeOf(draft: ChangeDraft, quantity: number): number {
  return draft.kind === 'to' ? draft.amount - quantity : draft.amount;
}

/** Why a text cannot be saved as a change, in words for its field; null when it can. */
export function changeProblem(text: string, quantity: number, goods: Stepped): string | null {
  if (text.trim() === '') return `Enter a change: ${changeHint(goods)}.`;
  const draft = parseChange(text, goods);
  if (!draft) {
    return stepsTyped(text, goods) === null
      ? `${entryOf(goods)} after −, + or =.`
      : `Add a sign: −${text.trim()}, +${text.trim()}, or =${text.trim()} to set it.`;
  }
  const change = changeOf(draft, quantity);
  if (change === 0) return `No change: the quantity is ${formatAmount(quantity, goods)} already.`;
  if (quantity + change > MAX_QUANTITY) return `A room holds at most ${formatAmount(MAX_QUANTITY, goods)}.`;
  return null;
}

/** The problem of a change, as far as this page knows; null without one. The server decides. */
export function shortfall(
  item: Pick<StockItem, 'reserved_quantity'> & Stepped,
  quantity: number,
  change: number,
): string | null {
  if (change >= 0 || quantity + change >= item.reserved_quantity) return null;
  return shortfallMessage(quantity, item.reserved_quantity, item);
}

/** Says what holds the stock back, and how much could go. */
export function shortfallMessage(quantity: number, reserved: number, goods: Stepped): string {
  const shown = (count: number) => formatAmount(count, goods);
  if (reserved === 0) return `Only ${shown(quantity)} on hand. Enter a smaller amount.`;
  const free = quantity - reserved;
  const are = reserved === 1 && !goods.step ? 'is' : 'are';
  return free > 0
    ? `${shown(reserved)} ${are} reserved for orders. Remove at most ${shown(free)}.`
    : `${shown(reserved)} ${are} reserved for orders. None can be removed.`;
}

/** "40 → 37 (−3)". */
export function describeChange(quantity: number, change: number, goods: Stepped): string {
  return `${formatAmount(quantity, goods)} → ${formatAmount(quantity + change, goods)} (${formatAmountChange(change, goods)})`;
}

import { formatChange, formatNumber } from '@/components/format';
import type { StockItem } from './types';

/** The most that a row may hold. */
const MAX_QUANTITY = 2_000_000_000;

/** What was typed: by how much, or to what. */
export type ChangeDraft = { kind: 'by' | 'to'; amount: number };

/** Reads "-3", "+12" or "=40", with thousands separators and any minus sign; null for anything else. */
export function parseChange(text: string): ChangeDraft | null {
  const match = /^([-−–+=])(\d{1,10})$/.exec(text.replaceAll(/[\s,]/g, ''));
  if (!match) return null;
  const [, sign, digits] = match;
  const amount = Number(digits);
  if (sign === '=') return { kind: 'to', amount };
  return { kind: 'by', amount: sign === '+' ? amount : -amount };
}

/** The signed change that a draft means for a quantity. */
export function changeOf(draft: ChangeDraft, quantity: number): number {
  return draft.kind === 'to' ? draft.amount - quantity : draft.amount;
}

/** Why a text cannot be saved as a change, in words for its field; null when it can. */
export function changeProblem(text: string, quantity: number): string | null {
  if (text.trim() === '') return 'Enter a change: −3, +12 or =40.';
  const draft = parseChange(text);
  if (!draft) {
    return /^\s*[\d,]+\s*$/.test(text)
      ? `Add a sign: −${text.trim()}, +${text.trim()}, or =${text.trim()} to set it.`
      : 'Enter a whole number after −, + or =.';
  }
  const change = changeOf(draft, quantity);
  if (change === 0) return `No change: the quantity is ${formatNumber(quantity)} already.`;
  if (quantity + change > MAX_QUANTITY) return `A room holds at most ${formatNumber(MAX_QUANTITY)}.`;
  return null;
}

/** The problem of a change, as far as this page knows; null without one. The server decides. */
export function shortfall(
  item: Pick<StockItem, 'reserved_quantity'>,
  quantity: number,
  change: number,
): string | null {
  if (change >= 0 || quantity + change >= item.reserved_quantity) return null;
  return shortfallMessage(quantity, item.reserved_quantity);
}

/** Says what holds the stock back, and how much could go. */
export function shortfallMessage(quantity: number, reserved: number): string {
  if (reserved === 0) return `Only ${formatNumber(quantity)} on hand. Enter a smaller amount.`;
  const free = quantity - reserved;
  const are = reserved === 1 ? 'is' : 'are';
  return free > 0
    ? `${formatNumber(reserved)} ${are} reserved for orders. Remove at most ${formatNumber(free)}.`
    : `${formatNumber(reserved)} ${are} reserved for orders. None can be removed.`;
}

/** "40 → 37 (−3)". */
export function describeChange(quantity: number, change: number): string {
  return `${formatNumber(quantity)} → ${formatNumber(quantity + change)} (${formatChange(change)})`;
}

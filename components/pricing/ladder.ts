import { formatMoney, formatNumber } from '@/components/format';
import type { Offer } from '@/components/orders/types';

/** Prices by amount, beginning with the least. */
export type Ladder = Offer['price_ladder'];

/** What one unit costs of so many; null without a ladder. */
export function priceAt(ladder: Ladder | undefined, quantity: number): number | null {
  return (ladder?.findLast(({ min_amount }) => min_amount <= quantity) ?? ladder?.[0])?.unit_price ?? null;
}

/** How many more, in whole cases, make one unit cheaper, and what it costs then; null where none do. */
export function nextBreak(ladder: Ladder | undefined, quantity: number, caseSize = 1) {
  const now = priceAt(ladder, quantity);
  const next = ladder?.find((one) => one.min_amount > quantity && now !== null && one.unit_price < now);
  if (!next) return null;
  const wanted = Math.ceil(next.min_amount / caseSize) * caseSize;
  return { missing: wanted - quantity, price: priceAt(ladder, wanted) ?? next.unit_price };
}

/** "2 more for $18.00" of what is in the cart; before that "10+ for $18.00". Null where more isn't cheaper. */
export function breakText(ladder: Ladder | undefined, quantity: number, caseSize = 1): string | null {
  const next = nextBreak(ladder, quantity > 0 ? quantity : caseSize, caseSize);
  if (!next) return null;
  const price = formatMoney(next.price);
  if (quantity > 0) return `${formatNumber(next.missing)} more for ${price}`;
  return `${formatNumber(caseSize + next.missing)}+ for ${price}`;
}

/** All lower prices of a ladder: "10+ for $18.00, 50+ for $15.50". */
export function breaksText(ladder: Ladder, caseSize = 1): string {
  const [least = 0] = [priceAt(ladder, caseSize)];
  return ladder
    .filter(({ min_amount, unit_price }) => min_amount > caseSize && unit_price !== least)
    .map(({ min_amount, unit_price }) => `${formatNumber(min_amount)}+ for ${formatMoney(unit_price)}`)
    .join(', ');
}

/** "in cases of 12"; null where it is sold one by one. */
export const caseText = (caseSize: number | undefined): string | null =>
  caseSize && caseSize > 1 ? `in cases of ${formatNumber(caseSize)}` : null;

/** Up to whole cases. */
export const inCases = (quantity: number, caseSize = 1): number => Math.ceil(quantity / caseSize) * caseSize;

import type { Offer } from '@/components/orders/types';
import { formatAmount, formatMoney, type Stepped } from '@/components/ui/format';

/** Prices by amount, beginning with the least. */
export type Ladder = Offer['price_ladder'];

/** How goods are sold: quantities and cases are steps, and ladders have amounts. */
export type Sold = Stepped & { case_size?: number };

/** In steps, which compare exactly. */
const startOf = ({ min_amount }: Ladder[number], { step }: Sold) => Math.round(min_amount / (step ?? 1));

/** What one unit costs of so many steps; null without a ladder. */
export function priceAt(ladder: Ladder | undefined, quantity: number, sold: Sold = {}): number | null {
  return (ladder?.findLast((one) => startOf(one, sold) <= quantity) ?? ladder?.[0])?.unit_price ?? null;
}

/** How many more steps, in whole cases, make one unit cheaper, and what it costs then; null where none do. */
export function nextBreak(ladder: Ladder | undefined, quantity: number, sold: Sold = {}) {
  const now = priceAt(ladder, quantity, sold);
  const next = ladder?.find((one) => startOf(one, sold) > quantity && now !== null && one.unit_price < now);
  if (!next) return null;
  const wanted = inCases(startOf(next, sold), sold.case_size);
  return { missing: wanted - quantity, price: priceAt(ladder, wanted, sold) ?? next.unit_price };
}

/** "2 more for $18.00" of what is in the cart; before that "10+ for $18.00". Null where more isn't cheaper. */
export function breakText(ladder: Ladder | undefined, quantity: number, sold: Sold = {}): string | null {
  const { case_size = 1 } = sold;
  const next = nextBreak(ladder, quantity > 0 ? quantity : case_size, sold);
  if (!next) return null;
  const price = formatMoney(next.price);
  if (quantity > 0) return `${formatAmount(next.missing, sold)} more for ${price}`;
  return `${formatAmount(case_size + next.missing, sold)}+ for ${price}`;
}

/** All lower prices of a ladder: "10+ for $18.00, 50+ for $15.50". */
export function breaksText(ladder: Ladder, sold: Sold = {}): string {
  const { case_size = 1 } = sold;
  const least = priceAt(ladder, case_size, sold) ?? 0;
  return ladder
    .filter((one) => startOf(one, sold) > case_size && one.unit_price !== least)
    .map((one) => `${formatAmount(startOf(one, sold), sold)}+ for ${formatMoney(one.unit_price)}`)
    .join(', ');
}

/** "in cases of 12"; null where it is sold one by one. */
export const caseText = (sold: Sold): string | null =>
  sold.case_size && sold.case_size > 1 ? `in cases of ${formatAmount(sold.case_size, sold)}` : null;

/** Up to whole cases. */
export const inCases = (quantity: number, caseSize = 1): number => Math.ceil(quantity / caseSize) * caseSize;

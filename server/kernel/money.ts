/** Highest price of one unit, in cents: 9 999 999.99 dollars (decision 5). */
export const MAX_PRICE_CENTS = 999_999_999;
/** Highest line or order total, in cents: 9 999 999 999.99 dollars (decision 5). */
export const MAX_TOTAL_CENTS = 999_999_999_999;

const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** Dollars as people read them: "$1,234.50". */
export const dollarText = (dollars: number): string => money.format(dollars);
/** The same of cents. */
export const centsText = (cents: number): string => dollarText(toDollars(cents));

/** Cents (integer) to dollars (JSON number with at most two decimals). */
export function toDollars(cents: number): number {
  return cents / 100;
}

/** Dollars that were checked to have at most two decimals, to integer cents. */
export function toCents(dollars: number): number {
  return Math.round(dollars * 100);
}

/** The same of an optional amount; null clears it, and undefined leaves it. */
export const centsOrNull = (dollars: number | null | undefined) =>
  dollars === undefined || dollars === null ? dollars : toCents(dollars);

/** True when a number of dollars has at most two decimals, judged by the shortest decimal that denotes it. */
export function hasCentPrecision(dollars: number): boolean {
  return Number.isFinite(dollars) && toCents(dollars) / 100 === dollars;
}

/** More cannabinoid than this in one product is a typo (100 g). */
const MAX_MILLIGRAMS = 100_000;

export type Potency =
  | { kind: 'none' }
  | { kind: 'percentage'; value: number }
  | { kind: 'milligrams'; value: number }
  /** `absurd`: an impossible number; `unreadable`: not a number with a known unit. */
  | { kind: 'absurd' | 'unreadable' };

const NOTHING = /^(?:|-+|n\/?a|n\.?d\.?|none|null|unknown|tbd|\?+)$/i;
const AMOUNT = /^(\d+(?:,\d{3})+(?:\.\d+)?|\d+(?:[.,]\d+)?|[.,]\d+)\s*(%|mg|milligrams?|g|grams?)?$/i;

/**
 * Parses a `thc` or `cbd` cell: "22%" and a bare "22.5" are percentages; "100mg" and "1,000mg" are milligrams per
 * product, which cannot be converted without its weight. A comma before three digits groups, any other is decimal. Zero
 * milligrams count as blank.
 */
export function readPotency(cell: string): Potency {
  const text = cell.trim();
  if (NOTHING.test(text)) return { kind: 'none' };
  const [, digits, unit = '%'] = AMOUNT.exec(text) ?? [];
  if (digits === undefined) return { kind: 'unreadable' };
  const value = Number(
    /,\d{3}(?:,|\.|$)/.test(digits) ? digits.replaceAll(',', '') : digits.replace(',', '.'),
  );
  if (unit === '%') {
    if (value > 100) return { kind: 'absurd' };
    return { kind: 'percentage', value: Math.round(value * 10_000) / 10_000 };
  }
  const milligrams = /^g/i.test(unit) ? value * 1000 : value;
  if (milligrams === 0) return { kind: 'none' };
  return milligrams <= MAX_MILLIGRAMS ? { kind: 'milligrams', value: milligrams } : { kind: 'absurd' };
}

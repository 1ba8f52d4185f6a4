// Pages import this file.
/** Units of weight, each in billionths of a gram: exact by the international pound of 453.59237 grams. */
const NANOGRAMS = {
  g: 1_000_000_000n,
  kg: 1_000_000_000_000n,
  oz: 28_349_523_125n,
  lb: 453_592_370_000n,
} as const;
/** Units in which goods are sold by weight. */
export const STEP_UNITS = ['g', 'oz', 'lb', 'kg'] as const satisfies ReadonlyArray<keyof typeof NANOGRAMS>;
export type WeightUnit = (typeof STEP_UNITS)[number];

/** The grams of a unit, exact. */
export const gramsOf = (unit: WeightUnit): string =>
  `${NANOGRAMS[unit] / 1_000_000_000n}.${String(NANOGRAMS[unit] % 1_000_000_000n).padStart(9, '0')}`;

/** A step of goods that are sold each, in ten-thousandths. */
export const EACH = 10_000;

/** A weight, exact to four decimals. */
export interface Amount {
  /** In ten-thousandths of the unit. */
  amount: number;
  unit: WeightUnit;
}

/** The weight in ten-thousandths of a billionth of a gram: two weights of any units are compared and added exactly. */
export const weightOf = ({ amount, unit }: Amount): bigint => BigInt(amount) * NANOGRAMS[unit];

/** A published step, in ten-thousandths; null for goods sold each. */
export const stepFrom = (step: number | null): number | null =>
  step === null ? null : Math.round(step * EACH);

/** A count of steps in their unit. @param step in the unit, as published; null for goods sold each */
export const amountIn = (count: number, step: number | null): number =>
  step === null ? count : (count * Math.round(step * EACH)) / EACH;

/**
 * The steps of an amount in their unit.
 * @param step in ten-thousandths of the unit; null for goods sold each
 * @returns null unless it is a multiple of the step
 */
export function stepsOf(amount: number, step: number | null): number | null {
  const parts = Math.round(amount * EACH);
  const steps = parts / (step ?? EACH);
  return parts / EACH === amount && Number.isSafeInteger(steps) ? steps : null;
}

/** An amount as text: `12.34 lb`, or `3` of goods sold each. @param step in ten-thousandths */
export const amountText = (
  count: number,
  { step, unit }: { step?: number | null | undefined; unit?: WeightUnit | null | undefined },
): string => (step ? `${(count * step) / EACH} ${unit}` : String(count));

/** How goods that are counted together are sold (decision 750). */
export interface SoldAlike {
  /** Whether all of them are sold each, or in the same step. */
  alike: boolean;
  unit: WeightUnit | null;
  /** In the unit, as published. */
  step: number | null;
}

/** Their unit and step; null where they are sold in different ones. */
export const stepsAlike = ({ alike, unit, step }: SoldAlike) =>
  alike ? { unit, step } : { unit: null, step: null };

/** What of a sum is sold in a step by weight. */
export interface WeighedPart {
  unit: WeightUnit;
  /** In the unit, as published. */
  step: number;
  /** Rows of stock, empty ones, too, and their steps. */
  items: number;
  units: number;
}

/**
 * A sum of stock by how its goods are sold: what is sold each first, and no parts without units.
 * @param weighed those by weight; the rest of the rows is sold each
 */
export function partsOfSum(
  { items, units }: { items: number; units: number },
  weighed: readonly WeighedPart[],
): SoldAlike & { parts: Array<Omit<WeighedPart, 'items' | 'unit' | 'step'> & Omit<SoldAlike, 'alike'>> } {
  const bySteps = new Map<string, WeighedPart>();
  for (const part of weighed) {
    const key = `${part.unit} ${part.step}`;
    const { items = 0, units = 0 } = bySteps.get(key) ?? {};
    bySteps.set(key, { ...part, items: items + part.items, units: units + part.units });
  }
  const sum = (of: 'items' | 'units') => weighed.reduce((total, part) => total + part[of], 0);
  const each = { unit: null, step: null, items: items - sum('items'), units: units - sum('units') };
  const parts = [...(each.items > 0 || bySteps.size === 0 ? [each] : []), ...bySteps.values()];
  const [first = each] = parts;
  return {
    alike: parts.length === 1,
    unit: first.unit,
    step: first.step,
    parts: parts.filter((part) => part.units > 0).map(({ items: _, ...part }) => part),
  };
}

/**
 * Whether what a business has, and what it trades most, is all sold each: sums of sales that don't know of which variants they are,
 * such as those of a customer or a day, count units only then (decision 750). Takes the overview.
 */
export const countsUnits = ({
  inventory,
  top_products,
}: {
  inventory: { amounts: ReadonlyArray<{ step: number | null }> };
  top_products: ReadonlyArray<{ amount: number | null; step: number | null }>;
}): boolean =>
  inventory.amounts.every(({ step }) => step === null) &&
  top_products.every(({ amount, step }) => amount !== null && step === null);

/** A count of them in their unit; null where they are sold in different ones. */
export const amountAlike = (count: number, { alike, step }: Pick<SoldAlike, 'alike' | 'step'>) =>
  alike ? amountIn(count, step) : null;

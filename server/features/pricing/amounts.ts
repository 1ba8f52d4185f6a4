/** Units of weight, each in billionths of a gram: exact by the international pound of 453.59237 grams. */
const NANOGRAMS = {
  g: 1_000_000_000n,
  kg: 1_000_000_000_000n,
  oz: 28_349_523_125n,
  lb: 453_592_370_000n,
} as const;
export type WeightUnit = keyof typeof NANOGRAMS;

/** A weight, exact to four decimals. */
export interface Amount {
  /** In ten-thousandths of the unit. */
  amount: number;
  unit: WeightUnit;
}

/** The weight in ten-thousandths of a billionth of a gram: two weights of any units are compared and added exactly. */
export const weightOf = ({ amount, unit }: Amount): bigint => BigInt(amount) * NANOGRAMS[unit];

import type { Product } from '@/components/stock/receiving/types';
import { gramsOf, STEP_UNITS, type WeightUnit } from '@/server/kernel/weights';

type Variant = Product['variants'][number];
/** What says how much of something there is by weight. */
export type Weighed = Pick<Variant, 'unit' | 'step' | 'weight' | 'weight_unit'>;

const isWeight = (unit: string | null): unit is WeightUnit => STEP_UNITS.some((one) => one === unit);

/** Grams of a count: of goods by weight what they weigh, of others the weight of a unit. Null where that isn't known. */
export function gramsIn(count: number, { unit, step, weight, weight_unit }: Weighed): number | null {
  if (isWeight(unit) && step !== null) return count * step * Number(gramsOf(unit));
  if (weight === null) return null;
  if (weight_unit === 'mg') return (count * weight) / 1000;
  return isWeight(weight_unit) ? count * weight * Number(gramsOf(weight_unit)) : null;
}

/** Steps of a source that weigh at least so many grams; null for a source that isn't sold by weight. */
export function stepsFor(grams: number, { unit, step }: Pick<Variant, 'unit' | 'step'>): number | null {
  if (!isWeight(unit) || step === null) return null;
  // A hair of rounding isn't another step.
  return Math.ceil(grams / (step * Number(gramsOf(unit))) - 1e-6);
}

/** What was used of a source, what became of it, and what is lost, in the unit of the source. */
export interface Yield {
  used: number;
  packaged: number;
  lost: number;
  /** Of what was used, in percent. */
  percent: number;
}

/** @param used steps of the source @returns null while nothing was used, and where the weight of what is made isn't known */
export function yieldOf(
  made: ReadonlyArray<{ used: number; grams: number | null }>,
  { unit, step }: Pick<Variant, 'unit' | 'step'>,
): Yield | null {
  if (!isWeight(unit) || step === null) return null;
  const used = made.reduce((sum, one) => sum + one.used * step, 0);
  const grams = made.reduce<number | null>(
    (sum, one) => (sum === null || one.grams === null ? null : sum + one.grams),
    0,
  );
  if (used <= 0 || grams === null) return null;
  const packaged = grams / Number(gramsOf(unit));
  return { used, packaged, lost: used - packaged, percent: (packaged / used) * 100 };
}

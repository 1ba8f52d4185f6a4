/** How a variant is measured: by weight in steps of a unit, or each, with a weight of its own. */
export interface Measure {
  unit: string | null;
  /** In ten-thousandths of the unit; null for goods sold each. */
  step: number | null;
  weight: number | null;
  weight_unit: string | null;
}

const PARTS = 10_000;
/** Metrc keeps five decimals. */
const DECIMALS = 100_000n;

/** Units of the same kind, in billionths of a gram or a liter. */
const UNITS: Record<string, { kind: 'weight' | 'volume'; size: bigint; name: string }> = {
  mg: { kind: 'weight', size: 1_000_000n, name: 'Milligrams' },
  g: { kind: 'weight', size: 1_000_000_000n, name: 'Grams' },
  kg: { kind: 'weight', size: 1_000_000_000_000n, name: 'Kilograms' },
  oz: { kind: 'weight', size: 28_349_523_125n, name: 'Ounces' },
  lb: { kind: 'weight', size: 453_592_370_000n, name: 'Pounds' },
  ml: { kind: 'volume', size: 1_000_000n, name: 'Milliliters' },
  l: { kind: 'volume', size: 1_000_000_000n, name: 'Liters' },
};
const BY_NAME = new Map(Object.values(UNITS).map((unit) => [unit.name, unit]));
export const EACH_UNIT = 'Each';

/** The unit that a package of these goods usually has. */
export const usualUnit = ({ unit }: Measure): string => (unit && UNITS[unit]?.name) || EACH_UNIT;

/**
 * A count of units as Metrc measures the package.
 * @param units units, or steps of goods by weight; negative for what leaves
 * @returns null unless it is exact
 */
export function quantityIn(units: number, measure: Measure, packageUnit: string): number | null {
  if (packageUnit === EACH_UNIT) return measure.step === null ? units : null;
  const target = BY_NAME.get(packageUnit);
  const own = partsOf(measure);
  if (!target || !own || own.kind !== target.kind) return null;
  const total = BigInt(units) * own.size * DECIMALS;
  const divisor = target.size * BigInt(PARTS);
  return total % divisor === 0n ? Number(total / divisor) / Number(DECIMALS) : null;
}

/** What one unit is, in ten-thousandths of the smallest size. */
function partsOf({ unit, step, weight, weight_unit }: Measure) {
  const [name, amount] =
    step !== null ? [unit, step] : [weight_unit, weight === null ? null : weight * PARTS];
  const known = name ? UNITS[name] : undefined;
  if (!known || amount === null) return null;
  return { kind: known.kind, size: BigInt(Math.round(amount)) * known.size };
}

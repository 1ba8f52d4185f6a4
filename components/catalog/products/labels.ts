import { formatMoney, formatNumber, UNKNOWN } from '@/components/ui/format';
import { CATEGORIES, CATEGORY_NAMES } from '@/server/features/products/categories';
import type { Category, Product, StepUnit, Variant, WeightUnit } from './types';

/** A name of the specification as people read it: "live_resin" is "Live resin". */
export function readable(name: string): string {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export const CATEGORY_OPTIONS = CATEGORY_NAMES.map((value) => ({ value, label: readable(value) }));

export function isCategory(name: string): name is Category {
  return Object.hasOwn(CATEGORIES, name);
}

/** The subcategories of a category; none for a name that is no category. */
export function subcategoriesOf(category: string): { value: string; label: string }[] {
  return isCategory(category) ? CATEGORIES[category].map((value) => ({ value, label: readable(value) })) : [];
}

export const VISIBILITIES = ['connected', 'offered'] as const satisfies readonly Product['visibility'][];

/** Whom goods are for. */
export const VISIBILITY = {
  connected: 'All customers',
  offered: 'Only customers with an offer',
} as const satisfies Record<Product['visibility'], string>;

/** In which goods are sold by weight. */
export const STEP_UNITS: readonly StepUnit[] = ['g', 'oz', 'lb', 'kg'];
export const WEIGHT_UNITS: readonly WeightUnit[] = ['mg', 'g', 'kg', 'oz', 'lb', 'ml', 'l', 'each'];

/** "3.5 g"; a dash when it was never given. */
export function weightText({ weight, weight_unit }: Pick<Variant, 'weight' | 'weight_unit'>): string {
  if (weight === null) return UNKNOWN;
  // Four decimals are stored, and formatNumber rounds to two.
  const amount = weight < 0.01 ? String(weight) : formatNumber(weight);
  return weight_unit ? `${amount} ${weight_unit}` : amount;
}

/** "$12.00" or "$12.00–$48.00" over all variants; a dash without any. */
export function priceRange(variants: readonly Variant[], of: 'price' | 'wholesale_price'): string {
  if (variants.length === 0) return UNKNOWN;
  const prices = variants.map((variant) => variant[of]);
  const [low, high] = [Math.min(...prices), Math.max(...prices)];
  return low === high ? formatMoney(low) : `${formatMoney(low)}–${formatMoney(high)}`;
}

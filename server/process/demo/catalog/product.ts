import type { Category } from '../../../features/products/categories';

export interface DemoVariant {
  name: string;
  /** Last part of the SKU. */
  code: string;
  weight: number | null;
  weightUnit: 'mg' | 'g' | 'oz' | 'lb' | 'ml' | 'each' | null;
  priceCents: number;
  wholesalePriceCents: number;
  /** Units in a wholesale order. */
  lot: number;
  /** Units in which it is sold; absent where it is sold one by one. */
  caseSize?: number;
}

export interface DemoProduct {
  name: string;
  brand: string;
  category: Category;
  subcategory: string;
  description: string;
  thcPercentage: number | null;
  cbdPercentage: number | null;
  variants: DemoVariant[];
}

/** A size of a product; shops pay slightly more than half of the retail price, in steps of 25 cents. */
export function size(
  name: string,
  weight: number,
  weightUnit: NonNullable<DemoVariant['weightUnit']>,
  dollars: number,
  lot: number,
): DemoVariant {
  return {
    name,
    code: name
      .replace(/ (jar|bag|tin|tube|can)$/, '')
      .replaceAll(/[^0-9A-Za-z.]+/g, '')
      .toUpperCase(),
    weight,
    weightUnit,
    priceCents: Math.round(dollars * 100),
    wholesalePriceCents: Math.round(dollars * 0.54 * 4) * 25,
    lot,
  };
}

import { type DemoProduct, size } from './product';
import type { Strain } from './strains';

const FORMS = [
  {
    subcategory: 'live_resin',
    label: 'Live Resin',
    text: 'Fresh-frozen flower, extracted cold',
    dollars: 34,
  },
  { subcategory: 'shatter', label: 'Shatter', text: 'Glass-clear and stable', dollars: 24 },
  { subcategory: 'rosin', label: 'Rosin', text: 'Pressed from ice-water hash without solvents', dollars: 52 },
  { subcategory: 'wax', label: 'Wax', text: 'Whipped soft, easy to portion', dollars: 22 },
] as const;

/** Concentrates in half and whole grams. */
export function concentrates(strains: readonly Strain[], brands: readonly string[]): DemoProduct[] {
  return strains.map(({ name, thc, cbd, notes }, i) => {
    const form = FORMS[i % FORMS.length] ?? FORMS[0];
    return {
      name: `${name} ${form.label}`,
      brand: brands[i % brands.length] ?? '',
      category: 'concentrates',
      subcategory: form.subcategory,
      description: `${form.text}. Tastes of ${notes}.`,
      thcPercentage: Math.round((56 + thc) * 10) / 10,
      cbdPercentage: cbd,
      variants: [
        size('0.5 g', 0.5, 'g', Math.round(form.dollars * 0.56), 12),
        size('1 g', 1, 'g', form.dollars, 12),
      ],
    };
  });
}

/** Cartridges for the common battery thread, and disposable pens. */
export function vapes(strains: readonly Strain[], brands: readonly string[]): DemoProduct[] {
  return strains.map(({ name, thc, cbd, notes, mood }, i) => {
    const isPen = i % 3 === 2;
    const dollars = 42 + (i % 4) * 3;
    return {
      name: `${name} ${isPen ? 'Disposable Pen' : 'Cartridge'}`,
      brand: brands[i % brands.length] ?? '',
      category: 'vapes',
      subcategory: isPen ? 'disposables' : 'cartridges',
      description: isPen
        ? `All in one, charged by USB-C. Tastes of ${notes}.`
        : `Ceramic core, 510 thread, nothing added but the plant's own terpenes: ${notes}. ${mood}.`,
      thcPercentage: Math.round((60 + thc) * 10) / 10,
      cbdPercentage: cbd,
      variants: isPen
        ? [size('0.5 g', 0.5, 'g', dollars - 10, 10), size('1 g', 1, 'g', dollars + 6, 10)]
        : [size('0.5 g', 0.5, 'g', Math.round(dollars * 0.6), 10), size('1 g', 1, 'g', dollars, 10)],
    };
  });
}

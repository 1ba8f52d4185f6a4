import { type DemoProduct, size } from './product';
import type { Strain } from './strains';

const GROWN = ['Sun-grown in living soil', 'Grown indoors in small rooms', 'Light-dep greenhouse flower'];

/** Flower in jars of 3.5, 7 and 28 grams. */
export function flower(strains: readonly Strain[], brands: readonly string[]): DemoProduct[] {
  return strains.map(({ name, kind, thc, cbd, notes, mood }, i) => {
    const eighth = 28 + Math.round((Math.max(thc, 17) - 18) * 2) + (i % 3) * 2;
    return {
      name,
      brand: brands[i % brands.length] ?? '',
      category: 'flower',
      subcategory: kind,
      description: `${GROWN[i % GROWN.length]}, hand-trimmed and cured for three weeks. Smells of ${notes}. ${mood}.`,
      thcPercentage: thc,
      cbdPercentage: cbd,
      variants: [
        size('3.5 g jar', 3.5, 'g', eighth, 12),
        size('7 g jar', 7, 'g', Math.round(eighth * 1.9), 6),
        size('28 g bag', 28, 'g', Math.round(eighth * 6.4), 4),
      ],
    };
  });
}

import { type DemoProduct, size } from './product';

type Balm = readonly [name: string, kind: 'lotions' | 'balms', text: string, cbd: number, dollars: number];

export const DISTRIBUTED_TOPICALS: readonly Balm[] = [
  ['Arnica Relief Balm', 'balms', 'Arnica, menthol and beeswax for sore shoulders', 1.8, 32],
  ['Lavender Body Lotion', 'lotions', 'Light, quickly absorbed, scented with true lavender', 1.2, 28],
  ['Eucalyptus Muscle Balm', 'balms', 'Cooling at first, warm afterwards', 2.2, 34],
  ['Unscented Hand Lotion', 'lotions', 'For hands that work; no perfume', 1, 22],
  ['Calendula Skin Balm', 'balms', 'Calendula and shea butter for dry skin', 1.4, 26],
  ['Citrus Foot Lotion', 'lotions', 'Orange oil and peppermint', 1.1, 24],
];

export const SHOP_TOPICALS: readonly Balm[] = [
  ['Rosemary Joint Balm', 'balms', 'Rosemary and camphor in a tin for the pocket', 2, 30],
  ['Cocoa Body Lotion', 'lotions', 'Rich, for the evening', 1.1, 27],
  ['Tea Tree Balm', 'balms', 'Tea tree oil and hemp seed', 1.3, 24],
  ['Aloe Cooling Lotion', 'lotions', 'Aloe and cucumber, for after the sun', 0.9, 25],
  ['Cedar Beard Balm', 'balms', 'Cedarwood and jojoba', 0.8, 21],
  ['Chamomile Night Lotion', 'lotions', 'Chamomile and oat milk', 1.2, 29],
];

/** Balms and lotions in two sizes. */
export function topicals(recipes: readonly Balm[], brand: string): DemoProduct[] {
  return recipes.map(([name, kind, text, cbd, dollars]) => ({
    name,
    brand,
    category: 'topicals',
    subcategory: kind,
    description: `${text}. Full-spectrum extract; does not intoxicate.`,
    thcPercentage: 0.3,
    cbdPercentage: cbd,
    variants: [
      size(kind === 'balms' ? '2 oz tin' : '4 oz tube', kind === 'balms' ? 2 : 4, 'oz', dollars, 10),
      size('Travel size', kind === 'balms' ? 0.5 : 1, 'oz', Math.round(dollars * 0.45), 10),
    ],
  }));
}

type Gear = readonly [
  name: string,
  kind: 'papers' | 'pipes' | 'grinders',
  text: string,
  sizes: ReadonlyArray<readonly [name: string, dollars: number]>,
];

const PAPERS = [
  ['Single pack', 2.5],
  ['Box of 24', 48],
] as const;

export const DISTRIBUTED_GEAR: readonly Gear[] = [
  ['Rice Papers King Size', 'papers', 'Thin, slow-burning rice papers, 33 leaves', PAPERS],
  ['Hemp Papers 1¼', 'papers', 'Unbleached hemp with natural gum, 50 leaves', PAPERS],
  [
    'Pre-Rolled Cones',
    'papers',
    'Unbleached cones with a paper tip, 109 mm',
    [
      ['Pack of 6', 5],
      ['Box of 100', 38],
    ],
  ],
  [
    'Borosilicate Spoon Pipe',
    'pipes',
    'Hand-blown, thick at the bowl',
    [
      ['Smoke gray', 28],
      ['Sea green', 28],
    ],
  ],
  [
    'Glass One-Hitter',
    'pipes',
    'Nine centimetres of clear glass',
    [
      ['Clear', 9],
      ['Amber', 10],
    ],
  ],
  [
    'Aluminum Grinder',
    'grinders',
    'Four parts with a pollen screen',
    [
      ['50 mm', 24],
      ['63 mm', 32],
    ],
  ],
  [
    'Pocket Grinder',
    'grinders',
    'Two parts, with a magnetic lid',
    [
      ['40 mm', 14],
      ['40 mm matte black', 15],
    ],
  ],
];

export const SHOP_GEAR: readonly Gear[] = [
  ['Harbor Papers 1¼', 'papers', 'Our own papers, unbleached, 50 leaves', PAPERS],
  ['Harbor Papers Slim', 'papers', 'King size slim with tips', PAPERS],
  [
    'Organic Hemp Wraps',
    'papers',
    'Four wraps without tobacco',
    [
      ['Pack of 4', 4.5],
      ['Box of 15', 52],
    ],
  ],
  [
    'Ceramic Hand Pipe',
    'pipes',
    'Glazed by a potter in Berkeley',
    [
      ['Ash white', 46],
      ['Ink blue', 46],
    ],
  ],
  [
    'Bubbler',
    'pipes',
    'Small water pipe with a fixed stem',
    [
      ['Clear', 58],
      ['Rose', 64],
    ],
  ],
  [
    'Sherlock Pipe',
    'pipes',
    'Curved, with a deep bowl',
    [
      ['Amber', 36],
      ['Smoke gray', 36],
    ],
  ],
  [
    'Walnut Grinder',
    'grinders',
    'Turned walnut over steel teeth',
    [
      ['55 mm', 39],
      ['65 mm', 46],
    ],
  ],
  [
    'Card Grinder',
    'grinders',
    'Stainless steel, as flat as a bank card',
    [
      ['Plain', 8],
      ['Engraved', 11],
    ],
  ],
];

/** Papers, pipes and grinders; nothing in them is tested. */
export function accessories(items: readonly Gear[], brand: string): DemoProduct[] {
  return items.map(([name, kind, text, sizes]) => ({
    name,
    brand,
    category: 'accessories',
    subcategory: kind,
    description: `${text}.`,
    thcPercentage: null,
    cbdPercentage: null,
    variants: sizes.map(([label, dollars]) => size(label, 1, 'each', dollars, dollars > 30 ? 4 : 12)),
  }));
}

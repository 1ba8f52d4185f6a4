import { type DemoProduct, size } from './product';

type Kind = 'gummies' | 'chocolates' | 'beverages';
/** Name, kind, flavors, CBD in percent by weight. */
type Recipe = readonly [name: string, kind: Kind, taste: string, cbd: number];

export const DISTRIBUTED_EDIBLES: readonly Recipe[] = [
  ['Blood Orange Gummies', 'gummies', 'blood orange and a little salt', 0],
  ['Watermelon Lime Gummies', 'gummies', 'watermelon with a sour lime dusting', 0],
  ['Blackberry Sleep Gummies', 'gummies', 'blackberry and lavender, with CBN', 0.2],
  ['Peach 1:1 Gummies', 'gummies', 'white peach, as much CBD as THC', 0.25],
  ['Mango Chili Gummies', 'gummies', 'ripe mango and a warm finish', 0],
  ['Sour Cherry Gummies', 'gummies', 'Montmorency cherry', 0],
  ['Dark Chocolate Sea Salt Bar', 'chocolates', '70 % cacao and flaked salt', 0],
  ['Milk Chocolate Almond Bar', 'chocolates', 'roasted almonds in milk chocolate', 0],
  ['Mint Chocolate Bites', 'chocolates', 'peppermint under dark chocolate', 0],
  ['Espresso Bean Bites', 'chocolates', 'espresso beans in dark chocolate', 0],
  ['Grapefruit Seltzer', 'beverages', 'pink grapefruit, dry and lightly sparkling', 0],
  ['Ginger Lemon Tonic', 'beverages', 'pressed ginger and Meyer lemon', 0],
  ['Hibiscus Iced Tea', 'beverages', 'hibiscus, rosehip and orange peel', 0.05],
];

export const SHOP_EDIBLES: readonly Recipe[] = [
  ['Raspberry Lemonade Gummies', 'gummies', 'raspberry and sharp lemon', 0],
  ['Pineapple Coconut Gummies', 'gummies', 'pineapple and toasted coconut', 0],
  ['Green Apple Gummies', 'gummies', 'sour green apple', 0],
  ['Elderberry Calm Gummies', 'gummies', 'elderberry, twice as much CBD as THC', 0.5],
  ['Yuzu Gummies', 'gummies', 'yuzu and honey', 0],
  ['Salted Caramel Chocolates', 'chocolates', 'soft caramel in dark chocolate', 0],
  ['Hazelnut Praline Bar', 'chocolates', 'hazelnut praline and milk chocolate', 0],
  ['Orange Peel Chocolates', 'chocolates', 'candied orange in 64 % cacao', 0],
  ['Cold Brew Coffee', 'beverages', 'slow-brewed Guatemalan coffee', 0],
  ['Cucumber Mint Seltzer', 'beverages', 'cucumber and spearmint', 0],
  ['Mandarin Seltzer', 'beverages', 'mandarin, unsweetened', 0],
];

/** Edibles: gummies and chocolates by the pack of 100 mg or 50 mg, drinks by the can or four of them. */
export function edibles(recipes: readonly Recipe[], brands: readonly string[]): DemoProduct[] {
  return recipes.map(([name, kind, taste, cbd], i) => ({
    name,
    brand: brands[i % brands.length] ?? '',
    category: 'edibles',
    subcategory: kind,
    description:
      kind === 'beverages'
        ? `Tastes of ${taste}. 10 mg THC in a can of 355 ml; works within twenty minutes.`
        : `Tastes of ${taste}. Ten pieces, vegan where the recipe allows it; start with half a piece.`,
    thcPercentage: kind === 'beverages' ? 0.003 : 0.25,
    cbdPercentage: cbd,
    variants:
      kind === 'beverages'
        ? [
            { ...size('10 mg can', 355, 'ml', 6.5, 24), caseSize: 12 },
            size('10 mg four-pack', 1420, 'ml', 24, 6),
          ]
        : [size('100 mg', 100, 'mg', 20 + (i % 3) * 2, 12), size('50 mg', 50, 'mg', 13 + (i % 3), 12)],
  }));
}

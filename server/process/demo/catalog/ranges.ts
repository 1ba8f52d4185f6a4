import type { DemoKey } from '../people';
import {
  accessories,
  DISTRIBUTED_GEAR,
  DISTRIBUTED_TOPICALS,
  SHOP_GEAR,
  SHOP_TOPICALS,
  topicals,
} from './body-and-gear';
import { DISTRIBUTED_EDIBLES, edibles, SHOP_EDIBLES } from './edibles';
import { concentrates, vapes } from './extracts';
import { flower } from './flower';
import { type DemoProduct, size } from './product';
import { STRAINS } from './strains';

/** Products of each entity's catalog, in the order of their listing. */
export const RANGES: Record<DemoKey, readonly DemoProduct[]> = {
  wholesaler: [
    ...flower(STRAINS.slice(0, 18), ['Fogline Farms', 'Copper Finch', 'Mendo Slope']),
    ...concentrates(STRAINS.slice(0, 12), ['Solstice Extracts', 'Copper Finch']),
    ...vapes(STRAINS.slice(2, 15), ['Nightjar', 'Solstice Extracts']),
    ...edibles(DISTRIBUTED_EDIBLES, ['Little Owl', 'Juniper Street Kitchen']),
    ...topicals(DISTRIBUTED_TOPICALS, 'Marigold Apothecary'),
    ...accessories(DISTRIBUTED_GEAR, 'Kindling Goods'),
  ],
  retailer: [
    ...flower(STRAINS.slice(17, 32), ['Harbor House', 'Eastbay Growers']),
    ...concentrates(STRAINS.slice(18, 28), ['Harbor House', 'Tilden Extracts']),
    ...vapes(STRAINS.slice(19, 31), ['Harbor House', 'Tilden Extracts']),
    ...edibles(SHOP_EDIBLES, ['Harbor Kitchen', 'Grand Lake Confections']),
    ...topicals(SHOP_TOPICALS, 'Bay Botanica'),
    ...accessories(SHOP_GEAR, 'Harbor House'),
  ],
  cultivator: bulk([
    ...flower(STRAINS.slice(0, 12), ['Redwood Terrace']),
    ...concentrates(STRAINS.slice(0, 4), ['Redwood Terrace']),
  ]),
  free: [
    ...flower(STRAINS.slice(24, 30), ['Telegraph Corner']),
    ...edibles(SHOP_EDIBLES.slice(0, 3), ['Grand Lake Confections']),
    ...accessories(SHOP_GEAR.slice(2, 5), 'Telegraph Corner'),
  ],
  wholesaler2: [
    ...flower(STRAINS.slice(8, 18), ['Delta Ridge', 'Kings River']),
    ...concentrates(STRAINS.slice(12, 16), ['Kings River']),
    ...vapes(STRAINS.slice(20, 26), ['Valley Air']),
    ...edibles(DISTRIBUTED_EDIBLES.slice(4, 9), ['Tower District Sweets']),
    ...topicals(SHOP_TOPICALS.slice(0, 2), 'Bay Botanica'),
    ...accessories(DISTRIBUTED_GEAR.slice(0, 3), 'Kindling Goods'),
  ],
  // The same goods as the first wholesaler's, so that their prices compare.
  wholesaler3: [
    ...priced(94, flower(STRAINS.slice(3, 12), ['Fogline Farms', 'Copper Finch', 'Mendo Slope'])),
    ...priced(105, vapes(STRAINS.slice(5, 13), ['Solstice Extracts', 'Nightjar'])),
    ...priced(92, edibles(DISTRIBUTED_EDIBLES.slice(0, 6), ['Little Owl', 'Juniper Street Kitchen'])),
  ],
  cultivator2: priced(
    88,
    flower(
      STRAINS.filter((_, i) => i % 3 === 2),
      ['Mendo Slope'],
    ),
  ),
};

/** Goods at so many percent of the usual wholesale price, in steps of 25 cents. */
function priced(percent: number, products: DemoProduct[]): DemoProduct[] {
  const cents = (usual: number) => Math.round((usual * percent) / 2500) * 25;
  return products.map((product) => ({
    ...product,
    variants: product.variants.map((one) => ({
      ...one,
      wholesalePriceCents: cents(one.wholesalePriceCents),
    })),
  }));
}

/** A farm sells flower by the pound. */
function bulk(products: DemoProduct[]): DemoProduct[] {
  return products.map((product) =>
    product.category === 'flower'
      ? { ...product, variants: [size('1 lb', 1, 'lb', 1450, 2), size('1/4 lb', 0.25, 'lb', 390, 4)] }
      : product,
  );
}

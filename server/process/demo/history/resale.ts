import type { listings } from '../../../features/products/tables';
import type { Business, Ware } from '../businesses';
import { idAt } from '../identity';
import type { World } from './world';

type Listing = typeof listings.$inferInsert;

/** What sellers sell on of what they bought. */
export interface Resale {
  rows: Listing[];
  /** The same as a seller offers it: under its own SKU and price. */
  waresOf(seller: Business): readonly Ware[];
}

const LISTED_DAYS_AGO = 55;
/** Of the maker's wholesale price, in steps of 25 cents. */
const MARKUP = 1.25;

/** Each seller lists the concentrates that it has bought by then: shops can't buy flower by the pound. */
export function listBought(
  world: World,
  sellers: ReadonlyArray<readonly [Business, prefix: string]>,
): Resale {
  const rows: Listing[] = [];
  const offered = new Map<string, Ware[]>();
  for (const [seller, prefix] of sellers) {
    const wares: Ware[] = [];
    offered.set(seller.entity.id, wares);
    world.agenda.add(world.on(LISTED_DAYS_AGO, 9), (at) => {
      const own = new Set(seller.wares);
      const bought = new Set(world.book.of(seller.entity.id).map(({ ware }) => ware));
      for (const ware of bought) {
        if (own.has(ware) || ware.category !== 'concentrates') continue;
        const wholesalePriceCents = Math.round((ware.wholesalePriceCents * MARKUP) / 25) * 25;
        const sku = `${prefix}-${ware.sku}`;
        wares.push({ ...ware, sku, wholesalePriceCents, listedAt: at, scarce: false });
        rows.push({
          id: idAt(at),
          sellerId: seller.entity.id,
          variantId: ware.id,
          productId: ware.productId,
          sku,
          wholesalePriceCents,
          active: true,
          createdAt: new Date(at),
          updatedAt: new Date(at),
        });
      }
    });
  }
  return { rows, waresOf: ({ entity }) => offered.get(entity.id) ?? [] };
}

import type { Actor } from '../../kernel/actor';
import type { Db } from '../../platform/db/client';
import type { KnownLocation } from './stock-places.sql';
import { heldVariants, ownVariants, reachableLocations } from './stock-places.sql';

export type { KnownLocation } from './stock-places.sql';

/** The locations that a member may access, by id and by case-insensitive name. */
export class LocationFinder {
  private constructor(private readonly locations: readonly KnownLocation[]) {}

  static async open(db: Db, { entity, locationIds }: Actor): Promise<LocationFinder> {
    const rows = await reachableLocations(db, entity.id, locationIds);
    return new LocationFinder([...rows]);
  }

  /** The only location; undefined when there are several. */
  get only(): KnownLocation | undefined {
    return this.locations.length === 1 ? this.locations[0] : undefined;
  }

  byId(id: string): KnownLocation | undefined {
    return this.locations.find((location) => location.id === id.toLowerCase());
  }

  /** Locations that a cell may refer to. */
  named(cell: string): KnownLocation[] {
    const byId = this.byId(cell);
    if (byId) return [byId];
    const name = cell.toLowerCase();
    return this.locations.filter((location) => location.name.trim().toLowerCase() === name);
  }
}

export interface FoundVariant {
  variantId: string;
  productName: string;
}

/** Variants by SKU: in the entity's stock, its own or a supplier's, or in its own catalog. */
export class VariantFinder {
  private constructor(
    private readonly held: ReadonlyMap<string, ReadonlyArray<FoundVariant & { locationId: string }>>,
    private readonly own: ReadonlyMap<string, FoundVariant>,
  ) {}

  static async open(db: Db, entityId: string, skus: readonly string[]): Promise<VariantFinder> {
    const held = await heldVariants(db, entityId, skus);
    const own = await ownVariants(db, entityId, skus);
    const heldBySku = new Map<string, Array<FoundVariant & { locationId: string }>>();
    for (const row of held) {
      const found = { variantId: row.variant_id, productName: row.product_name, locationId: row.location_id };
      heldBySku.set(row.sku, [...(heldBySku.get(row.sku) ?? []), found]);
    }
    const ownBySku = new Map(
      own.map((row) => [row.sku, { variantId: row.variant_id, productName: row.product_name }]),
    );
    return new VariantFinder(heldBySku, ownBySku);
  }

  /**
   * Resolves a SKU: in the location's stock, else the catalog, else other locations' stock; several matches are
   * ambiguous.
   */
  find(sku: string, locationId: string): FoundVariant | 'ambiguous' | undefined {
    const held = this.held.get(sku) ?? [];
    const own = this.own.get(sku);
    const here = single(held.filter((row) => row.locationId === locationId));
    return here ?? own ?? single(held);
  }
}

function single(found: readonly FoundVariant[]): FoundVariant | 'ambiguous' | undefined {
  const [first] = found;
  if (!first) return undefined;
  return found.every(({ variantId }) => variantId === first.variantId) ? first : 'ambiguous';
}

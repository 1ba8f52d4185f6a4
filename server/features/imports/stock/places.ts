import type { WeightUnit } from '../../../kernel/weights';
import type { Db } from '../../../platform/db/client';
import type { ExternalId } from '../../entities/external-ids/schema';
import { heldVariants, namedVariants, ownVariants, type VariantRow } from './places.sql';

/** By which a line names a variant in place of a SKU. */
type Named = Pick<ExternalId, 'system' | 'value'>;
const nameOf = ({ system, value }: Named) => `${system}:${value}`;

export interface FoundVariant {
  variantId: string;
  productName: string;
  unit: WeightUnit | null;
  /** In ten-thousandths; null for goods sold each. */
  step: number | null;
}

/** Variants by SKU: in the entity's stock, its own or a supplier's, or in its own catalog. */
export class VariantFinder {
  private constructor(
    private readonly held: ReadonlyMap<string, ReadonlyArray<FoundVariant & { locationId: string }>>,
    private readonly own: ReadonlyMap<string, FoundVariant>,
    private readonly named: ReadonlyMap<string, FoundVariant>,
  ) {}

  static async open(
    db: Db,
    entityId: string,
    skus: readonly string[],
    names: readonly Named[] = [],
  ): Promise<VariantFinder> {
    const named = names.length > 0 ? await namedVariants(db, entityId, names) : [];
    const held = await heldVariants(db, entityId, skus);
    const own = await ownVariants(db, entityId, skus);
    const heldBySku = new Map<string, Array<FoundVariant & { locationId: string }>>();
    for (const row of held) {
      const found = { ...foundOf(row), locationId: row.location_id };
      const known = heldBySku.get(row.sku);
      if (known) known.push(found);
      else heldBySku.set(row.sku, [found]);
    }
    const ownBySku = new Map(own.map((row) => [row.sku, foundOf(row)]));
    return new VariantFinder(heldBySku, ownBySku, new Map(named.map((row) => [nameOf(row), foundOf(row)])));
  }

  /** The variant that the business itself calls so. */
  byName(name: Named): FoundVariant | undefined {
    return this.named.get(nameOf(name));
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

const foundOf = ({ variant_id, product_name, unit, step }: VariantRow): FoundVariant => ({
  variantId: variant_id,
  productName: product_name,
  unit,
  step,
});

function single(found: readonly FoundVariant[]): FoundVariant | 'ambiguous' | undefined {
  const [first] = found;
  if (!first) return undefined;
  return found.every(({ variantId }) => variantId === first.variantId) ? first : 'ambiguous';
}

import { sql } from 'drizzle-orm';
import type { Actor } from '../../kernel/actor';
import type { Db } from '../../platform/db/client';
import { texts, uuids } from '../../platform/db/listing';

export interface KnownLocation {
  id: string;
  name: string;
}

/** The locations that a member reaches, by id and by name without case. */
export class LocationFinder {
  private constructor(private readonly locations: readonly KnownLocation[]) {}

  static async open(db: Db, { entity, locationIds }: Actor): Promise<LocationFinder> {
    const rows = await db.execute<KnownLocation & Record<string, unknown>>(sql`
      select id, name from locations where entity_id = ${entity.id} and deleted_at is null
        and ${locationIds === null ? sql`true` : sql`id = any(${uuids(locationIds)})`}
      order by created_at, id`);
    return new LocationFinder([...rows]);
  }

  /** The only one that there is; undefined when there are several. */
  get only(): KnownLocation | undefined {
    return this.locations.length === 1 ? this.locations[0] : undefined;
  }

  byId(id: string): KnownLocation | undefined {
    return this.locations.find((location) => location.id === id.toLowerCase());
  }

  /** Those that a cell may mean. */
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

/** What SKUs name in a business: what it holds in stock, its own or a supplier's, or what is in its own catalog. */
export class VariantFinder {
  private constructor(
    private readonly held: ReadonlyMap<string, ReadonlyArray<FoundVariant & { locationId: string }>>,
    private readonly own: ReadonlyMap<string, FoundVariant>,
  ) {}

  static async open(db: Db, entityId: string, skus: readonly string[]): Promise<VariantFinder> {
    const wanted = texts([...new Set(skus)]);
    const held = await db.execute<{
      sku: string;
      variant_id: string;
      location_id: string;
      product_name: string;
    }>(sql`
      select distinct i.sku, i.variant_id, i.location_id, i.product_name
      from inventory_items i join product_variants v on v.id = i.variant_id
      where i.entity_id = ${entityId} and i.sku = any(${wanted}) and not i.closed
        and (v.deleted_at is null or i.quantity > 0)`);
    const own = await db.execute<{ sku: string; variant_id: string; product_name: string }>(sql`
      select v.sku, v.id as variant_id, p.name as product_name
      from product_variants v join products p on p.id = v.product_id
      where v.entity_id = ${entityId} and v.sku = any(${wanted}) and v.deleted_at is null`);
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

  /** What the location holds, else what the catalog has, else what other locations hold; several are ambiguous. */
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

import { sql } from 'drizzle-orm';
import { uuids } from '../../platform/db/listing';
import { ID } from '../../platform/db/samples';
import { statement } from '../../platform/db/statement';
import { products, productVariants } from './tables';

/** Changes of a row by the names of its columns. */
export type Patch = Record<string, unknown> & { id: string };

/** Makes PostgreSQL look the rows up by index: it can't estimate the length of a JSON list. */
const idsOf = (patches: readonly Patch[]) => uuids(patches.map(({ id }) => id));

export const patchProducts = statement(
  [[ID, [{ id: ID }]]],
  (entityId: string, patches: readonly Patch[]) => sql`
    update ${products} t set (name, brand, category, subcategory, description, thc_percentage, cbd_percentage, images, active, visibility)
      = (select n.name, n.brand, n.category, n.subcategory, n.description, n.thc_percentage, n.cbd_percentage, n.images,
        n.active, n.visibility from jsonb_populate_record(t, c.patch) n)
    from jsonb_array_elements(${JSON.stringify(patches)}::text::jsonb) as c (patch)
    where t.id = any(${idsOf(patches)}) and t.id = (c.patch ->> 'id')::uuid and t.entity_id = ${entityId}
      and t.deleted_at is null`,
);

/** Where the next variant of a product goes: deleted ones keep their places. */
export const nextPosition = statement(
  [[ID]],
  (productId: string) => sql<{ position: number }>`
    select coalesce(max(v.position) + 1, 0) as position from ${productVariants} v where v.product_id = ${productId}`,
);

/** The variants of products just made, each with its place among those of its product, from 1. */
export const newVariants = statement(
  [[[ID]]],
  (productIds: readonly string[]) => sql<{ id: string; product_id: string; nth: number }>`
    select v.id, v.product_id, (row_number() over (partition by v.product_id order by v.position))::int as nth
    from ${productVariants} v where v.product_id = any(${uuids(productIds)})`,
);

export const patchVariants = statement(
  [[ID, [{ id: ID }]]],
  (entityId: string, patches: readonly Patch[]) => sql`
    update ${productVariants} t
    set (name, sku, weight, weight_unit, price_cents, wholesale_price_cents, low_stock_threshold, case_size, unit, step)
      = (select n.name, n.sku, n.weight, n.weight_unit, n.price_cents, n.wholesale_price_cents,
        n.low_stock_threshold, n.case_size, n.unit, n.step from jsonb_populate_record(t, c.patch) n)
    from jsonb_array_elements(${JSON.stringify(patches)}::text::jsonb) as c (patch)
    where t.id = any(${idsOf(patches)}) and t.id = (c.patch ->> 'id')::uuid and t.entity_id = ${entityId}
      and t.deleted_at is null`,
);

import { sql } from 'drizzle-orm';
import { uuids } from '../../../platform/db/listing';
import { ID } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { productVariants } from '../../products/tables';

/** A product whose variant follows its name, and how the old name made that variant. */
export interface Following {
  id: string;
  sku: string;
  old_name: string;
  old_weight: number | null;
}

/** The variants that still are as the old names made them. */
export const uneditedVariants = statement(
  [[ID, []]],
  (entityId: string, following: readonly Following[]) => sql<{ id: string; sku: string }>`
    select p.id, p.sku from ${productVariants} p
    join jsonb_to_recordset(${JSON.stringify(following)}::text::jsonb)
      as v(id uuid, sku text, old_name text, old_weight numeric) on p.product_id = v.id and p.sku = v.sku
    where p.product_id = any(${uuids(following.map(({ id }) => id))}) and p.entity_id = ${entityId} and p.deleted_at is null
      and p.name = v.old_name and p.weight is not distinct from v.old_weight`,
);

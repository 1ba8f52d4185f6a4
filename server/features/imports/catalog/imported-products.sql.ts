import { sql } from 'drizzle-orm';
import { ID } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { importedProducts } from '../tables';

/** Products that are reported in one transaction. */
export const REPORTED_AT_ONCE = 200;

export interface ImportedProduct {
  product_id: string;
  created: boolean;
  shared: boolean;
}

export const noteImported = statement(
  [[ID, []]],
  (importId: string, products: readonly ImportedProduct[]) => sql`
    insert into ${importedProducts} as i (import_id, product_id, created, shared)
    select ${importId}, n.product_id, n.created, n.shared
    from jsonb_to_recordset(${JSON.stringify(products)}::jsonb) as n (product_id uuid, created boolean, shared boolean)
    on conflict (import_id, product_id) do update
      set created = i.created or excluded.created, shared = i.shared or excluded.shared`,
);

export const takeImported = statement(
  [[ID]],
  (importId: string) => sql<ImportedProduct>`
    delete from ${importedProducts} i where i.import_id = ${importId} and i.product_id in (
      select n.product_id from ${importedProducts} n where n.import_id = ${importId} order by n.product_id limit ${REPORTED_AT_ONCE})
    returning i.product_id, i.created, i.shared`,
);

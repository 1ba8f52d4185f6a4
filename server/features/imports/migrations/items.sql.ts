import { sql } from 'drizzle-orm';
import { texts, uuids } from '../../../platform/db/listing';
import { ID } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { entityAliases } from '../../entities/customers/tables';
import { products, productVariants } from '../../products/tables';
import { importLines, imports } from '../tables';
import { migrationItems } from './tables';
import type { MigrationKind, MigrationSystem } from './words';

type Taken = Record<string, string | number | boolean | null>;

/** What a row of another system became here; of a customer that was merged, the one that it is now. */
export interface Item {
  source_id: string;
  object_id: string | null;
  imported: Taken;
  stock_set_at: string | null;
  deleted_here_at: string | null;
}

export const itemsAmong = statement(
  [[ID, 'leaflink', 'customers', ['x']]],
  (entityId: string, system: MigrationSystem, kind: MigrationKind, ids: readonly string[]) => sql<Item>`
    select i.source_id, coalesce(a.survivor_id, i.object_id) as object_id, i.imported, i.stock_set_at, i.deleted_here_at
    from ${migrationItems} i
      left join ${entityAliases} a on i.kind = 'customers' and a.alias_id = i.object_id and a.seller_id = i.entity_id
    where i.entity_id = ${entityId} and i.system = ${system} and i.kind = ${kind} and i.source_id = any(${texts(ids)})`,
);

export interface NewItem {
  source_id: string;
  object_id: string | null;
  name: string | null;
  imported: Taken | null;
  stock_set: boolean;
  deleted: boolean;
}

/** Records what rows became; what is not said of one stays. */
export const keepItems = statement(
  [[ID, 'leaflink', 'customers', []]],
  (entityId: string, system: MigrationSystem, kind: MigrationKind, items: readonly NewItem[]) => sql`
    insert into ${migrationItems} as i (entity_id, system, kind, source_id, object_id, name, imported, stock_set_at, deleted_here_at)
    select ${entityId}, ${system}, ${kind}, n.source_id, n.object_id, n.name, coalesce(nullif(n.imported, 'null'), '{}'),
      case when n.stock_set then now() end, case when n.deleted then now() end
    from jsonb_to_recordset(${JSON.stringify(items)}::text::jsonb) as n (source_id text, object_id uuid, name text, imported jsonb,
      stock_set boolean, deleted boolean) order by n.source_id
    on conflict (entity_id, system, kind, source_id) do update set object_id = coalesce(excluded.object_id, i.object_id),
      name = coalesce(excluded.name, i.name), imported = i.imported || excluded.imported,
      stock_set_at = coalesce(i.stock_set_at, excluded.stock_set_at), deleted_here_at = excluded.deleted_here_at, updated_at = now()`,
);

/** Known ids that none of an import's lines has. */
export const missingItems = statement(
  [[ID, 'leaflink', 'customers', ID, 1]],
  (entityId: string, system: MigrationSystem, kind: MigrationKind, importId: string, most: number) => sql<{
    external_id: string;
    name: string | null;
    total: number;
  }>`
    select i.source_id as external_id, i.name, (count(*) over ())::int as total from ${migrationItems} i
    where i.entity_id = ${entityId} and i.system = ${system} and i.kind = ${kind} and not exists (
      select from ${importLines} l where l.import_id = ${importId} and l.external_id = i.source_id)
    order by i.source_id limit ${most}`,
);

/** A variant that lines of a migration refer to. */
export interface SoldVariant {
  variant_id: string;
  product_id: string;
  sku: string;
  product_name: string;
  case_size: number;
  step: number | null;
  wholesale_price_cents: number;
}
const VARIANT = sql`v.id as variant_id, p.id as product_id, v.sku, p.name as product_name, v.case_size, v.step,
  v.wholesale_price_cents::float8 as wholesale_price_cents`;

export const variantsOfIds = statement(
  [[ID, [ID]]],
  (entityId: string, ids: readonly string[]) => sql<SoldVariant>`
    select ${VARIANT} from ${productVariants} v join ${products} p on p.id = v.product_id
    where v.entity_id = ${entityId} and v.id = any(${uuids(ids)}) and v.deleted_at is null and p.deleted_at is null`,
);

export const variantsOfSkus = statement(
  [[ID, ['x']]],
  (entityId: string, skus: readonly string[]) => sql<SoldVariant>`
    select ${VARIANT} from ${productVariants} v join ${products} p on p.id = v.product_id
    where v.entity_id = ${entityId} and v.sku = any(${texts(skus)}) and v.deleted_at is null and p.deleted_at is null`,
);

/** Lines of a migration's import that others of it refer to. */
export interface ReferredLine {
  line: number;
  outcome: string;
  applied: boolean;
  external_id: string | null;
  sku: string | null;
  customer_name: string | null;
  product_name: string | null;
}

export const linesReferred = statement(
  [[ID, 'products', ['x'], ['x'], ['x']]],
  (
    migrationId: string,
    kind: MigrationKind,
    ids: readonly string[],
    skus: readonly string[],
    names: readonly string[],
  ) => sql<ReferredLine>`
    select l.line, l.outcome, l.applied, l.external_id, l.sku, l.customer_name, l.product_name
    from ${importLines} l join ${imports} m on m.id = l.import_id
    where m.migration_id = ${migrationId} and m.kind = ${kind} and (l.external_id = any(${texts(ids)})
      or l.sku = any(${texts(skus)}) or lower(l.customer_name) = any(${texts(names)}))
    order by l.line`,
);

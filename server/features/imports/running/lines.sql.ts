import { sql } from 'drizzle-orm';
import type { WeightUnit } from '../../../kernel/weights';
import { ints, texts } from '../../../platform/db/listing';
import { ID } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { externalIds } from '../../entities/external-ids/tables';
import type { Category } from '../../products/categories';
import type { Visibility } from '../../products/schema';
import { products, productVariants } from '../../products/tables';
import type { AppliedLine, CheckedLine } from '../lines/line';
import { importLines } from '../tables';

export interface KnownProduct {
  id: string;
  name: string;
  brand: string | null;
  category: Category;
  subcategory: string | null;
  description: string | null;
  thc_percentage: number | null;
  cbd_percentage: number | null;
  visibility: Visibility;
  active: boolean;
}

export interface KnownVariant extends KnownProduct {
  variant_id: string;
  variant_name: string;
  sku: string;
  price_cents: number;
  wholesale_price_cents: number;
  case_size: number;
  unit: WeightUnit | null;
  step: number | null;
  weight: number | null;
  weight_unit: string | null;
  /** Of the business, by system. */
  external_ids: Record<string, string> | null;
}

export const productsByName = statement([[ID, ['x']]], (entityId: string, entries: readonly string[]) => {
  const columns = sql`p.id, p.name, p.brand, p.category, p.subcategory, p.description, p.thc_percentage, p.cbd_percentage, p.visibility, p.active`;
  return sql<KnownProduct>`
    select ${columns} from ${products} p
    where p.entity_id = ${entityId} and p.deleted_at is null
      and lower(p.name) = any(${texts(entries)})
    order by p.created_at, p.id`;
});

export const variantsInFile = statement([[ID, ['x']]], (entityId: string, skus: readonly string[]) => {
  const columns = sql`p.id, p.name, p.brand, p.category, p.subcategory, p.description, p.thc_percentage, p.cbd_percentage, p.visibility, p.active`;
  return sql<KnownVariant>`
    select ${columns}, v.id as variant_id, v.name as variant_name, v.sku, v.price_cents::float8 as price_cents,
      v.wholesale_price_cents::float8 as wholesale_price_cents, v.case_size, v.unit, v.step, v.weight::float8 as weight, v.weight_unit,
      (select jsonb_object_agg(n.system, n.value) from ${externalIds} n
        where n.entity_id = ${entityId} and n.object_type = 'variant' and n.object_id = v.id) as external_ids
    from ${productVariants} v join ${products} p on p.id = v.product_id
    where v.entity_id = ${entityId} and v.sku = any(${texts(skus)}) and v.deleted_at is null`;
});

/** Those of some lines that an import has. */
export const linesAmong = statement(
  [[ID, [2]]],
  (id: string, lines: readonly number[]) => sql<{ line: number }>`
    select line from ${importLines} where import_id = ${id} and line = any(${ints(lines)})`,
);

export const insertLines = statement(
  [[ID, []]],
  (id: string, lines: readonly CheckedLine[]) => sql`
    insert into ${importLines} (import_id, line, outcome, sku, product_name, customer_name, location, room_type, before, after, note,
      errors, data, external_id, not_carried, imported)
    select ${id}, l.line, l.outcome, l.sku, l."productName", l."customerName", l.location, l."roomType", nullif(l.before, 'null'),
      nullif(l.after, 'null'), l.note, l.errors, nullif(l.data, 'null'), l."externalId", nullif(l."notCarried", 'null'), nullif(l.imported, 'null')
    from jsonb_to_recordset(${JSON.stringify(lines)}::text::jsonb) as l (line int, outcome text, sku text,
      "productName" text, "customerName" text, location text, "roomType" text, before jsonb, after jsonb, note text, errors jsonb, data jsonb,
      "externalId" text, "notCarried" jsonb, imported jsonb)`,
);

export const storeOutcomes = statement(
  [[[], ID]],
  (lines: readonly AppliedLine[], id: string) => sql`
    update ${importLines} l set outcome = n.outcome, applied = n.outcome <> 'error', before = nullif(n.before, 'null'),
      after = nullif(n.after, 'null'), note = n.note, errors = n.errors
    from jsonb_to_recordset(${JSON.stringify(lines)}::text::jsonb) as n (line int, outcome text, before jsonb, after jsonb,
      note text, errors jsonb)
    where l.import_id = ${id} and l.line = n.line`,
);

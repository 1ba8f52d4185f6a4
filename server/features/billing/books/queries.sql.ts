import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Actor } from '../../../kernel/actor';
import { among, collection } from '../../../platform/db/collection';
import { pageOf, rowsWhere } from '../../../platform/db/rows.sql';
import { ID, OWNER } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { accountingExport } from './resource';
import { ExportKind } from './schema';
import { accountingExports, accountingFiles } from './tables';

const x = alias(accountingExports, 'x');
type Owner = Pick<Actor, 'entity'>;

/** SQL: the exports (alias `x`) of the caller's business. The only way to a row. */
export const ownExports = ({ entity }: Owner) => sql`x.entity_id = ${entity.id}`;

export const EXPORTS = collection(accountingExport, {
  name: 'accounting-exports',
  visible: ownExports,
  sorts: { created_at: x.createdAt },
  fallback: '-created_at',
  keys: { created_at: 'timestamptz' },
  changed: x.createdAt,
  filters: { kind: among(sql`x.kind`, ExportKind) },
});
export const exportPage = pageOf(EXPORTS, OWNER);
/** Exports as the resource. */
export const readExports = rowsWhere(accountingExport, [[sql`x.id = ${ID} and ${ownExports(OWNER)}`]]);

export const countExports = statement(
  [[ID]],
  (entityId: string) =>
    sql<{
      total: number;
      bytes: number;
    }>`select count(*)::int as total, coalesce(sum((select sum(octet_length(f.contents)) from ${accountingFiles} f
        where f.export_id = x.id)), 0)::float8 as bytes
      from ${accountingExports} x where x.entity_id = ${entityId}`,
);

export const fileOf = statement(
  [[ID, ID, 1]],
  (entityId: string, id: string, n: number) => sql<{ name: string; contents: Buffer }>`
    select f.name, f.contents from ${accountingFiles} f join ${accountingExports} x on x.id = f.export_id
    where x.id = ${id} and x.entity_id = ${entityId} and f.n = ${n}`,
);

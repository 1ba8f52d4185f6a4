import { type SQL, sql } from 'drizzle-orm';
import { TABLES } from './tables';

/** A draft is its author's until it is sent. */
const sentDrafts = (entityId: string) => sql`(t.sent_at is not null
  or case when t.by_seller then t.seller_id else t.buyer_id end = ${entityId}::uuid)`;

/**
 * SQL: the rows (alias `t`) of a business that a scope of the declaration names.
 * @param scope as `TableData.rows`
 */
export function rowsOf(scope: string, entityId: string): SQL {
  return within(scope, entityId, 't');
}

/** SQL: the rows (alias `t`) of a table that a business may take along. */
export function exportedOf(table: string, entityId: string): SQL {
  const scope = TABLES[table]?.rows;
  if (!scope) throw new Error(`${table} is in no export`);
  const rows = rowsOf(scope, entityId);
  return table === 'drafts' ? sql`${rows} and ${sentDrafts(entityId)}` : rows;
}

function within(scope: string, entityId: string, alias: string): SQL {
  const parts = scope.split('|').map((part) => {
    const [column = '', parent] = part.split('>');
    const own = sql`${sql.identifier(alias)}.${sql.identifier(column)}`;
    if (!parent) return sql`${own} = ${entityId}::uuid`;
    const [table = '', side] = parent.split('.');
    const [outer, inner] = [side ?? TABLES[table]?.rows ?? '', `${alias}_`];
    return sql`${own} in (select ${sql.identifier(inner)}.id from ${sql.identifier(table)} ${sql.identifier(inner)}
      where ${within(outer, entityId, inner)})`;
  });
  return sql`(${sql.join(parts, sql` or `)})`;
}

import { getTableColumns, getTableName } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { marked, PG_TABLES, sided, TABLES } from '../../../server/features/tenants/data/tables';
import { KEPT, keptOf, marksOf } from '../../../server/platform/db/marks';
import { openTestDatabase } from '../../setup/database';

const { sql, close } = await openTestDatabase();
const rows = await sql<{ table: string; columns: string[] }[]>`
  select c.relname as table, array_agg(a.attname::text order by a.attname) as columns
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' group by 1 order by 1`;
await close();
const schema = Object.fromEntries(rows.map(({ table, columns }) => [table, columns]));

test('each table of the schema says why its rows are kept, with its columns', () => {
  const declared = Object.entries(TABLES).map(([name, { columns }]) => [name, Object.keys(columns).sort()]);
  expect(Object.fromEntries(declared)).toEqual(schema);
});

test('of each column that can hold words it is decided whether they are personal', () => {
  const undecided = PG_TABLES.flatMap((table) => {
    // What is computed from other tables, and what is no business's, has their decisions.
    if (['derived', 'own'].includes(keptOf(table)?.kept ?? '')) return [];
    return Object.values(getTableColumns(table))
      .filter((column) => ['PgText', 'PgJsonb', 'PgCustomColumn'].includes(column.columnType))
      .filter((column) => !column.enumValues?.length && !marksOf(column).holds)
      .map((column) => `${getTableName(table)}.${column.name}`);
  });
  expect(undecided).toEqual([]);
});

test('every scope of the declaration leads to a business', () => {
  const scopes = Object.entries(TABLES).flatMap(([name, { rows: own, erased }]) =>
    [own, erased].flatMap((scope) =>
      (scope ?? '').split('|').flatMap((part) => (part ? [{ name, part }] : [])),
    ),
  );
  for (const { name, part } of scopes) {
    const [column = '', parent = '', side] = part.split(/[>.]/);
    expect(schema[name], `${name}: ${part}`).toContain(column);
    if (parent) expect(TABLES[parent]?.rows, `${name}: ${part}`).toEqual(expect.any(String));
    if (side) expect(TABLES[parent]?.rows?.split('|'), `${name}: ${part}`).toContain(side);
  }
  for (const [name, table] of Object.entries(TABLES))
    for (const { side } of sided(table)) expect(table.rows?.split('|'), name).toContain(side);
});

test('whatever is personal is erased, lapses by itself, or is of no business; secrets are in no export', () => {
  for (const [name, table] of Object.entries(TABLES)) {
    expect(Object.keys(KEPT), name).toContain(table.kept);
    if (marked(table, 'personal').length === 0 || table.kept === 'throttles') continue;
    expect(table.erase ?? 'nothing', name).not.toBe('nothing');
    expect(table.erased ?? table.rows, name).toEqual(expect.any(String));
  }
  const open = Object.entries(TABLES).flatMap(([name, table]) =>
    Object.keys(table.columns)
      .filter((column) => /secret|_hash$|credentials$|jti|salt|lease_token/.test(column))
      .filter((column) => table.rows && !marked(table, 'withheld').includes(column))
      .map((column) => `${name}.${column}`),
  );
  expect(open.sort()).toEqual([
    ...['bank_mappings.header_hash', 'bank_statements.header_hash'],
    ...['import_mappings.header_hash', 'imports.header_hash'],
  ]);
});

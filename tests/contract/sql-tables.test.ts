import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { readTables, type SourceFile, type Tables, textTables, writesOf } from '../setup/sql-tables';

const ROOT = resolve(import.meta.dirname, '../..');
/** Fills a new database, with any table. */
const DEMO = 'server/process/demo/';

let files: SourceFile[];
let tables: Tables;

beforeAll(async () => {
  const names = await readdir(join(ROOT, 'server'), { recursive: true });
  const paths = names.filter((name) => name.endsWith('.ts')).map((name) => `server/${name}`);
  files = await Promise.all(
    paths.map(async (path) => ({ path, text: await readFile(join(ROOT, path), 'utf8') })),
  );
  tables = readTables(files);
});

/** A feature by its folder, any other wing by its name. */
const roomOf = (path: string) => /^server\/(features\/[^/]+|[^/]+)\//.exec(path)?.[1];

test('knows every table', () => {
  expect(tables.byName.size).toBeGreaterThan(90);
});

test('names each table in SQL by its Drizzle object', () => {
  expect(files.flatMap((file) => textTables(file, tables))).toEqual([]);
});

test('writes a table in its own feature alone', () => {
  const writes = files.filter(({ path }) => !path.startsWith(DEMO)).flatMap((file) => writesOf(file, tables));
  expect(writes.length).toBeGreaterThan(250);
  const others = writes.filter(({ path, owner }) => roomOf(path) !== roomOf(owner));
  expect(others.map(({ path, table }) => `${path} writes ${table}`)).toEqual([]);
});

const IMPORTS = `import { sql } from 'drizzle-orm';
import { orders, orderItems as lines } from '../orders/tables';
import { lots } from '../lots/tables';
`;
/** A file of the feature orders; `$orders` stands for an interpolated table. */
const planted = (code: string): SourceFile => ({
  path: 'server/features/orders/planted.sql.ts',
  text: `${IMPORTS}${code.replaceAll(/\$(\w+)/g, (_, name) => `\${${name}}`)}`,
});

describe('finds a table that is named as text', () => {
  test.each([
    ['select id from orders o', 'orders'],
    ['select id from $orders o join\n order_items x on true', 'order_items'],
    ['select id from $orders o, lots l', 'lots'],
    ['insert into "orders" (id) values (1)', 'orders'],
    ['update orders set id = 1', 'orders'],
    ['delete from only orders', 'orders'],
    ['delete from $orders using lots l', 'lots'],
    ['select order_items.id from $lines', 'order_items'],
    ['orders o where true', 'orders'],
    ['orders', 'orders'],
    ["select * from $lots where note = 'x' and id in (select id from orders)", 'orders'],
  ])('%s', (statement, table) => {
    const file = planted(`export const planted = sql\`${statement}\`;`);
    expect(textTables(file, tables)).toEqual([`${file.path}:4 names ${table}`]);
  });

  test.each([
    "select 'from orders' as orders, count(*)::int as lots from $orders o",
    'with orders as (select 1) select * from orders',
    'select x.orders from $lots x order by orders',
    'update $orders o set lots = 1 where o.id is distinct from lots',
    '-- from orders\n select from $orders',
  ])('accepts %s', (statement) => {
    expect(textTables(planted(`export const planted = sql\`${statement}\`;`), tables)).toEqual([]);
  });
});

describe("finds a write of another feature's table", () => {
  test.each([
    'sql`insert into $lots (id) values (1)`',
    'sql`with x as (select 1) update\n $lots l set id = 1`',
    'sql`update only $lots set id = 1`',
    'sql`delete from $lots l using $orders o where true`',
    'sql`merge into $lots using $orders on true when matched then delete`',
    'sql`truncate $lots`',
    'db.insert(lots).values({})',
    'db.update(lots).set({})',
    'tx.delete(lots)',
    'deleteInBatches(db, lots, condition)',
    'insertRows(lots, [])',
  ])('%s', (code) => {
    const file = planted(`export const planted = (db, tx, condition) => ${code};`);
    expect(writesOf(file, tables)).toEqual([
      { path: file.path, table: 'lots', owner: 'server/features/lots/tables.ts' },
    ]);
  });

  test('by the name that an import gave it', () => {
    expect(writesOf(planted('export const planted = sql`update $lines set id = 1`;'), tables)).toEqual([
      {
        path: 'server/features/orders/planted.sql.ts',
        table: 'orderItems',
        owner: 'server/features/orders/tables.ts',
      },
    ]);
  });

  test.each(['sql`select from $lots for update`', 'sql`select from $orders for update of $lots`'])(
    'accepts %s',
    (code) => {
      expect(writesOf(planted(`export const planted = ${code};`), tables)).toEqual([]);
    },
  );
});

import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FOUND, openWalk, type WalkedList } from '../../../server/platform/db/walk';
import { openTestDatabase, type TestDatabase } from '../../setup/database';

const ROWS = 12_345;
const LIMIT = 500;
/** Values recur, and some are null, which are last in both directions. Without a cursor, an index that is read backward reverses ties. */
const NUMBERS: WalkedList<'n' | 'word' | 'day'> = {
  name: 'numbers',
  from: sql`numbers x`,
  id: sql`x.id`,
  sorts: { n: sql`x.n`, word: sql`x.word`, day: sql`x.day` },
  keys: { n: 'bigint' },
  fallback: '-n',
  nullable: ['day'],
};
const PAIRS: WalkedList<'word'> = {
  name: 'pairs',
  from: sql`pairs x`,
  id: sql`x.id`,
  secondId: sql`x.other`,
  sorts: { word: sql`x.word` },
  keys: {},
  fallback: 'word',
};
const OWNER = '00000000-0000-0000-0000-000000000001';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  await database.sql`
    create table numbers as select md5(n::text)::uuid as id, (n / 3)::bigint as n, 'w' || n % 40 as word,
      case when n % 5 > 0 then current_date + n % 7 end as day from generate_series(1, ${ROWS}::int) n`;
  await database.sql`
    create table pairs as select md5((n / 2)::text)::uuid as id, case when n % 2 = 0 then md5(n::text)::uuid end as other,
      'w' || n % 40 as word from generate_series(1, ${ROWS}::int) n`;
});
afterAll(() => database.close());

/** Every page of a list, put together. */
async function readAll<F extends string>(list: WalkedList<F>, sort: F | `-${F}`) {
  const rows: object[] = [];
  for (let page = 1; ; page++) {
    const walk = await openWalk(database.db, list, OWNER, { page, limit: LIMIT, sort });
    const { data, pagination } = await walk.read(sql`true`, async (ids) => {
      const found = await database.db.execute<{ id: string; walk_key: string | null }>(
        sql`select x.*, page.walk_key from ${ids} join ${list.from}
          on x.id = page.id ${list.secondId ? sql`and x.other is not distinct from page.other` : sql``} ${walk.order}`,
      );
      return [...found];
    });
    expect(pagination).toMatchObject({ total: ROWS, has_more: page * LIMIT < ROWS });
    rows.push(...data);
    if (!pagination.has_more) return rows;
  }
}

test.each([
  ['n', 'n asc, id asc'],
  ['-n', 'n desc, id asc'],
  ['word', 'word asc, id asc'],
  ['-word', 'word desc, id desc'],
  ['day', 'day asc nulls last, id asc'],
  ['-day', 'day desc nulls last, id asc'],
] as const)(
  'the pages of a long list sorted by %s have each row once, in order, whichever end they are read from',
  async (sort, order) => {
    const inOrder = await database.sql.unsafe(`select id from numbers order by ${order}`);
    expect((await readAll(NUMBERS, sort)).map((row) => (row as { id: string }).id)).toEqual(
      inOrder.map((row) => row.id),
    );
  },
);

test('rows named by two ids keep their order on deep pages', async () => {
  const inOrder = await database.sql`select id, other from pairs order by word, id, other`;
  const rows = (await readAll(PAIRS, 'word')) as Array<{ id: string; other: string | null }>;
  const nameOf = ({ id, other }: { id: string; other: string | null }) => `${id} ${other}`;
  expect(new Set(rows.map(nameOf)).size).toBe(rows.length);
  expect(rows.map((row) => row.id)).toEqual(inOrder.map((row) => row.id));
});

test.each([
  [20, 'n'],
  [50, '-n'],
  [33, 'word'],
  [50, '-day'],
] as const)(
  'pages of %d whose total is read with them, sorted by %s, have each row once, in order',
  async (limit, sort) => {
    const rows: Array<{ id: string }> = [];
    const [, descending, field] = /^(-?)(.*)$/.exec(sort) ?? [];
    for (let page = 1; page <= 16; page++) {
      const walk = await openWalk(database.db, NUMBERS, OWNER, { page, limit, sort });
      const { data, pagination } = await walk.read<{ id: string }>(
        sql`true`,
        async (ids, total) => [
          ...(await database.db.execute<{ id: string }>(
            sql`select x.id, page.walk_key, (${total})::int as walk_total from ${ids} join numbers x on x.id = page.id ${walk.pageOrder}`,
          )),
        ],
        sql`(select count(*) from numbers)`,
      );
      expect(pagination).toMatchObject({ page, total: ROWS, has_more: true });
      rows.push(...data);
    }
    const ties = descending && field === 'word' ? 'desc' : 'asc';
    const inOrder = await database.sql.unsafe<Array<{ id: string }>>(
      `select id from numbers order by ${field} ${descending ? 'desc' : 'asc'} nulls last, id ${ties} limit ${16 * limit}`,
    );
    expect(rows).toEqual(inOrder.map(({ id }) => ({ id })));
  },
);

test('a page beyond the last one is empty, and has the total', async () => {
  for (const page of [2, 1_000]) {
    const walk = await openWalk(database.db, NUMBERS, OWNER, { page, limit: 500 });
    const { data, pagination } = await walk.read<{ id: string }>(
      sql`false`,
      async (ids, total) => [
        ...(await database.db.execute<{ id: string }>(
          sql`select id, walk_key, (${total})::int as walk_total from ${ids}`,
        )),
      ],
      sql`7`,
    );
    expect(data).toEqual([]);
    expect(pagination).toMatchObject({ page, total: 7, has_more: false });
  }
});

test.each([
  [200, 199, 0],
  [200, 200, 0],
  [200, 201, 1],
  [100, 99, 1],
])(
  'a first page of %d of %d rows has their total: rows that are all there are counted by themselves',
  async (limit, rows, counts) => {
    const walk = await openWalk(database.db, NUMBERS, OWNER, { limit });
    let counted = 0;
    const { data, pagination } = await walk.read(
      sql`x.n <= ${Math.ceil(rows / 3)}`,
      async (ids) => {
        const found = await database.db.execute<{ id: string }>(sql`select id, walk_key from ${ids}`);
        return [...found].slice(0, rows);
      },
      async () => {
        counted += 1;
        return rows;
      },
    );
    expect(pagination).toMatchObject({ total: rows, has_more: rows > limit });
    expect(data).toHaveLength(Math.min(rows, limit));
    expect(counted).toBe(counts);
  },
);

test('a page beyond the last one is empty', async () => {
  const walk = await openWalk(database.db, NUMBERS, OWNER, { page: 100, limit: LIMIT });
  const { data, pagination } = await walk.read(sql`true`, async (ids) => [
    ...(await database.db.execute<{ id: string }>(sql`select id, walk_key from ${ids}`)),
  ]);
  expect(data).toEqual([]);
  expect(pagination).toMatchObject({ page: 100, total: ROWS, has_more: false, next_cursor: null });
});

test.each([1, 3, 12, 13, 20])(
  'page %d of rows that are counted while they are found has their total, in order',
  async (page) => {
    const where = sql`x.word in ('w3', 'w17')`;
    const walk = await openWalk(database.db, NUMBERS, OWNER, { page, limit: 50, sort: 'day' });
    const { data, pagination } = await walk.read<{ id: string }>(
      where,
      async (ids, total) => [
        ...(await database.db.execute<{ id: string }>(
          sql`select x.id, page.walk_key, (${total})::int as walk_total from ${ids} join numbers x on x.id = page.id ${walk.pageOrder}`,
        )),
      ],
      FOUND,
    );
    const inOrder = await database.db.execute<{ id: string }>(
      sql`select x.id from numbers x where ${where} order by x.day nulls last, x.id`,
    );
    expect(data).toEqual(inOrder.slice((page - 1) * 50, page * 50));
    expect(pagination).toMatchObject({ page, total: inOrder.length, has_more: page * 50 < inOrder.length });
  },
);

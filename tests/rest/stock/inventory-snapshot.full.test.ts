import { beforeAll, describe, expect, test } from 'vitest';
import { addDays, dateIn } from '../../../server/kernel/clock';
import { type Business, createBusiness, createMember } from '../../factories/business';
import { createProduct, createStock } from '../../factories/catalog';
import { snapshotAt as at, rowWithPast, SNAPSHOT, type Snapshot } from '../../factories/stock-past';
import { type ItemBody, openTrade, placeOrder } from '../../factories/trade';
import type { Client } from '../../setup/client';
import { ABSENT_ID, expectAbsent, expectError, expectInvalid } from '../../setup/expect';
import { openOwnStage } from '../../setup/stage';

const stage = await openOwnStage();
const { db, sql } = stage;

describe('GET /api/v1/inventory/snapshot', () => {
  let shop: Business;
  let owner: Client;
  let apple: string;
  beforeAll(async () => {
    shop = await createBusiness(db, 'retailer', { timezone: 'America/Los_Angeles', locationCount: 2 });
    owner = await stage.signIn(await createMember(db, shop, 'owner'));
    apple = await rowWithPast(db, shop, await createProduct(db, shop, { name: 'Apple' }), [
      ['2026-03-01T12:00:00Z', 40],
      // 23:59:59.999 of 7 March there, then midnight; clocks go forward at 10:00 UTC on the 8th.
      ['2026-03-08T07:59:59.999Z', -1],
      ['2026-03-08T08:00:00.000Z', -2],
      // The end of 8 March is at 07:00 UTC, since summer time.
      ['2026-03-09T06:59:59.999Z', -4, 5],
      ['2026-03-09T07:00:00.000Z', -8],
      // 1 November has 25 hours: it ends at 08:00 UTC.
      ['2026-11-02T07:59:59.999Z', 100, -5],
      ['2026-11-02T08:00:00.000Z', 1000],
    ]);
    await rowWithPast(
      db,
      shop,
      await createProduct(db, shop, { name: 'Berry' }),
      [
        ['2026-03-08T20:00:00Z', 7],
        ['2026-03-08T20:00:00Z', 1],
      ],
      { locationId: shop.locationIds[1] ?? '' },
    );
  });

  const stockOn = async (date: string) =>
    (await at(owner, `date=${date}`)).body.data.map((item) => [
      item.product_name,
      item.quantity,
      item.reserved_quantity,
      item.available_quantity,
    ]);

  test.each([
    ['2026-02-28', []],
    ['2026-03-01', [['Apple', 40, 0, 40]]],
    ['2026-03-06', [['Apple', 40, 0, 40]]],
    ['2026-03-07', [['Apple', 39, 0, 39]]],
    [
      '2026-03-08',
      [
        ['Apple', 33, 5, 28],
        ['Berry', 8, 0, 8],
      ],
    ],
    [
      '2026-03-09',
      [
        ['Apple', 25, 5, 20],
        ['Berry', 8, 0, 8],
      ],
    ],
    [
      '2026-11-01',
      [
        ['Apple', 125, 0, 125],
        ['Berry', 8, 0, 8],
      ],
    ],
    [
      '2026-11-02',
      [
        ['Apple', 1125, 0, 1125],
        ['Berry', 8, 0, 8],
      ],
    ],
  ])('returns the end of %s in the business’s timezone (200)', async (date, stock) => {
    expect(await stockOn(date)).toEqual(stock);
  });

  test('returns the whole response; without a date it equals current stock (200)', async () => {
    const { status, body } = await at(owner);
    expect(status).toBe(200);
    const { data } = (await owner.get<Snapshot>('/api/v1/inventory')).body;
    expect(body).toEqual({
      date: dateIn('America/Los_Angeles'),
      location_id: null,
      data,
      pagination: { page: 1, limit: 50, total: 2, has_more: false },
    });
    expect((await at(owner, 'date=&location_id=')).body).toEqual(body);
  });

  test('returns it by location, by page and as a file (200)', async () => {
    const [first, second] = shop.locationIds;
    const there = (await at(owner, `date=2026-03-09&location_id=${second}`)).body;
    expect(there).toMatchObject({ location_id: second, pagination: { total: 1 } });
    expect(there.data.map((item) => item.product_name)).toEqual(['Berry']);
    const here = (await at(owner, `date=2026-03-08&location_id=${first?.toUpperCase()}`)).body;
    expect(here.data).toMatchObject([{ id: apple, quantity: 33 }]);
    const next = (await at(owner, 'date=2026-03-09&limit=1&page=2')).body;
    expect(next.data.map((item) => item.product_name)).toEqual(['Berry']);
    expect(next.pagination).toEqual({ page: 2, limit: 1, total: 2, has_more: false });
    expect((await at(owner, 'date=2026-03-09&page=3&limit=1')).body.data).toEqual([]);
    const file = await owner.get(`${SNAPSHOT}?date=2026-03-08&location_id=${shop.locationIds[0]}&format=csv`);
    expect(file.headers['content-type']).toContain('text/csv');
    const [head, ...lines] = file.text.trimEnd().split('\r\n');
    expect(head?.split(',')).toEqual(Object.keys(there.data[0] ?? {}));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(`${apple},`);
  });

  test('returns an opened but unmoved row as empty (200)', async () => {
    const own = await createBusiness(db, 'wholesaler');
    const reader = await stage.signIn(await createMember(db, own, 'viewer'));
    const product = await createProduct(db, own);
    await rowWithPast(db, own, product, [['2026-05-03T00:00:00Z', 3]], { opened: '2026-05-01T10:00:00Z' });
    const on = async (date: string) =>
      (await at(reader, `date=${date}`)).body.data.map((row) => row.quantity);
    expect(await on('2026-04-30')).toEqual([]);
    expect(await on('2026-05-01')).toEqual([0]);
    expect(await on('2026-05-02')).toEqual([0]);
    expect(await on('2026-05-03')).toEqual([3]);
  });

  test('returns what orders had reserved (200)', async () => {
    const trade = await openTrade(stage, { quantity: 9 });
    await placeOrder(trade, 4);
    expect((await at(trade.seller)).body.data).toMatchObject([
      { quantity: 9, reserved_quantity: 4, available_quantity: 5 },
    ]);
  });

  test.each([
    ['Africa/Cairo', '2026-04-23', '2026-04-23T22:00:00.000Z'], // midnight is skipped
    ['America/Sao_Paulo', '2018-11-03', '2018-11-04T03:00:00.000Z'], // so it is here
    ['America/Sao_Paulo', '2018-11-04', '2018-11-05T02:00:00.000Z'], // a day of 23 hours that begins at one
    ['America/Havana', '2026-03-07', '2026-03-08T05:00:00.000Z'],
    ['Asia/Beirut', '2026-03-28', '2026-03-28T22:00:00.000Z'],
    ['Asia/Beirut', '2026-10-24', '2026-10-24T22:00:00.000Z'], // its last hour comes twice
    ['America/New_York', '2026-03-08', '2026-03-09T04:00:00.000Z'], // 23 hours
    ['America/New_York', '2026-11-01', '2026-11-02T05:00:00.000Z'], // 25 hours
    ['Asia/Kolkata', '2026-01-01', '2026-01-01T18:30:00.000Z'],
    ['Australia/Lord_Howe', '2026-04-05', '2026-04-05T13:30:00.000Z'], // daylight saving is half an hour there
    ['America/St_Johns', '2026-03-08', '2026-03-09T02:30:00.000Z'],
    ['America/Havana', '2026-10-31', '2026-11-01T04:00:00.000Z'], // midnight comes twice
    ['Pacific/Kiritimati', '2026-01-01', '2026-01-01T10:00:00.000Z'],
    ['Asia/Kathmandu', '2026-01-01', '2026-01-01T18:15:00.000Z'],
    ['Etc/GMT+12', '2026-01-01', '2026-01-02T12:00:00.000Z'],
    ['UTC', '2024-02-29', '2024-03-01T00:00:00.000Z'],
  ])('ends the day by the clock of %s', async (timezone, date, end) => {
    const own = await createBusiness(db, 'wholesaler', { timezone });
    const reader = await stage.signIn(await createMember(db, own, 'owner'));
    const last = new Date(Date.parse(end) - 1).toISOString();
    await rowWithPast(db, own, await createProduct(db, own), [
      [last, 1],
      [end, 10],
    ]);
    expect((await at(reader, `date=${date}`)).body.data.map((row) => row.quantity)).toEqual([1]);
    expect((await at(reader, `date=${addDays(date, 1)}`)).body.data.map((row) => row.quantity)).toEqual([11]);
  });

  test.each([
    ['date=2026-02-30', 'date'],
    ['date=tomorrow', 'date'],
    ['date=2026-1-1', 'date'],
    ['date=2026-01-01T00:00:00Z', 'date'],
    ['location_id=x', 'location_id'],
    ['page=0', 'page'],
    ['limit=501', 'limit'],
    ['room_type=vault', 'room_type'],
    ['date=2026-01-01&date=2026-01-02', 'date'],
    ['format=xml', 'format'],
  ])('rejects %s (400)', async (query, path) => {
    expectInvalid(await at(owner, query), path);
  });

  test('rejects a date as future until it has begun somewhere on earth', async () => {
    const first = new Date(Date.now() + 14 * 3_600_000).toISOString().slice(0, 10);
    expect((await at(owner, `date=${first}`)).status).toBe(200);
    expectInvalid(await at(owner, `date=${addDays(first, 1)}`), 'date');
    expectInvalid(await at(owner, 'date=9999-12-31'), 'date');
    expect((await at(owner, 'date=0001-01-01')).body.data).toEqual([]);
  });

  test("responds to another business's location exactly as to an absent one (404)", async () => {
    const foreign = await createBusiness(db, 'retailer');
    expectAbsent(await at(owner, `location_id=${foreign.locationIds[0]}`));
    expectAbsent(await at(owner, `location_id=${ABSENT_ID}`));
  });

  test('shows a limited member only their locations', async () => {
    const [first, second] = shop.locationIds;
    const limited = await stage.signIn(await createMember(db, shop, 'viewer', [second ?? '']));
    expect((await at(limited, 'date=2026-03-09')).body.data).toMatchObject([{ product_name: 'Berry' }]);
    expectAbsent(await at(limited, `location_id=${first}`));
  });

  test('leaves out empty rows of a deleted product, but keeps its stock (200)', async () => {
    const own = await createBusiness(db, 'wholesaler', { locationCount: 2 });
    const reader = await stage.signIn(await createMember(db, own, 'owner'));
    const deleted = await createProduct(db, own, {
      name: 'Gone',
      deletedAt: new Date('2026-05-10T12:00:00Z'),
    });
    const [, elsewhere] = own.locationIds;
    await rowWithPast(db, own, deleted, [
      ['2026-05-01T00:00:00Z', 5],
      ['2026-05-12T00:00:00Z', -5],
    ]);
    await rowWithPast(db, own, deleted, [], { opened: '2026-05-01T00:00:00Z', locationId: elsewhere ?? '' });
    await rowWithPast(db, own, await createProduct(db, own, { name: 'Here' }), [], {
      opened: '2026-05-01T00:00:00Z',
    });
    const on = async (date: string) => {
      const { data, pagination } = (await at(reader, `date=${date}&limit=2`)).body;
      return [...data.map((row) => [row.product_name, row.quantity]), pagination.total];
    };
    expect(await on('2026-05-09')).toEqual([['Gone', 5], ['Gone', 0], 3]);
    expect(await on('2026-05-10')).toEqual([['Gone', 5], ['Here', 0], 2]);
    expect(await on('2026-05-11')).toEqual([['Gone', 5], ['Here', 0], 2]);
    expect(await on('2026-05-12')).toEqual([['Here', 0], 1]);
    expect((await at(reader)).body.data).toEqual((await reader.get<Snapshot>('/api/v1/inventory')).body.data);
  });

  test('leaves out the rows of a location deleted since', async () => {
    const own = await createBusiness(db, 'retailer', { locationCount: 2 });
    const [, second] = own.locationIds;
    const reader = await stage.signIn(await createMember(db, own, 'owner'));
    await rowWithPast(
      db,
      own,
      await createProduct(db, own),
      [
        ['2026-05-01T00:00:00Z', 5],
        ['2026-05-02T00:00:00Z', -5],
      ],
      { locationId: second },
    );
    expect((await at(reader, 'date=2026-05-01')).body.data).toMatchObject([{ quantity: 5 }]);
    expect((await reader.delete(`/api/v1/entity/locations/${second}`)).status).toBe(204);
    expect((await at(reader, 'date=2026-05-01')).body).toMatchObject({ data: [], pagination: { total: 0 } });
    expectAbsent(await at(reader, `date=2026-05-01&location_id=${second}`));
  });

  test('rejects a missing token (401)', async () => {
    expectError(await at(stage.anybody), 'UNAUTHORIZED');
  });

  test('costs one index lookup per row, however long its history', async () => {
    const own = await createBusiness(db, 'wholesaler');
    const product = await createProduct(db, own);
    const id = await createStock(db, own, product.variantId, 1);
    await sql`
      insert into inventory_movements (id, entity_id, item_id, reason_code, delta, reserved_delta, quantity_after,
        reserved_after, actor_name, source_type, request_id, created_at)
      select gen_random_uuid(), ${own.id}, ${id}, 'AUDIT', 1, 0, n, 0, 'Counter', 'count', 'x',
        timestamptz '2026-01-01' + n * interval '1 minute' from generate_series(1, 20000) n`;
    await sql`analyze inventory_movements`;
    const plan = await sql`
      explain select m.quantity_after from inventory_movements m where m.item_id = ${id}
        and m.created_at < '2026-01-05' order by m.created_at desc nulls last, m.position desc nulls last limit 1`;
    const text = plan.map((line) => line['QUERY PLAN']).join('\n');
    expect(text).toContain('inventory_movements_at');
    expect(text).not.toContain('Sort');
  });
});

interface Compared extends Snapshot {
  data: Array<
    ItemBody & {
      current: { quantity: number; reserved_quantity: number; available_quantity: number };
      difference: number;
    }
  >;
}

describe('GET /api/v1/inventory/snapshot/comparison', () => {
  test('returns what each row held then and holds now, including newer rows (200)', async () => {
    const own = await createBusiness(db, 'wholesaler', { locationCount: 2 });
    const [first, second] = own.locationIds;
    const reader = await stage.signIn(await createMember(db, own, 'viewer'));
    const limited = await stage.signIn(await createMember(db, own, 'manager', [second ?? '']));
    const deleted = { name: 'Deleted', deletedAt: new Date('2026-05-01T00:00:00Z') };
    await rowWithPast(db, own, await createProduct(db, own, { name: 'Apple' }), [
      ['2026-05-01T00:00:00Z', 10],
      ['2026-05-02T00:00:00Z', -4, 2],
    ]);
    await rowWithPast(db, own, await createProduct(db, own, { name: 'New' }), [['2026-05-03T00:00:00Z', 3]], {
      locationId: second,
    });
    await rowWithPast(db, own, await createProduct(db, own, deleted), [], { opened: '2026-04-01T00:00:00Z' });
    const compare = async (client: Client, query: string) =>
      (await client.get<Compared>(`${SNAPSHOT}/comparison?${query}`)).body;
    const { data, pagination, date, location_id } = await compare(reader, 'date=2026-05-01');
    expect({ pagination, date, location_id }).toEqual({
      pagination: { page: 1, limit: 50, total: 2, has_more: false },
      date: '2026-05-01',
      location_id: null,
    });
    expect(data).toMatchObject([
      {
        product_name: 'Apple',
        quantity: 10,
        available_quantity: 10,
        current: { quantity: 6, reserved_quantity: 2, available_quantity: 4 },
        difference: -4,
      },
      {
        product_name: 'New',
        quantity: 0,
        current: { quantity: 3, reserved_quantity: 0, available_quantity: 3 },
        difference: 3,
      },
    ]);
    expect((await compare(reader, '')).data.map((row) => row.difference)).toEqual([0, 0]);
    expect((await compare(limited, 'date=2026-05-01')).data).toMatchObject([{ product_name: 'New' }]);
    expect((await compare(reader, `location_id=${first}`)).data).toMatchObject([{ product_name: 'Apple' }]);
    expectAbsent(await limited.get(`${SNAPSHOT}/comparison?location_id=${first}`));
    expectInvalid(await reader.get(`${SNAPSHOT}/comparison?date=2999-01-01`), 'date');
    const file = await reader.get(`${SNAPSHOT}/comparison?date=2026-05-01&format=csv`);
    expect(file.text.split('\r\n')[0]).toMatch(/,current\.quantity,.*,difference$/);
  });
});

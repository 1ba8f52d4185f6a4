import { beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { LevelsWanted, LevelWantedList } from '../../../server/features/inventory/wanted/schema';
import type { ReorderList } from '../../../server/features/market/schema';
import { createMember } from '../../factories/business';
import { createStock } from '../../factories/catalog';
import { checkCsv, settled } from '../../factories/imports';
import { type ItemBody, openTrade, placeOrder, type Trade } from '../../factories/trade';
import { type Client, ok } from '../../setup/client';
import { ABSENT_ID, expectAbsent, expectError, expectInvalid } from '../../setup/expect';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { db, sql } = stage;
const PATH = '/api/v1/inventory/levels-wanted';

type Level = { reorder_point?: number | null; par?: number | null };
const put = (client: Client, lines: object[]) => client.put<z.infer<typeof LevelsWanted>>(PATH, { lines });
const listed = async (client: Client, query = '') =>
  ok(await client.get<z.infer<typeof LevelWantedList>>(`${PATH}${query}`));
const reorder = async (client: Client) =>
  ok(await client.get<z.infer<typeof ReorderList>>('/api/v1/market/reorder')).data;
const low = async (client: Client) =>
  ok(await client.get<{ data: ItemBody[] }>('/api/v1/inventory?low_stock=true')).data;
/** What low rows hold; those of rooms without any are listed, too. */
const lowUnits = async (client: Client) =>
  (await low(client)).flatMap(({ quantity }) => (quantity > 0 ? [quantity] : []));
const events = (entityId: string) =>
  sql`select type from events where entity_id = ${entityId} and type = 'inventory.low_stock'`;

let trade: Trade;
let here: string;
let there: string;
let line: (level: Level, location?: string) => object;
beforeAll(async () => {
  trade = await openTrade(stage, {
    quantity: 500,
    prices: [1000, 2000],
    retailer: { lowStockThreshold: 10, locationCount: 2 },
  });
  [here, there] = trade.retailer.locationIds as [string, string];
  line = (level, location_id = here) => ({ variant_id: trade.product.variantId, location_id, ...level });
});

test('replaces a pair, keeps the others, and removes one without either', async () => {
  const { buyer } = trade;
  const set = ok(
    await put(buyer, [line({ reorder_point: 5, par: 20 }), line({ reorder_point: null, par: 8 }, there)]),
  );
  expect(set.data).toMatchObject([
    { ...line({ reorder_point: 5, par: 20 }), sellable_quantity: 0 },
    line({ reorder_point: null, par: 8 }, there),
  ]);
  ok(await put(buyer, [line({ reorder_point: 6, par: null })]));
  expect((await listed(buyer)).data).toHaveLength(2);
  expect((await listed(buyer, `?location_id=${here}`)).data).toMatchObject([
    line({ reorder_point: 6, par: null }),
  ]);
  expect((await listed(buyer, `?variant_id=${ABSENT_ID}`)).data).toEqual([]);
  ok(
    await put(buyer, [
      line({ reorder_point: null, par: null }),
      line({ reorder_point: null, par: null }, there),
    ]),
  );
  expect(await listed(buyer)).toMatchObject({ data: [], pagination: { total: 0 } });
  const audited = await sql`select after from audit_log where entity_id = ${trade.retailer.id}
    and action = 'inventory.levels_wanted' order by position`;
  expect(audited).toHaveLength(5);
});

test('the location reorders by its own point, else by the threshold; 0 never', async () => {
  const { buyer, retailer, product } = trade;
  await createStock(db, retailer, product.variantId, 12, { roomType: 'sales_floor' });
  expect(await low(buyer)).toEqual([]);
  ok(await put(buyer, [line({ reorder_point: 13, par: 40 })]));
  expect(await lowUnits(buyer)).toEqual([12]);
  expect(await reorder(buyer)).toMatchObject([
    { low_stock_threshold: 13, par: 40, sellable_quantity: 12, suggested_quantity: 28 },
  ]);
  await placeOrder(trade, 8);
  expect(await reorder(buyer)).toMatchObject([{ incoming_quantity: 8, suggested_quantity: 20 }]);
  ok(await put(buyer, [line({ reorder_point: 12, par: 40 })]));
  expect(await low(buyer)).toEqual([]);
  ok(await put(buyer, [line({ reorder_point: 0, par: null })]));
  await sql`update entities set low_stock_threshold = 50 where id = ${retailer.id}`;
  expect(await low(buyer)).toEqual([]);
  ok(await put(buyer, [line({ reorder_point: null, par: null })]));
  expect(await lowUnits(buyer)).toEqual([12]);
  await sql`update entities set low_stock_threshold = 10 where id = ${retailer.id}`;
  // None of it was a crossing.
  expect(await events(retailer.id)).toEqual([]);
});

test('crossing the point is one event with it as the threshold', async () => {
  const { buyer, retailer, product } = trade;
  ok(await put(buyer, [line({ reorder_point: 11, par: null })]));
  const [item] = ok(
    await buyer.get<{ data: ItemBody[] }>(`/api/v1/inventory?product_id=${product.id}&room_type=sales_floor`),
  ).data;
  const take = { quantity_change: -1, reason_code: 'DAMAGE' };
  ok(await buyer.patch(`/api/v1/inventory/${item?.id}`, take));
  expect(await events(retailer.id)).toEqual([]);
  ok(await buyer.patch(`/api/v1/inventory/${item?.id}`, take));
  ok(await buyer.patch(`/api/v1/inventory/${item?.id}`, take));
  expect(await events(retailer.id)).toHaveLength(1);
});

test('a variant that was never stocked counts as 0', async () => {
  const { buyer, retailer, product } = await openTrade(stage, {
    quantity: 50,
    retailer: { lowStockThreshold: 0 },
  });
  const entity = ok(await buyer.get<{ locations: { id: string }[] }>('/api/v1/entity'));
  const place = { variant_id: product.variantId, location_id: entity.locations[0]?.id };
  expect(await reorder(buyer)).toEqual([]);
  ok(await put(buyer, [{ ...place, reorder_point: 4, par: 24 }]));
  expect(await reorder(buyer)).toMatchObject([
    { ...{ sellable_quantity: 0, par: 24, suggested_quantity: 24 } },
  ]);
  expect(await low(buyer)).toMatchObject([{ quantity: 0, low_stock: true }]);
  const levels = ok(await buyer.get<{ data: object[] }>('/api/v1/inventory/levels?low_stock=true')).data;
  expect(levels).toMatchObject([{ low: true, low_stock_threshold: 4, sellable_quantity: 0 }]);
  // Without the level it is as before; once it was in stock, the threshold holds.
  await sql`update entities set low_stock_threshold = 5 where id = ${retailer.id}`;
  ok(await put(buyer, [place]));
  expect([await reorder(buyer), await low(buyer)]).toEqual([[], []]);
  const [item] = ok(await buyer.get<{ data: ItemBody[] }>(`/api/v1/inventory?product_id=${product.id}`)).data;
  ok(await buyer.patch(`/api/v1/inventory/${item?.id}`, { quantity_change: 2, reason_code: 'RETURN' }));
  expect(await low(buyer)).toMatchObject([{ quantity: 2, low_stock: true }]);
});

describe('rejects, without writing any line,', () => {
  const ok1 = () => line({ reorder_point: 1, par: 2 }, there);
  test.each<[string, () => object[], string, string]>([
    [
      'a par below the reorder point',
      () => [ok1(), line({ reorder_point: 5, par: 4 })],
      'lines[1].par',
      'below_reorder_point',
    ],
    ['a pair twice', () => [ok1(), ok1()], 'lines[1]', 'duplicate'],
    ['more than a million', () => [line({ par: 1_000_001 })], 'lines[0].par', 'value_too_large'],
    ['less than 0', () => [line({ reorder_point: -1 })], 'lines[0].reorder_point', 'value_too_small'],
    ['a half', () => [line({ reorder_point: 0.5 })], 'lines[0].reorder_point', 'not_an_integer'],
    ['no lines', () => [], 'lines', 'too_few_items'],
    ['501 lines', () => Array.from({ length: 501 }, ok1), 'lines', 'too_many_items'],
  ])('%s (400)', async (_, lines, path, code) => {
    const { total } = (await listed(trade.buyer)).pagination;
    expectInvalid(await put(trade.buyer, lines()), path, code);
    expect((await listed(trade.buyer)).pagination.total).toBe(total);
  });

  test("a variant that isn't visible, and another's location (404)", async () => {
    const other = await openTrade(stage);
    expectAbsent(
      await put(trade.buyer, [ok1(), { ...line({ par: 1 }), variant_id: other.product.variantId }]),
    );
    expectAbsent(await put(trade.buyer, [ok1(), line({ par: 1 }, other.retailer.locationIds[0])]));
    expect((await listed(trade.buyer, `?location_id=${there}`)).data).toEqual([]);
  });
});

test('members limited to locations set and see their own; a viewer sets none; partners see nothing', async () => {
  const { retailer, buyer, seller } = trade;
  const limited = await stage.signIn(await createMember(db, retailer, 'manager', [there]));
  ok(await put(limited, [line({ par: 3 }, there)]));
  expectAbsent(await put(limited, [line({ par: 3 }, here)]));
  expect((await listed(limited)).data).toMatchObject([{ location_id: there, par: 3 }]);
  const viewer = await stage.signIn(await createMember(db, retailer, 'viewer'));
  expectError(await put(viewer, [line({ par: 3 })]), 'FORBIDDEN');
  expect((await listed(seller)).data).toEqual([]);
  ok(await put(buyer, [line({}, there)]));
});

test('20 at once for one pair: the last wins, none fails', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      put(trade.buyer, [line({ par: n + 1 }, there), line({ par: n + 1 })]),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
  const pars = (await listed(trade.buyer)).data.map(({ par }) => par);
  expect(new Set(pars).size).toBe(1);
});

test('imports levels by SKU, also of what was never stocked', async () => {
  const { buyer, product } = await openTrade(stage, { retailer: { locationCount: 2 } });
  const [variant] = ok(
    await buyer.get<{ variants: { sku: string }[] }>(`/api/v1/products/${product.id}`),
  ).variants;
  const { locations } = ok(await buyer.get<{ locations: { id: string; name: string }[] }>('/api/v1/entity'));
  const [one, two] = locations.map(({ name }) => name);
  const file = [
    'sku,location,reorder point,par level',
    `${variant?.sku},${one},12,48`,
    `${variant?.sku},${two},,6`,
    `${variant?.sku},${two},1,6`,
    `NONE,${one},1,6`,
    `${variant?.sku},Nowhere,1,6`,
    `${variant?.sku},${one},9,6`,
  ].join('\n');
  const checked = await checkCsv(buyer, 'levels_wanted', `${file}\n`);
  expect(checked.counts).toMatchObject({ create: 2, error: 4 });
  ok(await buyer.post(`/api/v1/imports/${checked.id}/apply`));
  await settled(buyer, checked.id);
  expect((await listed(buyer)).data).toMatchObject([
    { reorder_point: 12, par: 48, location_id: locations[0]?.id },
    { reorder_point: null, par: 6, location_id: locations[1]?.id },
  ]);
  const again = await checkCsv(buyer, 'levels_wanted', `${file}\n`);
  expect(again.counts).toMatchObject({ create: 0, unchanged: 2 });
});

import { expect, test } from 'vitest';
import { DUTCHIE_LOCATION } from '../../../simulator/dutchie/server';
import type { DutchieShop } from '../../../simulator/dutchie/shop';
import { createBusiness, createMember } from '../../factories/business';
import { connectDutchie, DUTCHIE_KEY, openDutchieShop } from '../../factories/dutchie';
import { posPath, type RunBody, sync, untilEnded } from '../../factories/pos';
import { expectStockAddsUp } from '../../setup/invariants';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { db, sql } = stage;

const ROOM: Record<number, string> = { 1: 'sales_floor', 2: 'vault', 3: 'quarantine', 4: 'sales_floor' };

async function stockOf(place: string) {
  const rows = await sql<{ sku: string; room_type: string; quantity: number }[]>`
    select sku, room_type, quantity from inventory_items where location_id = ${place} and quantity > 0`;
  return rows.map(({ sku, room_type, quantity }) => `${sku} ${room_type} ${quantity}`).sort();
}

function listOf({ packages }: DutchieShop): string[] {
  const sums = new Map<string, number>();
  for (const { sku, rooms } of packages.values()) {
    for (const [room, units] of rooms) {
      const key = `${sku} ${ROOM[room]}`;
      sums.set(key, (sums.get(key) ?? 0) + units);
    }
  }
  return [...sums].flatMap(([key, units]) => (units > 0 ? [`${key} ${units}`] : [])).sort();
}

async function movesOf(place: string, sku: string) {
  const rows = await sql<{ reason_code: string; delta: number; notes: string | null }[]>`
    select m.reason_code, m.delta, m.notes from inventory_movements m join inventory_items i on i.id = m.item_id
    where i.location_id = ${place} and i.sku = ${sku} order by m.position`;
  return rows.map(({ reason_code, delta, notes }) => `${reason_code} ${delta}${notes ? ` ${notes}` : ''}`);
}
const codes = ({ errors }: RunBody) => errors.map(({ code }) => code);
const idsOf = (shop: DutchieShop) => [...shop.packages.keys()];

test('follows sales, sold-out and moved packages, returns and a later void', {
  timeout: 120_000,
}, async () => {
  const { owner, place, shop, clock, simulator } = await openDutchieShop(stage, 12);
  expect(await sync(owner, place)).toMatchObject({ status: 'completed', failed: 0, errors: [] });
  expect(await stockOf(place)).toEqual(listOf(shop));

  clock.pass(10);
  const [sold = 0, soldOut = 0, moved = 0, returned = 0, hidden = 0] = idsOf(shop);
  const sale = shop.sell(sold, 3);
  const all = shop.packages.get(soldOut)?.rooms ?? new Map();
  shop.sell(soldOut, all.get(1) ?? 0);
  shop.sell(soldOut, all.get(2) ?? 0, 2);
  shop.move(moved, 2, 1, 3);
  shop.takeBack(returned, 1);
  shop.sell(hidden, 2);
  shop.change(hidden, 6, 1);
  shop.packages.delete(soldOut);
  const before = simulator.requests.length;
  expect(await sync(owner, place, 'incremental')).toMatchObject({ status: 'completed', failed: 0 });
  expect(await stockOf(place)).toEqual(listOf(shop));
  expect(simulator.requests.slice(before).some((path) => path.includes('inventorytransaction'))).toBe(true);
  expect((await movesOf(place, 'SIM-0001')).slice(-1)).toEqual([`SALE -3 Sale ${sale}`]);
  expect((await movesOf(place, 'SIM-0002')).slice(-2).every((line) => /^SALE -\d+ Sale \d+/.test(line))).toBe(
    true,
  );
  expect((await movesOf(place, 'SIM-0003')).slice(-2).sort()).toEqual(['AUDIT -2', 'AUDIT 2']);
  expect((await movesOf(place, 'SIM-0004')).at(-1)).toMatch(/^RETURN 1 Return \d+$/);
  expect((await movesOf(place, 'SIM-0005')).slice(-2)).toEqual([
    'AUDIT 6',
    expect.stringMatching(/^SALE -2 Sale/),
  ]);

  clock.pass(300);
  shop.void(sale);
  expect(await sync(owner, place, 'incremental')).toMatchObject({ status: 'completed', failed: 0 });
  expect(await stockOf(place)).toEqual(listOf(shop));
  expect((await movesOf(place, 'SIM-0001')).at(-1)).toBe(`SALE 3 Voided sale ${sale}`);
  const after = await movesOf(place, 'SIM-0001');
  expect(await sync(owner, place)).toMatchObject({ status: 'completed', failed: 0, updated: 0 });
  expect(await movesOf(place, 'SIM-0001')).toEqual(after);
  expect(
    await sql`select from pos_sales s join pos_connections c on c.id = s.connection_id
    where c.location_id = ${place} and s.units <> s.booked`,
  ).toHaveLength(0);
  await expectStockAddsUp(sql);
});

test('takes a list of 6,000 packages', { timeout: 180_000 }, async () => {
  const { owner, place, shop } = await openDutchieShop(stage, 6_000);
  // A new batch takes a statement of its own: one in fifty is enough.
  for (const [index, one] of [...shop.packages.values()].entries()) {
    if (index % 50 > 0) Object.assign(one, { batchName: null, externalPackageId: null });
  }
  const { body } = await owner.post<RunBody>('/api/v1/inventory/sync', {
    location_id: place,
    sync_type: 'full',
  });
  const { status, processed, failed } = await untilEnded(owner, body.id, 150_000);
  expect({ status, processed, failed }).toEqual({ status: 'completed', processed: 12_000, failed: 0 });
  expect(await stockOf(place)).toEqual(listOf(shop));
});

test('maps rooms, adds allocated units and reports parts of units', { timeout: 60_000 }, async () => {
  const { owner, place, shop } = await openDutchieShop(stage, 3, {
    config: { room_map: { Back: 'secret_menu' } },
  });
  const [one = 0, two = 0] = idsOf(shop);
  const first = shop.packages.get(one);
  const second = shop.packages.get(two);
  if (!first || !second) throw new Error('no packages');
  first.rooms = new Map([
    [4, 5],
    [3, 1],
  ]);
  first.allocated = 2;
  second.rooms = new Map([[1, 1.5]]);
  const run = await sync(owner, place);
  expect(run).toMatchObject({ status: 'completed', failed: 1 });
  expect(codes(run)).toEqual(['invalid_count']);
  const own = (await stockOf(place)).filter((line) => line.startsWith('SIM-0001'));
  expect(own).toEqual(['SIM-0001 quarantine 1', 'SIM-0001 secret_menu 7']);
  const lots = await sql`select l.package_tag from lots l join batches b on b.id = l.batch_id
    join inventory_lots x on x.lot_id = l.id join inventory_items i on i.id = x.inventory_item_id
    where i.location_id = ${place} and i.sku = 'SIM-0001'`;
  expect(new Set(lots.map((row) => row.package_tag))).toEqual(new Set([first.externalPackageId]));
});

test('asks for the limited list where reports are not permitted, and says so', {
  timeout: 60_000,
}, async () => {
  const { owner, place, shop, simulator } = await openDutchieShop(stage, 4);
  await sync(owner, place);
  const [soldOut = 0] = idsOf(shop);
  for (const [room, units] of shop.packages.get(soldOut)?.rooms ?? []) shop.change(soldOut, -units, room);
  simulator.planned.push({ kind: '403', path: '/reporting/', times: 9 });
  const run = await sync(owner, place);
  expect(run.status).toBe('completed');
  expect(codes(run).sort()).toEqual(['limited_list', 'sales_not_permitted']);
  expect(await stockOf(place)).toEqual(listOf(shop));
});

test('tries a cut list again', { timeout: 60_000 }, async () => {
  const { owner, place, shop, simulator } = await openDutchieShop(stage, 4);
  simulator.planned.push({ kind: 'cut', path: '/reporting/inventory' });
  simulator.planned.push({ kind: '500', path: '/reporting/inventory' });
  expect(await sync(owner, place)).toMatchObject({ status: 'completed', failed: 0 });
  expect(await stockOf(place)).toEqual(listOf(shop));
  simulator.planned.push({ kind: 'short', path: '/reporting/inventory' });
  expect(await sync(owner, place)).toMatchObject({ status: 'completed', failed: 0 });
});

test('ends for a wrong key and for the key of another location', { timeout: 60_000 }, async () => {
  const { owner, place, simulator } = await openDutchieShop(stage, 1);
  simulator.planned.push({ kind: '401' });
  expect(codes(await sync(owner, place))).toEqual(['pos_unauthorized']);
  await owner.patch(posPath(place), { config: { location_id: '1' } });
  expect(codes(await sync(owner, place))).toEqual(['pos_misconfigured']);
  const { body } = await owner.post(`${posPath(place)}/test`);
  expect(body).toMatchObject({
    ok: false,
    code: 'unknown_location',
    locations: [{ id: String(DUTCHIE_LOCATION.id) }],
  });
});

test('sends the API key as the user of basic authentication, and shows no key', async () => {
  const { owner, place } = await openDutchieShop(stage, 1, { integratorKey: 'ours' });
  expect((await owner.post(`${posPath(place)}/test`)).body).toMatchObject({
    ok: false,
    code: 'pos_unauthorized',
  });
  const credentials = { token: DUTCHIE_KEY, integrator_key: 'ours' };
  const changed = await owner.patch(posPath(place), { credentials });
  expect(changed.body).toMatchObject({ auth: 'basic', simulator: false });
  expect(JSON.stringify(changed.body)).not.toContain(DUTCHIE_KEY);
  expect((await owner.post(`${posPath(place)}/test`)).body).toMatchObject({ ok: true });
});

test('takes the fields of Dutchie alone', async () => {
  const own = await createBusiness(db, 'retailer', { locationCount: 2 });
  const owner = await stage.signIn(await createMember(db, own, 'owner'));
  const [place, other] = own.locationIds;
  const connect = (body: object) => owner.post(posPath(place), { provider: 'dutchie', ...body });
  const config = { location_id: '4711' };
  expect((await connect({ config })).status).toBe(400);
  expect((await connect({ config: { ...config, page_size: 5 }, credentials: { token: 'x' } })).status).toBe(
    400,
  );
  expect((await connect({ config, credentials: { token: 'x', username: 'y' } })).status).toBe(400);
  const http = { base_url: 'https://pos.example.com', location_id: 's' };
  const wrong = { provider: 'http', config: http, credentials: { token: 'x', integrator_key: 'y' } };
  expect((await owner.post(posPath(place), wrong)).status).toBe(400);
  const made = await connectDutchie(owner, other ?? place, { base_url: 'http://127.0.0.1:9' });
  expect(made.config).toEqual({
    ...{ base_url: 'http://127.0.0.1:9', location_id: '4711', room_type: 'sales_floor' },
    ...{ room_map: {}, sales: true, count_allocated: true },
  });
});

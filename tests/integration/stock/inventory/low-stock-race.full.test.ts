import { expect, test } from 'vitest';
import { createBusiness, createMember } from '../../../factories/business';
import { createProduct, createStock } from '../../../factories/catalog';
import { expectStockAddsUp } from '../../../setup/invariants';
import { seeded } from '../../../setup/random';
import { openStage } from '../../../setup/stage';

const stage = await openStage();
const { db, sql } = stage;
const PARALLEL = 100;
const THRESHOLD = 10;

async function openShelves(units: number) {
  const shop = await createBusiness(db, 'retailer', { lowStockThreshold: THRESHOLD });
  const owner = await stage.signIn(await createMember(db, shop, 'owner'));
  const { variantId } = await createProduct(db, shop);
  const vault = await createStock(db, shop, variantId, units);
  const floor = await createStock(db, shop, variantId, units, { roomType: 'sales_floor' });
  const change = (id: string, quantity_change: number) =>
    owner.patch(`/api/v1/inventory/${id}`, { quantity_change, reason_code: 'ADJUSTMENT' });
  const low = () => sql<{ left: number }[]>`
    select (data->>'location_available_quantity')::int as left from events
    where entity_id = ${shop.id} and type = 'inventory.low_stock'`;
  return { owner, vault, floor, change, low, place: shop.locationIds[0] };
}

test(`${PARALLEL} parallel sales from two rooms cross the threshold once, and again after a refill`, {
  timeout: 120_000,
}, async () => {
  const { vault, floor, change, low } = await openShelves(52);
  const all = async (delta: number) => {
    const answers = await Promise.all(
      Array.from({ length: PARALLEL }, (_, i) => change(i % 2 === 0 ? vault : floor, delta)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  };
  await all(-1);
  expect(await low()).toEqual([{ left: THRESHOLD - 1 }]);
  await all(1);
  expect(await low()).toHaveLength(1);
  await all(-1);
  expect(await low()).toEqual([{ left: THRESHOLD - 1 }, { left: THRESHOLD - 1 }]);
  await expectStockAddsUp(sql);
});

test(`${PARALLEL} parallel changes around the threshold: one event for each crossing downward in the ledger`, {
  timeout: 120_000,
}, async () => {
  const { vault, change, low } = await openShelves(5);
  const random = seeded(Number(process.env.MODEL_SEED ?? 7));
  const changes = Array.from(
    { length: PARALLEL },
    () => (random.below(2) === 0 ? 1 : -1) * (1 + random.below(3)),
  );
  await Promise.all(changes.map((delta) => change(vault, delta)));
  // The floor keeps its five; the vault's row lock orders the changes as the ledger numbers them.
  const levels = await sql<{ before: number; after: number }[]>`
    select quantity_after - delta + 5 as before, quantity_after + 5 as after from inventory_movements
    where item_id = ${vault} and source_type = 'api' order by position`;
  const crossings = levels.filter(({ before, after }) => before >= THRESHOLD && after < THRESHOLD);
  expect(crossings.length).toBeGreaterThan(0);
  expect((await low()).map(({ left }) => left).sort()).toEqual(crossings.map(({ after }) => after).sort());
  await expectStockAddsUp(sql);
});

test('parallel transfers between the rooms that sell, both ways, raise nothing and never deadlock', {
  timeout: 120_000,
}, async () => {
  const { owner, vault, floor, low, place } = await openShelves(60);
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, i) =>
      owner.post('/api/v1/inventory/transfers', {
        lines: [
          {
            inventory_id: i % 2 === 0 ? vault : floor,
            to_location_id: place,
            to_room_type: i % 2 === 0 ? 'sales_floor' : 'vault',
            quantity: 1,
          },
        ],
      }),
    ),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  expect(await low()).toEqual([]);
  await expectStockAddsUp(sql);
});

import { beforeAll, expect, test } from 'vitest';
import { applyMoves, type Move } from '../../../../server/features/inventory/ledger/ledger';
import { createProduct, createStock, stockKeeper } from '../../../factories/catalog';
import { createLot } from '../../../factories/lots';
import { openTrade, type Trade } from '../../../factories/trade';
import { ok } from '../../../setup/client';
import { expectError } from '../../../setup/expect';
import { openStage } from '../../../setup/stage';

const stage = await openStage();
const { db, sql } = stage;
const MOST = 2_000_000_000;
let trade: Trade;
beforeAll(async () => {
  trade = await openTrade(stage);
});

/** Moves of one row in one call. */
const apply = (moves: readonly Omit<Move, 'reservedDelta'>[]) =>
  db.transaction((tx) =>
    applyMoves(
      stockKeeper(tx, trade.wholesaler),
      moves.map((move) => ({ ...move, reservedDelta: 0 })),
      {
        entityId: trade.wholesaler.id,
        reason: 'AUDIT',
        source: { type: 'count', id: null },
        chosen: true,
      },
    ),
  );
const short = (itemId: string) => ({
  ...{ code: 'INSUFFICIENT_STOCK', details: { reason: 'insufficient_stock', inventory_ids: [itemId] } },
});
const stocked = async (quantity = 0) => {
  const { variantId } = await createProduct(db, trade.wholesaler);
  return createStock(db, trade.wholesaler, variantId, quantity);
};

test('moves of one row whose sum is beyond an integer are rejected as more than it holds, either way', async () => {
  const itemId = await stocked(10);
  for (const delta of [MOST, -MOST])
    await expect(
      apply([
        { itemId, delta },
        { itemId, delta },
      ]),
    ).rejects.toMatchObject(short(itemId));
  // What is between them would be more than a ledger row holds.
  const there = [MOST, MOST, -MOST].map((delta) => ({ itemId, delta }));
  await expect(apply(there)).rejects.toMatchObject(short(itemId));
  const rows = await sql`select delta from inventory_movements where item_id = ${itemId}`;
  expect(rows.map(({ delta }) => delta)).toEqual([10]);
  const [item] = await apply([MOST - 10, -MOST].map((delta) => ({ itemId, delta })));
  expect(item?.quantity).toBe(0);
});

test('moves of one lot likewise, while others of its row leave', async () => {
  const itemId = await stocked(10);
  const lot = await createLot(trade.seller, itemId, 'SUM-1', 4);
  const other = await createLot(trade.seller, itemId, 'SUM-2', 6);
  const arriving = [1, 2].map(() => ({ itemId, lotId: lot.id, delta: MOST }));
  await expect(apply(arriving)).rejects.toMatchObject(short(itemId));
  const leaving = { itemId, lotId: other.id, delta: -MOST };
  await expect(apply([...arriving, leaving])).rejects.toMatchObject(short(itemId));
  const [level] = await sql`select quantity from inventory_lots where lot_id = ${lot.id}`;
  expect(level).toEqual({ quantity: 4 });
});

test('transfers of several full rows into one are rejected (409), not an error of the server', async () => {
  const { variantId } = await createProduct(db, trade.wholesaler);
  const [locationId] = trade.wholesaler.locationIds;
  const rows = await Promise.all(
    (['vault', 'sales_floor'] as const).map((roomType) =>
      createStock(db, trade.wholesaler, variantId, MOST, { roomType }),
    ),
  );
  const lines = rows.map((inventory_id) => ({
    ...{ inventory_id, to_location_id: locationId, to_room_type: 'quarantine', quantity: MOST },
  }));
  const answer = await trade.seller.post('/api/v1/inventory/transfers', { lines });
  expect(answer.status, answer.text).toBe(409);
  expectError(answer, 'CONFLICT');
  ok(await trade.seller.post('/api/v1/inventory/transfers', { lines: lines.slice(0, 1) }));
});

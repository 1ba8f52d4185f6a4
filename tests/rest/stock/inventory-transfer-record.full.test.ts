import { beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import type { TransferRecord } from '../../../server/features/inventory/transfers/resource';
import type { Transfer } from '../../../server/features/inventory/transfers/schema';
import { createMember } from '../../factories/business';
import { createProduct, createStock } from '../../factories/catalog';
import { openTrade, type Trade } from '../../factories/trade';
import { ok } from '../../setup/client';
import { expectAbsent } from '../../setup/expect';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { db } = stage;
const PATH = '/api/v1/inventory/transfers';
type Body = z.infer<typeof TransferRecord>;
let trade: Trade;
let [here, there] = ['', ''];
beforeAll(async () => {
  trade = await openTrade(stage, { wholesaler: { locationCount: 2 } });
  [here, there] = trade.wholesaler.locationIds as unknown as [string, string];
});

/** Two items in the vault `here`, each moved: the first to the floor, the second to the other location. */
async function moved() {
  const stocks = await Promise.all(
    [40, 7].map(async (quantity) => {
      const { variantId } = await createProduct(db, trade.wholesaler);
      return createStock(db, trade.wholesaler, variantId, quantity);
    }),
  );
  const [first, second] = stocks as [string, string];
  const answer = await trade.seller.post<z.infer<typeof Transfer>>(PATH, {
    lines: [
      { inventory_id: first, to_location_id: here, to_room_type: 'sales_floor', quantity: 12 },
      { inventory_id: second, to_location_id: there, to_room_type: 'vault', quantity: 7 },
    ],
    notes: 'Filling up',
  });
  return { first, second, transfer: ok(answer) };
}

test('returns every balance that it changed, linked from each ledger row (200)', async () => {
  const { first, second, transfer } = await moved();
  const { status, body } = await trade.seller.get<Body>(`${PATH}/${transfer.id}`);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    id: transfer.id,
    notes: 'Filling up',
    created_at: transfer.created_at,
    actor: { id: trade.seller.tokens?.user.id, name: expect.stringMatching(/./) },
  });
  const told = body.movements.map((one) => [one.location_id, one.room_type, one.delta, one.quantity_after]);
  expect(told.sort()).toEqual(
    [
      [here, 'sales_floor', 12, 12],
      [there, 'vault', 7, 7],
      [here, 'vault', -12, 28],
      [here, 'vault', -7, 0],
    ].sort(),
  );
  expect(new Set(body.movements.map(({ inventory_id }) => inventory_id))).toEqual(
    new Set(transfer.data.map(({ id }) => id)),
  );
  for (const id of [first, second]) {
    const item = transfer.data.find((one) => one.id === id);
    expect(body.movements.find(({ inventory_id }) => inventory_id === id)).toMatchObject({
      product_id: item?.product_id,
      product_name: item?.product_name,
      variant_id: item?.variant_id,
      sku: item?.sku,
      variant_name: item?.variant_name,
      category: item?.category,
      image: null,
    });
    const ledger = await trade.seller.get<{ data: object[] }>(`/api/v1/inventory/${id}/movements`);
    expect(ledger.body.data[0]).toMatchObject({ source: { type: 'transfer', id: transfer.id } });
  }
});

test('shows a limited member what it changed in their location, and 404 if nothing', async () => {
  const { transfer, second } = await moved();
  const limitedTo = async (locationIds: string[]) =>
    stage.signIn(await createMember(db, trade.wholesaler, 'viewer', locationIds));
  const atTheOther = await limitedTo([there]);
  const { body } = await atTheOther.get<Body>(`${PATH}/${transfer.id}`);
  expect(body.movements).toMatchObject([{ location_id: there, delta: 7 }]);

  const inside = ok(
    await trade.seller.post<{ id: string }>(PATH, {
      lines: [
        {
          inventory_id: transfer.data.find(({ location_id }) => location_id === there)?.id,
          to_location_id: there,
          to_room_type: 'sales_floor',
          quantity: 1,
        },
      ],
    }),
  );
  const atHome = await limitedTo([here]);
  expectAbsent(await atHome.get(`${PATH}/${inside.id}`));
  expectAbsent(await trade.buyer.get(`${PATH}/${transfer.id}`));
  expectAbsent(await trade.seller.get(`${PATH}/${second}`));
});

import { afterEach, expect, test } from 'vitest';
import { createProduct, createStock } from '../../../factories/catalog';
import { createLot, type LotBody } from '../../../factories/lots';
import { connectPos, sync } from '../../../factories/pos';
import { openRecall, respond, stockOf } from '../../../factories/recalls';
import { file, type ReturnBody } from '../../../factories/receipts';
import { openTrade, placeOrderIn, type Trade } from '../../../factories/trade';
import { type Client, ok } from '../../../setup/client';
import { expectStockAddsUp } from '../../../setup/invariants';
import { openStage } from '../../../setup/stage';

const stage = await openStage();
const { sql, db } = stage;
afterEach(() => expectStockAddsUp(sql));

interface Step {
  direction: string;
  kind: string;
  state: string;
  quantity: number;
}

/** The units of a batch by state; whatever came in is in one forward row. */
async function statesOf(client: Client, { batch }: LotBody): Promise<Record<string, number>> {
  const { data } = ok(await client.get<{ data: Step[] }>(`/api/v1/batches/${batch}/trace?limit=500`));
  const sum = (steps: Step[]) => steps.reduce((units, { quantity }) => units + quantity, 0);
  const forward = data.filter(({ direction }) => direction === 'forward');
  const cameIn = data.filter(({ direction, state }) => direction === 'backward' && state === 'received');
  expect(sum(forward), JSON.stringify(data)).toBe(sum(cameIn));
  for (const { quantity } of data) expect(quantity).toBeGreaterThan(0);
  return Object.fromEntries(
    [...new Set(forward.map(({ state }) => state))].map((state) => [
      state,
      sum(forward.filter((step) => step.state === state)),
    ]),
  );
}

const move = async (client: Client, trade: Trade, quantity: number, to_room_type: string) => {
  const [item] = (await stockOf(client, trade)).filter(
    (one) => one.room_type !== to_room_type && one.quantity >= quantity,
  );
  const line = { inventory_id: item?.id, to_location_id: item?.location_id, to_room_type, quantity };
  ok(await client.post('/api/v1/inventory/transfers', { lines: [line] }));
};

test('each unit of a batch is in one row of its trace, and the row says where it is', async () => {
  const trade = await openTrade(stage, { quantity: 60 });
  const { seller, buyer, retailer, wholesaler, product } = trade;
  const lot = await createLot(seller, trade.stockId, 'TRACED', 60);
  expect(await statesOf(seller, lot)).toEqual({ on_hand: 60 });
  await move(seller, trade, 12, 'sales_floor');
  await move(seller, trade, 5, 'vault');
  expect(await statesOf(seller, lot), 'moved within').toEqual({ on_hand: 60 });

  await placeOrderIn(trade, 'accepted', 7);
  const order = await placeOrderIn(trade, 'shipped', 20);
  expect(await statesOf(seller, lot)).toEqual({ on_hand: 33, reserved: 7, shipped: 20 });
  const receipt = ok(await file(trade, order, { accepted: 16, rejected: 4, reason_code: 'other' }));
  expect(await statesOf(seller, lot)).toEqual({ on_hand: 33, reserved: 7, received: 16, returned: 4 });
  expect(await statesOf(buyer, lot)).toEqual({ on_hand: 16 });
  const [returnId] = receipt.return_ids;
  const [line] = ok(await seller.get<ReturnBody>(`/api/v1/returns/${returnId}`)).lines;
  const counted = {
    location_id: wholesaler.locationIds[0],
    lines: [{ item_id: line?.item_id, received: 3 }],
  };
  ok(await seller.post(`/api/v1/returns/${returnId}/receive`, counted));
  expect(await statesOf(seller, lot), 'came back, one short').toEqual({
    on_hand: 36,
    reserved: 7,
    received: 16,
    returned: 1,
  });

  const own = await createProduct(db, retailer);
  const ownStock = await createStock(db, retailer, own.variantId, 0);
  const rolls = await createLot(buyer, ownStock, 'ROLLED', 8, { sources: [{ lot_id: lot.id, quantity: 4 }] });
  expect(await statesOf(buyer, lot)).toEqual({ on_hand: 12, consumed: 4 });
  expect(await statesOf(buyer, rolls)).toEqual({ on_hand: 8 });

  const [item] = await stockOf(buyer, trade);
  const repacked = {
    variant_id: product.variantId,
    location_id: item?.location_id,
    package_tag: 'TAG-9',
    quantity: 5,
  };
  ok(
    await buyer.post('/api/v1/lots', {
      batch: lot.batch,
      ...repacked,
      sources: [{ lot_id: lot.id, quantity: 5 }],
    }),
  );
  expect(await statesOf(buyer, lot), 'repacked').toEqual({ on_hand: 12, consumed: 4 });

  await connectPos(db, retailer, { stock: [{ sku: product.variants[0]?.sku ?? '', quantity: 9 }] });
  expect(await sync(buyer, retailer.locationIds[0])).toMatchObject({ status: 'completed' });
  expect(await statesOf(buyer, lot), 'sold by POS').toEqual({ on_hand: 9, consumed: 7 });

  const recall = await openRecall(seller, lot.batch);
  expect(await statesOf(seller, lot)).toEqual({ on_hand: 43, received: 16, returned: 1 });
  ok(await respond(buyer, recall, { quarantined: 4, destroyed: 3, returned: 2, already_sold: 3 }));
  expect(await statesOf(buyer, lot), 'stated').toEqual({ on_hand: 4, consumed: 10, returned: 2 });

  const csv = await seller.get(`/api/v1/batches/${lot.batch}/trace?format=csv`);
  expect(csv.text.split(/\r?\n/)[0]).toContain('direction,kind,state');
});

import { expect, test } from 'vitest';
import { connect, createBusiness, createMember } from '../../factories/business';
import { createProduct, createStock, type TestProduct } from '../../factories/catalog';
import { type OrderBody, openTrade } from '../../factories/trade';
import type { Client } from '../../setup/client';
import { IS_FULL } from '../../setup/full';
import { expectOrdersAddUp, expectStockAddsUp } from '../../setup/invariants';
import { seeded } from '../../setup/random';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const CLIENTS = 20;
const ORDERS = Number(process.env.RACE_ORDERS ?? (IS_FULL ? 2_000 : 120));

test(`${ORDERS} random five-line orders by ${CLIENTS} clients: no deadlock reaches a client, and all adds up`, {
  timeout: 60_000 + ORDERS * 200,
}, async () => {
  const { db, sql } = stage;
  const { wholesaler, buyer, seller } = await openTrade(stage);
  const catalog = await Promise.all(
    Array.from({ length: 12 }, () => createProduct(db, wholesaler, { prices: [123] })),
  );
  for (const { variantId } of catalog) {
    await createStock(db, wholesaler, variantId, ORDERS * 2);
    await createStock(db, wholesaler, variantId, ORDERS * 2, { roomType: 'sales_floor' });
  }
  const other = await createBusiness(db, 'retailer');
  await connect(db, wholesaler, other);
  const buyers = [buyer, await stage.signIn(await createMember(db, other, 'manager'))];
  const statuses = new Map<number, number>();
  const note = ({ status }: { status: number }) => statuses.set(status, (statuses.get(status) ?? 0) + 1);

  await Promise.all(
    Array.from({ length: CLIENTS }, async (_, client) => {
      const random = seeded(client + 1);
      for (let i = 0; i < ORDERS / CLIENTS; i++) {
        const lines = random.shuffled(catalog).slice(0, 5);
        await oneOrder(buyers[client % 2] as Client, seller, wholesaler.id, lines, random.below(4), note);
      }
    }),
  );
  expect([...statuses.keys()].sort()).toEqual([200, 201]);
  expect(statuses.get(201)).toBe(ORDERS);
  await expectStockAddsUp(sql);
  await expectOrdersAddUp(sql);
});

/** Places an order and, by chance, edits, cancels or moves it on, while others do the same to the same stock. */
async function oneOrder(
  buyer: Client,
  seller: Client,
  wholesalerId: string,
  lines: readonly TestProduct[],
  fate: number,
  note: (answer: { status: number }) => void,
): Promise<void> {
  const items = lines.map(({ id }, i) => ({ product_id: id, quantity: i + 1 }));
  const placed = await buyer.post<OrderBody>('/api/v1/orders', { wholesaler_id: wholesalerId, items });
  note(placed);
  if (placed.status !== 201) return;
  const path = `/api/v1/orders/${placed.body.id}`;
  // The seller: a buyer may cancel 60 orders of one seller an hour (decision 428).
  if (fate === 1) note(await seller.post(`${path}/cancel`));
  if (fate === 2) note(await seller.patch(`${path}/items/${placed.body.items[4]?.id}`, { quantity: 2 }));
  if (fate === 3) {
    for (const status of ['accepted', 'preparing', 'shipped', 'delivered']) {
      note(await seller.patch(`${path}/status`, { status }));
    }
  }
}

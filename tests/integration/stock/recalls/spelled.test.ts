import { expect, test } from 'vitest';
import { connect, createBusiness, createMember } from '../../../factories/business';
import { createStock } from '../../../factories/catalog';
import { createLot } from '../../../factories/lots';
import { eventsOf, openRecall, type RecallBody, recallOf, respond } from '../../../factories/recalls';
import { type ItemBody, openTrade, placeOrderIn } from '../../../factories/trade';
import { ok } from '../../../setup/client';
import { IS_SHORT } from '../../../setup/full';
import { expectStockAddsUp } from '../../../setup/invariants';
import { openStage } from '../../../setup/stage';

const stage = await openStage();
const SPELLINGS = ['nb-24 1', 'NB24/1', 'nb24.1', 'ＮＢ－２４－１', 'Nb 24--1'];

test('a batch spelled five ways by holders is recalled in all of their stock, and every holder is notified', async () => {
  const trade = await openTrade(stage);
  const holders = [];
  for (const [n, spelling] of SPELLINGS.entries()) {
    const business = await createBusiness(stage.db, 'retailer');
    await connect(stage.db, business, trade.wholesaler);
    const client = await stage.signIn(await createMember(stage.db, business, 'owner'));
    const stockId = await createStock(stage.db, business, trade.product.variantId, 5 + n);
    // Two before the owner made its batch, three after.
    if (n === 2) await createLot(trade.seller, trade.stockId, 'NB-24-1', 50);
    const lot = await createLot(client, stockId, spelling, 5 + n);
    holders.push({ business, client, stockId, lot });
  }
  const { data } = ok(
    await trade.seller.get<{ data: Array<{ id: string }> }>('/api/v1/batches?batch_id=nb%2024%201'),
  );
  const recall = await openRecall(trade.seller, data[0]?.id ?? '');
  const detail = ok(await trade.seller.get<RecallBody>(`/api/v1/recalls/${recall.id}`));
  for (const { business, client, stockId } of holders) {
    const holder = detail.holders.find(({ entity }) => entity?.id === business.id);
    expect(holder, business.id).toBeDefined();
    const item = ok(await client.get<ItemBody>(`/api/v1/inventory/${stockId}`));
    expect(item).toMatchObject({ sellable_quantity: 0 });
    expect(holder?.accounting).toMatchObject({ on_hand: item.quantity, added: item.quantity });
    expect(await eventsOf(client, 'batch.recalled', 1)).toHaveLength(1);
  }
  await expectStockAddsUp(stage.sql);
});

test.skipIf(IS_SHORT)(
  'a batch that is recorded under another spelling while the recall is open is held, and its holder responds',
  async () => {
    const trade = await openTrade(stage);
    const recalled = await createLot(trade.seller, trade.stockId, 'NB-31', 10);
    const recall = await openRecall(trade.seller, recalled.batch);
    const business = await createBusiness(stage.db, 'retailer');
    await connect(stage.db, business, trade.wholesaler);
    const client = await stage.signIn(await createMember(stage.db, business, 'owner'));
    const stockId = await createStock(stage.db, business, trade.product.variantId, 7);
    const own = await createLot(client, stockId, 'nb 31', 7);
    expect(own.batch).not.toBe(recalled.batch);
    expect(ok(await client.get(`/api/v1/batches/${own.batch}`))).toMatchObject({ held: 'owner' });
    expect(ok(await client.get(`/api/v1/inventory/${stockId}`))).toMatchObject({ sellable_quantity: 0 });
    ok(await respond(client, recall, { destroyed: 7 }));
    const detail = ok(await trade.seller.get<RecallBody>(`/api/v1/recalls/${recall.id}`));
    expect(detail.holders.find(({ entity }) => entity?.id === business.id)).toMatchObject({ destroyed: 7 });
    await expectStockAddsUp(stage.sql);
  },
);

test.skipIf(IS_SHORT)(
  'a number with the same letters and digits is listed for a check by hand to those who read it, and not held',
  async () => {
    const trade = await openTrade(stage);
    const own = await createLot(trade.seller, trade.stockId, '24-1-11', 10);
    const other = await createLot(trade.seller, trade.stockId, '24-11-1', 10);
    await placeOrderIn(trade, 'delivered', 5);
    const recall = await openRecall(trade.seller, own.batch);
    expect((await recallOf(trade.buyer, recall)).loose_matches).toEqual([]);
    expect(recall.loose_matches).toEqual([{ batch: other.batch, batch_id: '24-11-1' }]);
    expect(ok(await trade.seller.get(`/api/v1/batches/${other.batch}`))).toMatchObject({ held: null });
  },
);

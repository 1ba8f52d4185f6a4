import { describe, expect, test } from 'vitest';
import { createStock } from '../../factories/catalog';
import { type BatchBody, createLot, type LotBody } from '../../factories/lots';
import { openTrade, placeOrderIn, type Trade } from '../../factories/trade';
import { type Client, ok } from '../../setup/client';
import { expectError, expectInvalid } from '../../setup/expect';
import { openStage } from '../../setup/stage';

const stage = await openStage();

const newBatch = (client: Client, { product }: Trade, batchId: string) =>
  client.post<BatchBody>('/api/v1/batches', { product_id: product.id, batch_id: batchId });

describe('batch numbers', () => {
  test('are one batch however they are spelled, and are shown as they were typed', async () => {
    const trade = await openTrade(stage);
    const batch = ok(await newBatch(trade.seller, trade, 'NB-1'));
    for (const spelling of ['nb 1', 'nb1', 'ＮＢ－１', 'N.B.#1']) {
      expect(expectError(await newBatch(trade.seller, trade, spelling), 'CONFLICT')).toMatchObject({
        reason: 'batch_exists',
        batch: batch.id,
      });
      const found = ok(
        await trade.seller.get<{ data: BatchBody[] }>(
          `/api/v1/batches?batch_id=${encodeURIComponent(spelling)}`,
        ),
      ).data;
      expect(found).toMatchObject([{ id: batch.id, batch_id: 'NB-1' }]);
    }
  });

  test('keep batches apart whose digits are grouped otherwise', async () => {
    const trade = await openTrade(stage);
    const ids = [];
    for (const number of ['24-1-11', '24-11-1', '24111']) {
      ids.push(ok(await newBatch(trade.seller, trade, number)).id);
    }
    expect(new Set(ids).size).toBe(3);
    expect((await newBatch(trade.seller, trade, '24/1/11')).status).toBe(409);
  });

  test('without a letter or a digit are rejected (400)', async () => {
    const trade = await openTrade(stage);
    expectInvalid(await newBatch(trade.seller, trade, '--'), 'batch_id', 'invalid_format');
    const lot = { product_id: trade.product.id, batch_id: '# . #' };
    expectInvalid(await trade.seller.post('/api/v1/lots', lot), 'batch_id', 'invalid_format');
  });

  test('of a holder lead to the lots of the batch, and to the owner’s batch when it is made', async () => {
    const trade = await openTrade(stage);
    const stockId = await createStock(stage.db, trade.retailer, trade.product.variantId, 9);
    const first = await createLot(trade.buyer, stockId, 'hb-7', 4);
    const again = await createLot(trade.buyer, stockId, 'HB 7', 5, { package_tag: 'TAG-HB-7' });
    expect(again.batch).toBe(first.batch);
    const own = ok(await newBatch(trade.seller, trade, 'HB-7'));
    expect(ok(await trade.buyer.get<BatchBody>(`/api/v1/batches/${first.batch}`))).toMatchObject({
      id: own.id,
      batch_id: 'HB-7',
      quantity: 9,
    });
    await placeOrderIn(trade, 'delivered', 1);
    const third = ok(
      await trade.buyer.post<LotBody>('/api/v1/lots', {
        product_id: trade.product.id,
        batch_id: 'h.b.7',
        package_tag: 'T3',
      }),
    );
    expect(third.batch).toBe(own.id);
  });
});

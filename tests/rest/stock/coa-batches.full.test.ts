import { describe, expect, test } from 'vitest';
import { createProduct, createStock } from '../../factories/catalog';
import { type CoaBody, coaParts, uploadCoa } from '../../factories/coa';
import { type BatchBody, createLot } from '../../factories/lots';
import { pdf } from '../../factories/pdf';
import { type ItemBody, openTrade, type ProductBody, placeOrderIn, type Trade } from '../../factories/trade';
import { ok } from '../../setup/client';
import { expectAbsent, expectError } from '../../setup/expect';
import { openStage } from '../../setup/stage';

const stage = await openStage();

const file = ({ seller, product }: Trade, batchId: string, content = batchId) =>
  uploadCoa(seller, product.id, coaParts(pdf(content), { batch_id: batchId }));
const batchesOf = async ({ seller, product }: Trade) =>
  ok(await seller.get<{ data: BatchBody[] }>(`/api/v1/batches?product_id=${product.id}`)).data;
const coaOf = (client: Trade['seller'], batch: string) => client.get<CoaBody>(`/api/v1/batches/${batch}/coa`);

describe('POST /api/v1/products/{id}/coa', () => {
  test('creates the batch of its batch_id, once, and records it', async () => {
    const trade = await openTrade(stage);
    const first = ok(await file(trade, 'B-1'));
    const again = ok(await file(trade, 'B-1', 'later'));
    const batches = await batchesOf(trade);
    expect(batches).toMatchObject([{ id: first.batch, batch_id: 'B-1', has_coa: true, adopted: true }]);
    expect(again.batch).toBe(first.batch);
    const rows = await stage.sql`
      select action, after ->> 'batch_id' as batch_id from audit_log where object_id = ${first.batch ?? ''}`;
    expect(rows).toEqual([{ action: 'batch.created', batch_id: 'B-1' }]);
  });

  test('belongs to a batch that exists, and adopts one that a holder has units of', async () => {
    const trade = await openTrade(stage);
    const lot = await createLot(trade.seller, trade.stockId, 'OWN', 5);
    expect(ok(await file(trade, 'OWN')).batch).toBe(lot.batch);
    const stockId = await createStock(stage.db, trade.retailer, trade.product.variantId, 5);
    const held = await createLot(trade.buyer, stockId, 'HELD', 5);
    const { batch } = ok(await file(trade, 'HELD'));
    expect(ok(await trade.buyer.get<BatchBody>(`/api/v1/batches/${held.batch}`)).id).toBe(batch);
    expect(ok(await coaOf(trade.buyer, batch ?? '')).batch_id).toBe('HELD');
  });

  test('creates one batch when eight certificates of it arrive at once (201 each)', async () => {
    const trade = await openTrade(stage);
    const batch = { product_id: trade.product.id, batch_id: 'RACE' };
    const sent = await Promise.all([
      ...Array.from({ length: 8 }, (_, i) => file(trade, 'RACE', String(i))),
      trade.seller.post('/api/v1/batches', batch),
    ]);
    expect(sent.slice(0, 8).map(({ status }) => status)).toEqual(Array(8).fill(201));
    expect([201, 409]).toContain(sent[8]?.status);
    expect((await batchesOf(trade)).map(({ batch_id }) => batch_id)).toEqual(['RACE']);
  });
});

describe('GET /api/v1/batches/{id}/coa', () => {
  test("returns the batch's latest certificate with its history, whatever the product's latest is", async () => {
    const trade = await openTrade(stage);
    const old = ok(await file(trade, 'A', 'one'));
    const latest = ok(await file(trade, 'A', 'two'));
    const other = ok(await file(trade, 'B'));
    const body = ok(await coaOf(trade.seller, latest.batch ?? ''));
    expect([body.id, ...body.history.map(({ id }) => id)]).toEqual([latest.id, old.id]);
    expect(ok(await trade.seller.get<CoaBody>(`/api/v1/products/${trade.product.id}/coa`)).id).toBe(other.id);
  });

  test('responds with 404 without a certificate and to businesses that never held the batch', async () => {
    const trade = await openTrade(stage);
    const lot = await createLot(trade.seller, trade.stockId, 'BARE', 5);
    expectAbsent(await coaOf(trade.seller, lot.batch));
    await file(trade, 'BARE');
    expect((await coaOf(trade.seller, lot.batch)).status).toBe(200);
    expectAbsent(await coaOf(trade.buyer, lot.batch));
    expectAbsent(await coaOf((await openTrade(stage)).buyer, lot.batch));
  });

  test('stays readable, with its file, for a past holder after the supplier deleted the product', async () => {
    const trade = await openTrade(stage, { quantity: 10 });
    const lot = await createLot(trade.seller, trade.stockId, 'GONE', 10);
    const { download_url } = ok(await file(trade, 'GONE', 'the bytes'));
    await placeOrderIn(trade, 'delivered', 10);
    const { data } = ok(
      await trade.buyer.get<{ data: ItemBody[] }>(`/api/v1/inventory?product_id=${trade.product.id}`),
    );
    for (const item of data.filter(({ quantity }) => quantity > 0)) {
      const sold = { quantity_change: -item.quantity, reason_code: 'SALE' };
      ok(await trade.buyer.patch(`/api/v1/inventory/${item.id}`, sold));
    }
    expect((await trade.seller.delete(`/api/v1/products/${trade.product.id}`)).status).toBe(204);
    await stage.sql`delete from connections where ${trade.wholesaler.id} in (requester_id, target_id)`;
    expect(ok(await coaOf(trade.buyer, lot.batch))).toMatchObject({ batch_id: 'GONE', download_url });
    expect((await trade.buyer.get(new URL(download_url).pathname)).text).toBe(pdf('the bytes').toString());
    expect(ok(await trade.buyer.get<BatchBody>(`/api/v1/batches/${lot.batch}`)).has_coa).toBe(true);
  });
});

describe('shipping with require_coa', () => {
  const ship = (trade: Trade, order: string) =>
    trade.seller.patch(`/api/v1/orders/${order}/status`, { status: 'shipped' });

  test('asks for the certificate of each batch shipped (409 naming the batches)', async () => {
    const trade = await openTrade(stage, { quantity: 10, wholesaler: { requireCoa: true } });
    const bare = await createLot(trade.seller, trade.stockId, 'BARE', 5);
    await createLot(trade.seller, trade.stockId, 'TESTED', 5);
    await file(trade, 'TESTED');
    const order = await placeOrderIn(trade, 'preparing', 10);
    const details = expectError(await ship(trade, order.id), 'COA_REQUIRED');
    expect(details).toMatchObject({
      products: [trade.product.name],
      lots: [{ lot_id: bare.id, batch_id: 'BARE' }],
    });
    await file(trade, 'BARE');
    expect((await ship(trade, order.id)).status).toBe(200);
  });

  test("accepts the product's latest certificate for units without a lot", async () => {
    const trade = await openTrade(stage, { quantity: 10, wholesaler: { requireCoa: true } });
    const order = await placeOrderIn(trade, 'preparing', 10);
    expect(expectError(await ship(trade, order.id), 'COA_REQUIRED')).toEqual({
      reason: 'coa_required',
      products: [trade.product.name],
    });
    await file(trade, 'ANY');
    expect((await ship(trade, order.id)).status).toBe(200);
  });

  test("doesn't take another product's certificate of the same batch number for it", async () => {
    const trade = await openTrade(stage, { quantity: 10, wholesaler: { requireCoa: true } });
    const other = await createProduct(stage.db, trade.wholesaler);
    await createStock(stage.db, trade.wholesaler, other.variantId, 1);
    await createLot(trade.seller, trade.stockId, 'SAME', 10);
    await uploadCoa(trade.seller, other.id, coaParts(pdf(), { batch_id: 'SAME' }));
    const order = await placeOrderIn(trade, 'preparing', 10);
    expectError(await ship(trade, order.id), 'COA_REQUIRED');
  });
});

test("keeps the product's test_results at its latest certificate", async () => {
  const trade = await openTrade(stage);
  await file(trade, 'A');
  await file(trade, 'B');
  const { body } = await trade.buyer.get<ProductBody>(`/api/v1/products/${trade.product.id}`);
  expect(body.test_results).toMatchObject({ batch_id: 'B' });
});

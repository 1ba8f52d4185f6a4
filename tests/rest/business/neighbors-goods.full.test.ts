import { beforeAll, describe, expect, test } from 'vitest';
import { foldSales } from '../../../server/features/orders/figures/totals';
import { type Business, connect, createBusiness, createMember } from '../../factories/business';
import { createProduct, createStock } from '../../factories/catalog';
import { checkCsv, linesOf } from '../../factories/imports';
import { createLot, type LotBody } from '../../factories/lots';
import { connectPos, sync } from '../../factories/pos';
import { openTrade, type ProductBody, placeOrder, placeOrderIn, type Trade } from '../../factories/trade';
import type { Client } from '../../setup/client';
import { ok } from '../../setup/client';
import { expectAbsent, expectError } from '../../setup/expect';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { db, sql } = stage;

interface Party {
  business: Business;
  client: Client;
}
async function openParty(type: 'retailer' | 'wholesaler'): Promise<Party> {
  const business = await createBusiness(db, type);
  return { business, client: await stage.signIn(await createMember(db, business, 'owner')) };
}
/** A second customer of a trade's wholesaler. */
async function openCustomer({ wholesaler }: Trade): Promise<Party> {
  const party = await openParty('retailer');
  await connect(db, party.business, wholesaler);
  return party;
}
type List<T> = { data: T[]; pagination: { total: number } };

let trade: Trade;
let stranger: Party;
beforeAll(async () => {
  trade = await openTrade(stage, { quantity: 40 });
  stranger = await openParty('wholesaler');
});

describe("a product that another's customer holds", () => {
  test('is absent for a stranger, who adds no batch of it either (404)', async () => {
    await createStock(db, trade.retailer, trade.product.variantId, 5);
    expectAbsent(await stranger.client.get(`/api/v1/products/${trade.product.id}`));
    const body = { product_id: trade.product.id, batch_id: 'STRANGE-1' };
    expectAbsent(await stranger.client.post('/api/v1/batches', body));
  });

  test('is absent for its owner, who deleted it and has no units left (404)', async () => {
    const product = await createProduct(db, trade.wholesaler);
    await createStock(db, trade.retailer, product.variantId, 5);
    const path = `/api/v1/products/${product.id}`;
    expect((await trade.seller.delete(path)).status).toBe(204);
    expect(ok(await trade.buyer.get<ProductBody>(path)).deleted_at).not.toBeNull();
    expectAbsent(await trade.seller.get(path));
  });

  test('is not in stock at a seller that has none', async () => {
    const product = await createProduct(db, trade.wholesaler);
    await createStock(db, trade.wholesaler, product.variantId, 0);
    const { business } = await openCustomer(trade);
    await createStock(db, business, product.variantId, 50);
    const path = `/api/v1/market/suppliers/${trade.wholesaler.id}/catalog?variant_ids=${product.variantId}`;
    expect(ok(await trade.buyer.get<List<object>>(`${path}&in_stock=true`)).data).toEqual([]);
    expect(ok(await trade.buyer.get<List<object>>(`${path}&in_stock=false`)).data).toHaveLength(1);
  });

  test('is not reserved where a line is raised beyond what the seller has (409)', async () => {
    const own = await openTrade(stage, { quantity: 4 });
    const { business } = await openCustomer(own);
    await createStock(db, business, own.product.variantId, 50);
    const { id, items } = await placeOrder(own, 1);
    const line = `/api/v1/orders/${id}/items/${items[0]?.id}`;
    const { lines } = expectError(await own.buyer.patch(line, { quantity: 9 }), 'INSUFFICIENT_STOCK');
    expect(lines).toMatchObject([{ available: 3 }]);
  });

  test('is not a purchase of a business that never ordered it', async () => {
    const product = await createProduct(db, trade.wholesaler);
    await createStock(db, trade.wholesaler, product.variantId, 1);
    await placeOrder({ ...trade, product }, 1);
    await foldSales(db);
    const { client } = await openCustomer(trade);
    const path = `/api/v1/market/suppliers/${trade.wholesaler.id}/catalog?variant_ids=${product.variantId}&ordered=true`;
    expect(ok(await trade.buyer.get<List<object>>(path)).data).toHaveLength(1);
    expect(ok(await client.get<List<object>>(path)).data).toEqual([]);
  });
});

describe("another supplier's product", () => {
  test('can not be ordered or quoted as goods of the seller (404)', async () => {
    await connect(db, trade.retailer, stranger.business);
    const product = await createProduct(db, stranger.business);
    const body = { wholesaler_id: trade.wholesaler.id, items: [{ product_id: product.id, quantity: 1 }] };
    expectError(await trade.buyer.post('/api/v1/orders', body), 'NOT_FOUND');
    const quote = await trade.buyer.post('/api/v1/orders/quote', body);
    expect(quote.text).not.toContain(product.name);
  });

  test('is not matched by the SKU that a POS or a file names', async () => {
    const product = await createProduct(db, stranger.business, { name: 'Matched by none' });
    await createStock(db, stranger.business, product.variantId, 3);
    const sku = `ONLY-${product.id}`;
    await sql`update product_variants set sku = ${sku} where id = ${product.variantId}`;
    await sql`update inventory_items set sku = ${sku} where variant_id = ${product.variantId}`;
    const { id } = await checkCsv(trade.buyer, 'count', `sku,counted\n${sku},1\n`);
    expect(await linesOf(trade.buyer, id)).toMatchObject([{ errors: [{ code: 'unknown_sku' }] }]);
    await connectPos(db, trade.retailer, { stock: [{ sku, quantity: 5 }] });
    const run = await sync(trade.buyer, trade.retailer.locationIds[0]);
    expect(run).toMatchObject({ created: 0, failed: 1 });
    const { text } = await trade.buyer.get('/api/v1/inventory?limit=500');
    expect(text).not.toContain(product.name);
  });
});

describe('a lot that several businesses read', () => {
  test('is listed once for each, and shows what it was made from to its maker alone', async () => {
    const own = await openTrade(stage, { quantity: 9 });
    const source = await createLot(own.seller, own.stockId, 'SOURCE', 4);
    const product = await createProduct(db, own.wholesaler);
    const stockId = await createStock(db, own.wholesaler, product.variantId, 0);
    const made = await createLot(own.seller, stockId, 'MADE', 4, {
      sources: [{ lot_id: source.id, quantity: 4 }],
    });
    const { client } = await openCustomer(own);
    for (const buyer of [own.buyer, client]) await placeOrderIn({ ...own, buyer, product }, 'delivered', 2);
    const read = async (reader: Client) => ok(await reader.get<LotBody>(`/api/v1/lots/${made.id}`)).sources;
    expect(await read(own.seller)).toMatchObject([{ lot_id: source.id }]);
    expect(await read(own.buyer)).toEqual([]);
    const { data, pagination } = ok(await own.buyer.get<List<LotBody>>('/api/v1/lots'));
    expect(data.map(({ id }) => id)).toEqual([made.id]);
    expect(pagination.total).toBe(1);
  });
});

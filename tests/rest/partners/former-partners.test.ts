import { describe, expect, test } from 'vitest';
import { connect, createBusiness, createMember } from '../../factories/business';
import { createProduct } from '../../factories/catalog';
import { openTrade, type ProductBody, placeOrder, placeOrderIn, type Trade } from '../../factories/trade';
import { type Client, ok } from '../../setup/client';
import { expectAbsent, expectError } from '../../setup/expect';
import { IS_SHORT } from '../../setup/full';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const ENDED = { status: 403, body: { error: { details: { reason: 'connection_required' } } } };

interface Connection {
  id: string;
  status: string;
}
async function disconnect({ buyer }: Pick<Trade, 'buyer'>): Promise<void> {
  const [connection] = ok(await buyer.get<{ data: Connection[] }>('/api/v1/entity/connections')).data;
  ok(await buyer.delete(`/api/v1/entity/connections/${connection?.id}`));
}
const productIds = async (client: Client, query = '') =>
  ok(await client.get<{ data: ProductBody[] }>(`/api/v1/products${query}`)).data.map(({ id }) => id);

describe('products of partners', () => {
  test('are those of whom a business can buy from, by list, count, filter, search and id', async () => {
    const { retailer, buyer, seller, product } = await openTrade(stage);
    const own = await createProduct(stage.db, retailer, { name: 'Secret house blend' });
    expect(await productIds(buyer)).toEqual(expect.arrayContaining([own.id, product.id]));
    expect(await productIds(seller)).toEqual([product.id]);
    for (const query of [`?entity_id=${retailer.id}`, '?search=Secret%20house']) {
      const list = ok(
        await seller.get<{ data: object[]; pagination: { total: number } }>(`/api/v1/products${query}`),
      );
      expect(list).toMatchObject({ data: [], pagination: { total: 0 } });
    }
    expectAbsent(await seller.get(`/api/v1/products/${own.id}`));
    expect((await seller.get(`/api/v1/products?format=csv`)).text).not.toContain('Secret house blend');
  });

  test('of cultivators are seen by wholesalers and retailers, and cultivators see none of theirs', async () => {
    const [cultivator, wholesaler, retailer] = await Promise.all([
      createBusiness(stage.db, 'cultivator'),
      createBusiness(stage.db, 'wholesaler'),
      createBusiness(stage.db, 'retailer'),
    ]);
    await Promise.all([connect(stage.db, wholesaler, cultivator), connect(stage.db, retailer, cultivator)]);
    const [grown, sold] = await Promise.all([
      createProduct(stage.db, cultivator),
      createProduct(stage.db, wholesaler),
    ]);
    const signIn = async (business: typeof cultivator) =>
      stage.signIn(await createMember(stage.db, business, 'owner'));
    expect(await productIds(await signIn(retailer))).toEqual([grown.id]);
    expect((await productIds(await signIn(wholesaler))).sort()).toEqual([grown.id, sold.id].sort());
    expect(await productIds(await signIn(cultivator))).toEqual([grown.id]);
  });
});

describe('after a connection has ended', () => {
  test('lines of an open order may fall, but not rise or be added (403)', async () => {
    const trade = await openTrade(stage);
    const other = await createProduct(stage.db, trade.wholesaler);
    const order = await placeOrder(trade, 5);
    const items = `/api/v1/orders/${order.id}/items`;
    await disconnect(trade);
    expect(await trade.buyer.post(items, { product_id: trade.product.id, quantity: 95 })).toMatchObject(
      ENDED,
    );
    expect(await trade.buyer.post(items, { product_id: other.id, quantity: 1 })).toMatchObject(ENDED);
    const line = `${items}/${order.items[0]?.id}`;
    expect(await trade.buyer.patch(line, { quantity: 6 })).toMatchObject(ENDED);
    expect(ok(await trade.buyer.patch(line, { quantity: 3 }))).toMatchObject({ items: [{ quantity: 3 }] });
    for (const status of ['accepted', 'preparing', 'shipped']) {
      ok(await trade.seller.patch(`/api/v1/orders/${order.id}/status`, { status }));
    }
  });

  test('comments are possible while the order is open, not on a closed one (403)', async () => {
    const trade = await openTrade(stage);
    const open = await placeOrder(trade);
    const closed = await placeOrderIn(trade, 'delivered');
    const comment = (client: Client, { id }: { id: string }) =>
      client.post(`/api/v1/orders/${id}/comments`, { body: 'Hello' });
    expect((await comment(trade.buyer, closed)).status).toBe(201);
    await disconnect(trade);
    for (const client of [trade.buyer, trade.seller]) {
      expect((await comment(client, open)).status).toBe(201);
      expect(await comment(client, closed)).toMatchObject(ENDED);
    }
  });
});

describe.skipIf(IS_SHORT)('loops', () => {
  test('a buyer can cancel 60 orders of a seller an hour, then 429; the seller still cancels', async () => {
    const trade = await openTrade(stage);
    for (let n = 0; n < 60; n++) {
      const { id } = await placeOrder(trade);
      ok(await trade.buyer.post(`/api/v1/orders/${id}/cancel`));
    }
    const { id } = await placeOrder(trade);
    const beyond = await trade.buyer.post(`/api/v1/orders/${id}/cancel`);
    expect(expectError(beyond, 'RATE_LIMITED')).toMatchObject({ window: 'hour', limit: 60 });
    expect(Number(beyond.headers['retry-after'])).toBeGreaterThan(0);
    const patched = await trade.buyer.patch(`/api/v1/orders/${id}/status`, { status: 'cancelled' });
    expect(patched.status).toBe(429);
    expect(ok(await trade.seller.post(`/api/v1/orders/${id}/cancel`))).toMatchObject({ status: 'cancelled' });
  });

  test('60 comments an hour reach a partner over all orders, then 429', async () => {
    const trade = await openTrade(stage);
    const orders = [await placeOrder(trade), await placeOrder(trade)];
    for (let n = 0; n < 60; n++) {
      ok(await trade.buyer.post(`/api/v1/orders/${orders[n % 2]?.id}/comments`, { body: `${n}` }));
    }
    const beyond = await trade.buyer.post(`/api/v1/orders/${orders[0]?.id}/comments`, { body: 'x' });
    expectError(beyond, 'RATE_LIMITED');
    ok(await trade.seller.post(`/api/v1/orders/${orders[0]?.id}/comments`, { body: 'x' }));
  });
});

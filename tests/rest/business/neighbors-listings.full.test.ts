import { describe, expect, test } from 'vitest';
import { connect, createBusiness, createMember } from '../../factories/business';
import { createProduct, createStock } from '../../factories/catalog';
import { type Chain, deliver, listAgain, openChain, place, supplyReseller } from '../../factories/chain';
import type { OrderBody, ProductBody } from '../../factories/trade';
import { type Client, ok } from '../../setup/client';
import { eventually } from '../../setup/eventually';
import { expectAbsent, expectError } from '../../setup/expect';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { db, sql } = stage;

/** A chain whose wholesaler sells the product on, and whose shop may buy it from either. */
async function openTwoSellers(): Promise<Chain> {
  const chain = await openChain(stage);
  await supplyReseller(chain);
  ok(await listAgain(chain));
  await connect(db, chain.shop, chain.owner);
  return chain;
}
const offer = (client: Client, buyers: string[], item: object) =>
  client.post('/api/v1/offers', { name: 'Offer', ends_at: '2099-01-01T00:00:00Z', buyers, items: [item] });

describe('goods that two businesses sell', () => {
  test('have the prices, the secret menu and the secrecy of the seller that is asked', async () => {
    const { owner, reseller, shop, grower, seller, buyer, product, stockId } = await openTwoSellers();
    const item = {
      variant_id: product.variantId,
      ladder: [{ min_amount: 1, unit_price: 1.23 }],
      rooms: ['secret_menu'],
    };
    ok(await offer(seller, [shop.id], item));
    const line = { variant_id: product.variantId, product_id: product.id };
    expect(ok(await place(buyer, reseller, line))).toMatchObject({ items: [{ unit_price: 1.23 }] });
    expect(ok(await place(buyer, owner, line))).toMatchObject({ items: [{ unit_price: 10 }] });
    const away = { inventory_id: stockId, to_location_id: owner.locationIds[0], to_room_type: 'secret_menu' };
    // An offer of the owner opens its secret menu to nothing else.
    ok(await offer(grower, [shop.id], { variant_id: (await createProduct(db, owner)).variantId }));
    ok(await grower.post('/api/v1/inventory/transfers', { lines: [{ ...away, quantity: 48 }] }));
    expectError(await place(buyer, owner, line), 'INSUFFICIENT_STOCK');
    // The owner offers it to others alone, and the shop waits for none.
    for (const { id } of ok(await buyer.get<{ data: OrderBody[] }>('/api/v1/orders')).data)
      ok(await buyer.post(`/api/v1/orders/${id}/cancel`));
    await sql`update products set visibility = 'offered' where id = ${product.id}`;
    expectError(await place(buyer, owner, line), 'NOT_FOUND');
    await sql`update products set visibility = 'connected' where id = ${product.id}`;
    ok(await listAgain({ seller, product }, { visibility: 'offered' }));
    await sql`update offers set ends_at = now() where entity_id = ${reseller.id}`;
    expectError(await place(buyer, reseller, line), 'NOT_FOUND');
  });

  test('are listed by each seller under its own SKU, also in its price lists', async () => {
    const chain = await openTwoSellers();
    const { owner, product } = chain;
    const second = await createBusiness(db, 'wholesaler');
    await connect(db, second, owner);
    const client = await stage.signIn(await createMember(db, second, 'owner'));
    await createStock(db, second, product.variantId, 5);
    expectAbsent(await client.delete(`/api/v1/listings/${product.variantId}`));
    const listed = async (seller: Client, sku: string) =>
      expect(ok(await listAgain({ seller, product }, { sku }))).toMatchObject({ sku });
    await listed(client, 'SECOND-1');
    await listed(chain.seller, 'FIRST-1');
    await listed(client, 'SECOND-2');
    const list = ok(
      await client.post<{ id: string }>('/api/v1/price-lists', { name: 'Resold', discount_bps: 0 }),
    );
    const rules = { rules: [{ sku: 'SECOND-2', min_amount: 1, unit_price: 3 }] };
    ok(await client.put(`/api/v1/price-lists/${list.id}/rules`, rules));
    expect(
      ok(await client.get<{ data: object[] }>(`/api/v1/price-lists/${list.id}/rules`)).data,
    ).toMatchObject([{ sku: 'SECOND-2' }]);
  });

  test('that only others sell can not be offered (404)', async () => {
    const { seller, shop, product } = await openTwoSellers();
    // Of the owner's two variants the reseller lists one.
    const [, other] = product.variants;
    expectError(await offer(seller, [shop.id], { variant_id: other?.id }), 'NOT_FOUND');
    ok(await offer(seller, [shop.id], { variant_id: product.variantId }));
  });

  test('change for those alone whom their owner knows or sold them to', async () => {
    const chain = await openChain(stage);
    const { grower, seller, buyer, reseller, product } = chain;
    await supplyReseller(chain);
    ok(await listAgain(chain));
    await deliver(seller, ok(await place(buyer, reseller, { product_id: product.id })).id);
    ok(await grower.patch(`/api/v1/products/${product.id}`, { description: 'Sweet' }));
    const told = async (client: Client) =>
      ok(await client.get<{ data: Array<{ type: string }> }>('/api/v1/events?limit=500')).data.filter(
        ({ type }) => type === 'product.updated',
      );
    await eventually(
      () => told(seller),
      (events) => expect(events).not.toEqual([]),
    );
    expect(await told(buyer)).toEqual([]);
  });

  test("show no seller that another's customer bought them from", async () => {
    const chain = await openChain(stage);
    const { owner, reseller, buyer, product } = chain;
    await supplyReseller(chain);
    ok(await listAgain(chain));
    ok(await place(buyer, reseller, { product_id: product.id }));
    const holder = await createBusiness(db, 'retailer');
    const client = await stage.signIn(await createMember(db, holder, 'owner'));
    await createStock(db, holder, product.variantId, 1);
    expect(ok(await client.get<ProductBody>(`/api/v1/products/${product.id}`))).toMatchObject({
      entity: { id: owner.id },
    });
  });
});

describe('goods that are offered only', () => {
  test('are absent for a customer while another has them in stock and in an order (404)', async () => {
    const { owner, reseller, shop, grower, seller, buyer } = await openChain(stage);
    await connect(db, shop, owner);
    const hidden = await createProduct(db, owner, { visibility: 'offered' });
    await createStock(db, owner, hidden.variantId, 9);
    const read = () => buyer.get(`/api/v1/products/${hidden.id}`);
    expectAbsent(await read());
    ok(await offer(grower, [reseller.id], { variant_id: hidden.variantId }));
    ok(await place(seller, owner, { product_id: hidden.id }));
    expectAbsent(await read());
    await createStock(db, reseller, hidden.variantId, 9);
    expectAbsent(await read());
  });
});

test('the SKU of a supplier finds no product of the reader', async () => {
  const { buyer, product } = await openTwoSellers();
  const sku = encodeURIComponent(product.variants[0]?.sku ?? '');
  expect(ok(await buyer.get<{ data: object[] }>(`/api/v1/products?sku=${sku}`)).data).toEqual([]);
});

describe('figures of goods that several businesses have', () => {
  test('are those of the own stock, sales and costs', async () => {
    const { owner, reseller, shop, grower, buyer, seller, product } = await openTwoSellers();
    await createStock(db, shop, product.variantId, 7);
    const rival = await createBusiness(db, 'retailer');
    const client = await stage.signIn(await createMember(db, rival, 'owner'));
    const theirs = await createStock(db, rival, product.variantId, 30);
    const sold = { quantity_change: -4, reason_code: 'SALE' };
    ok(await client.patch(`/api/v1/inventory/${theirs}`, sold));
    const figures = async (reader: Client) =>
      ok(await reader.get<{ data: object[] }>(`/api/v1/reports/products?ids=${product.id}`)).data;
    expect(await figures(client)).toMatchObject([{ on_hand: 26, sold_30_days: 4 }]);
    expect(await figures(buyer)).toMatchObject([{ on_hand: 7, sold_30_days: 0 }]);
    expect(await figures(seller)).toMatchObject([{ on_hand: 50 }]);
    await sql`update inventory_items set average_cost = 4 where entity_id = ${owner.id}`;
    await sql`update inventory_items set average_cost = 9 where entity_id in (${reseller.id}, ${shop.id}, ${rival.id})`;
    const { data } = ok(
      await grower.get<{ data: object[] }>('/api/v1/reports/sales?by=product&range=last_7_days'),
    );
    expect(data).toMatchObject([{ id: product.id, units: 50, cost: 200 }]);
  });
});

import { expect, test } from 'vitest';
import { createBusiness } from '../../factories/business';
import { createProduct, createStock } from '../../factories/catalog';
import { openTrade, type ProductBody } from '../../factories/trade';
import { type Client, ok } from '../../setup/client';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { db } = stage;

test('finds what an offer can be about by part of a SKU: own products, and listings by SKU or name', async () => {
  const { seller, buyer, wholesaler, product } = await openTrade(stage);
  const sku = product.variants[0]?.sku ?? '';
  const find = async (client: Client, asked: string) =>
    ok(
      await client.get<{ data: ProductBody[] }>(`/api/v1/products?sku=${encodeURIComponent(asked)}`),
    ).data.map(({ id }) => id);
  expect(await find(seller, sku.toLowerCase())).toEqual([product.id]);
  expect(await find(seller, 'no such sku')).toEqual([]);
  // A buyer finds none of its sellers' by their SKUs.
  expect(await find(buyer, sku)).toEqual([]);
  const maker = await createBusiness(db, 'cultivator');
  const made = await createProduct(db, maker, { prices: [900] });
  await createStock(db, wholesaler, made.variantId, 5);
  ok(await seller.put(`/api/v1/listings/${made.variantId}`, { sku: `RS-${made.id}`, wholesale_price: 12 }));
  type Listings = { data: Array<{ variant_id: string; unit: string | null; step: number | null }> };
  const listed = async (search: string) =>
    ok(await seller.get<Listings>(`/api/v1/listings?search=${encodeURIComponent(search)}`)).data;
  expect(await listed(`rs-${made.id}`)).toMatchObject([
    { variant_id: made.variantId, unit: null, step: null },
  ]);
  expect(await listed(made.name)).toMatchObject([{ variant_id: made.variantId }]);
  expect(await listed('no such listing')).toEqual([]);
  type Offer = { items: object[] };
  const offer = ok(
    await seller.post<Offer>('/api/v1/offers', {
      name: 'Both',
      audience: 'all',
      ends_at: '2099-01-01T00:00:00Z',
      items: [{ sku }, { sku: `RS-${made.id}` }],
    }),
  );
  expect(offer.items).toMatchObject([
    { sku, wholesale_price: 10, unit: null, step: null },
    { sku: `RS-${made.id}`, wholesale_price: 12 },
  ]);
});

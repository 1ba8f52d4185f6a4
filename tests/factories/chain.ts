import { type Client, ok } from '../setup/client';
import type { Stage } from '../setup/stage';
import { type Business, connect, createBusiness, createMember } from './business';
import { createProduct, createStock, type TestProduct } from './catalog';
import type { OrderBody } from './trade';

/** A cultivator, a wholesaler who buys from it, and a retailer that doesn't know the cultivator, an owner of each signed in. */
export interface Chain {
  owner: Business;
  reseller: Business;
  shop: Business;
  grower: Client;
  seller: Client;
  buyer: Client;
  /** The cultivator's, with two variants of which it has 100 units of the first. */
  product: TestProduct;
  /** The cultivator's stock of it. */
  stockId: string;
}

export async function openChain({ db, signIn }: Pick<Stage, 'db' | 'signIn'>): Promise<Chain> {
  const [owner, reseller, shop] = await Promise.all([
    createBusiness(db, 'cultivator'),
    createBusiness(db, 'wholesaler'),
    createBusiness(db, 'retailer'),
  ]);
  const [grower, seller, buyer, product] = await Promise.all([
    createMember(db, owner, 'owner').then(signIn),
    createMember(db, reseller, 'owner').then(signIn),
    createMember(db, shop, 'owner').then(signIn),
    createProduct(db, owner, { prices: [1000, 7000] }),
    connect(db, reseller, owner),
    connect(db, shop, reseller),
  ]);
  const stockId = await createStock(db, owner, product.variantId, 100);
  return { owner, reseller, shop, grower, seller, buyer, product, stockId };
}

/** Orders two units of a line, or as many as it says. */
export const place = (client: Client, seller: Business, line: object) =>
  client.post<OrderBody>('/api/v1/orders', { wholesaler_id: seller.id, items: [{ quantity: 2, ...line }] });

/** Takes an order to its buyer. */
export async function deliver(client: Client, id: string): Promise<void> {
  for (const status of ['accepted', 'preparing', 'shipped', 'delivered'])
    ok(await client.patch(`/api/v1/orders/${id}/status`, { status }));
}

/** Delivers 50 units to the chain's reseller, which can list them then. */
export async function supplyReseller({ seller, grower, owner, product }: Chain): Promise<void> {
  const { id } = ok(await place(seller, owner, { product_id: product.id, quantity: 50 }));
  await deliver(grower, id);
}

/** Lists the chain's product for its reseller's customers, under a SKU of its own. */
export const listAgain = ({ seller, product }: Pick<Chain, 'seller' | 'product'>, fields: object = {}) =>
  seller.put(`/api/v1/listings/${product.variantId}`, {
    sku: `RS-${product.id}`,
    wholesale_price: 21.5,
    ...fields,
  });

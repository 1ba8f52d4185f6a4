import type { Client } from '../setup/client';
import type { Stage } from '../setup/stage';
import { type Business, createBusiness, createMember } from './business';
import { createProduct, createStock, type TestProduct } from './catalog';
import { connectPos, type PosOptions } from './pos';
import type { ItemBody } from './trade';

export interface RegisterShop {
  shop: Business;
  owner: Client;
  place: string;
  connectionId: string;
  products: TestProduct[];
  /** The rows of the products in the vault, in their order. */
  items: string[];
}

/** A shop whose first location is connected to the built-in simulator, with these quantities in its vault. */
export async function openRegisterShop(
  { db, signIn }: Pick<Stage, 'db' | 'signIn'>,
  quantities: readonly number[],
  options: PosOptions = {},
): Promise<RegisterShop> {
  const shop = await createBusiness(db, 'retailer', { locationCount: 2 });
  const owner = await signIn(await createMember(db, shop, 'owner'));
  const products: TestProduct[] = [];
  const items: string[] = [];
  for (const quantity of quantities) {
    const product = await createProduct(db, shop);
    products.push(product);
    items.push(await createStock(db, shop, product.variantId, quantity));
  }
  const connectionId = await connectPos(db, shop, options);
  return { shop, owner, place: shop.locationIds[0], connectionId, products, items };
}

export const skuOf = (product: TestProduct | undefined) => product?.variants[0]?.sku ?? '';
export const itemOf = async ({ owner }: RegisterShop, id = '') =>
  (await owner.get<ItemBody>(`/api/v1/inventory/${id}`)).body;
export const quantitiesOf = async (shop: RegisterShop) =>
  Promise.all(shop.items.map(async (id) => (await itemOf(shop, id)).quantity));

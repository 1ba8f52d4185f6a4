import { createProduct } from '../../factories/catalog';
import { ok } from '../../setup/client';
import { ABSENT_ID } from '../../setup/expect';
import { BUYERS, buyer, type Cases, MANAGERS, product, stage, wholesaler } from './world';

const CARTS = '/api/v1/carts';
const CART = `${CARTS}/${wholesaler.id}`;
const ABSENT_CART = `${CARTS}/${ABSENT_ID}`;
const lines = [{ variant_id: product.variantId, quantity: 2 }];
const add = [{ variant_id: product.variantId, add: 1 }];
const saved = async () => ok(await buyer.put(CART, { lines }));

/** A variant that the supplier has taken from sale. */
async function unsold(): Promise<string> {
  const { id, variantId } = await createProduct(stage.db, wholesaler);
  await stage.sql`update products set active = false where id = ${id}`;
  return variantId;
}

export const CART_CASES: Cases = {
  [`GET ${CARTS}`]: { may: BUYERS, client: buyer, address: CARTS, cases: { 200: () => buyer.get(CARTS) } },
  [`GET ${CARTS}/{supplier_id}`]: {
    may: BUYERS,
    client: buyer,
    address: CART,
    cases: {
      200: async () => {
        await saved();
        return buyer.get(CART);
      },
      404: () => buyer.get(ABSENT_CART),
    },
  },
  [`PUT ${CARTS}/{supplier_id}`]: {
    may: MANAGERS,
    client: buyer,
    address: ABSENT_CART,
    cases: {
      200: () => buyer.put(CART, { lines }),
      404: () => buyer.put(ABSENT_CART, { lines }),
      409: async () => buyer.put(CART, { lines: [{ variant_id: await unsold(), quantity: 1 }] }),
      412: () => buyer.put(CART, { lines }, { headers: { 'if-match': `"${ABSENT_ID}"` } }),
    },
  },
  [`PATCH ${CARTS}/{supplier_id}`]: {
    may: MANAGERS,
    client: buyer,
    address: ABSENT_CART,
    cases: {
      200: () => buyer.patch(CART, { lines: add }),
      404: () => buyer.patch(ABSENT_CART, { lines: add }),
      409: async () => buyer.patch(CART, { lines: [{ variant_id: await unsold(), add: 1 }] }),
      412: () => buyer.patch(CART, { lines: add }, { headers: { 'if-match': `"${ABSENT_ID}"` } }),
    },
  },
  'POST /api/v1/checkout': {
    may: MANAGERS,
    client: buyer,
    address: '/api/v1/checkout',
    cases: {
      200: async () => {
        const { version } = (await saved()) as { version: string };
        return buyer.post('/api/v1/checkout', { carts: [{ supplier_id: wholesaler.id, version }] });
      },
    },
  },
  [`DELETE ${CARTS}/{supplier_id}`]: {
    may: BUYERS,
    client: buyer,
    address: ABSENT_CART,
    cases: {
      204: async () => {
        await saved();
        return buyer.delete(CART);
      },
      404: () => buyer.delete(ABSENT_CART),
    },
  },
};

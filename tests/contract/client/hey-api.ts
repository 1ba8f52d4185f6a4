import { createClient, createConfig } from './client/client';
import { authLogin, inventoryList, ordersCreate, ordersGet, productsList } from './client/sdk.gen';

interface Parties {
  baseUrl: string;
  email: string;
  password: string;
  unknownId: string;
}

/** What an integrator writes: signs in, lists products and stock, orders, and reads an error by its code. */
export async function order({ baseUrl, email, password, unknownId }: Parties) {
  const signedIn = await authLogin({
    client: createClient(createConfig({ baseUrl })),
    body: { email, password },
  });
  if (!signedIn.data || 'mfa_required' in signedIn.data) throw new Error('no tokens');
  const client = createClient(createConfig({ baseUrl, auth: signedIn.data.access_token }));

  const products = await productsList({ client, query: { limit: 1, active: true } });
  if (!products.data || typeof products.data === 'string') throw new Error(products.error?.error.message);
  const [product] = products.data.data;
  if (!product) throw new Error('no product is offered');
  const stock = await inventoryList({ client });

  const placed = await ordersCreate({
    client,
    headers: { 'Idempotency-Key': 'the order of the generated client' },
    body: { wholesaler_id: product.entity.id, items: [{ product_id: product.id, quantity: 2 }] },
  });
  const missing = await ordersGet({ client, path: { id: unknownId } });
  return {
    signedIn: signedIn.response?.status,
    listed: products.data.pagination.total,
    stock: stock.data?.data.length,
    status: placed.data?.status,
    quantity: placed.data?.items[0]?.quantity,
    error: missing.error?.error.code,
  };
}

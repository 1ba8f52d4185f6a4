import createClient from 'openapi-fetch';
import type { paths } from './schema';

type Client = ReturnType<typeof createClient<paths, 'application/json'>>;

/** What an integrator writes: signs in (lists could be had as CSV, too: JSON is asked for by type), and calls by the document's types alone. */
async function signIn(baseUrl: string, email: string, password: string): Promise<Client> {
  const client = createClient<paths, 'application/json'>({ baseUrl });
  const { data, error } = await client.POST('/auth/login', { body: { email, password } });
  if (error) throw new Error(error.error.code);
  if ('mfa_required' in data) throw new Error('a second factor is wanted');
  client.use({
    onRequest: ({ request }) => {
      request.headers.set('Authorization', `Bearer ${data.access_token}`);
      return request;
    },
  });
  return client;
}

interface Parties {
  baseUrl: string;
  password: string;
  buyer: string;
  seller: string;
}

/** A retailer orders, the wholesaler fulfills the order, and the items arrive in the retailer's vault. */
export async function orderPath({ baseUrl, password, buyer, seller }: Parties) {
  const [retailer, wholesaler] = [
    await signIn(baseUrl, buyer, password),
    await signIn(baseUrl, seller, password),
  ];
  const products = await retailer.GET('/api/v1/products', { params: { query: { limit: 1, active: true } } });
  const product = products.data?.data[0];
  if (!product) throw new Error('no product is offered');
  const placed = await retailer.POST('/api/v1/orders', {
    params: { header: { 'Idempotency-Key': 'the order of the generated client' } },
    body: { wholesaler_id: product.entity.id, items: [{ product_id: product.id, quantity: 2 }] },
  });
  if (!placed.data) throw new Error(placed.error.error.message);
  const path = { id: placed.data.id };
  for (const status of ['accepted', 'preparing', 'shipped', 'delivered'] as const) {
    const moved = await wholesaler.PATCH('/api/v1/orders/{id}/status', {
      params: { path },
      body: { status },
    });
    if (moved.data?.status !== status)
      throw new Error(moved.error?.error.message ?? 'the order did not move');
  }
  const order = await retailer.GET('/api/v1/orders/{id}', { params: { path } });
  const stock = await retailer.GET('/api/v1/inventory', {
    params: { query: { product_id: product.id, room_type: 'vault' } },
  });
  return { total: order.data?.total, status: order.data?.status, inVault: stock.data?.data[0]?.quantity };
}

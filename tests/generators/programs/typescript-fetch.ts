import { AuthApi, Configuration, OrdersApi, ProductsApi, ResponseError } from './client/index';

interface Parties {
  baseUrl: string;
  email: string;
  password: string;
  unknownId: string;
}

export async function order({ baseUrl, email, password, unknownId }: Parties) {
  const signedIn = await new AuthApi(new Configuration({ basePath: baseUrl })).authLogin({
    authLoginRequest: { email, password },
  });
  if (!('accessToken' in signedIn)) throw new Error('a second factor is required');
  const configuration = new Configuration({ basePath: baseUrl, accessToken: signedIn.accessToken });
  const products = await new ProductsApi(configuration).productsList({ limit: 1, active: true });
  const [product] = products.data;
  if (!product) throw new Error('no product is offered');
  const orders = new OrdersApi(configuration);
  const placed = await orders.ordersCreate({
    ordersCreateRequest: {
      wholesalerId: product.entity.id,
      items: [{ productId: product.id, quantity: 2 }],
    },
  });
  const error = await orders.ordersGet({ id: unknownId }).catch((failure: unknown) => failure);
  if (!(error instanceof ResponseError)) throw new Error('an unknown order is no error');
  return {
    listed: products.data.length,
    status: placed.status,
    quantity: placed.items[0]?.quantity,
    error: (await error.response.json()).error.code,
  };
}

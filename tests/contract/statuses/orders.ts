import { createProduct } from '../../factories/catalog';
import { type OrderBody, placeOrderIn } from '../../factories/trade';
import { ABSENT_ID } from '../../setup/expect';
import {
  ABSENT,
  buyer,
  type Cases,
  line,
  MANAGERS,
  pending,
  read,
  readOf,
  seller,
  sku,
  stage,
  trade,
  wholesaler,
} from './world';

const twoLines = async () => {
  const second = await createProduct(stage.db, wholesaler, { prices: [] });
  await seller.post(`/api/v1/products/${second.id}/variants`, { name: 'x', sku: sku(), price: 1 });
  const { body } = await seller.get<{ data: { id: string }[] }>(`/api/v1/inventory?product_id=${second.id}`);
  await seller.patch(`/api/v1/inventory/${body.data[0]?.id}`, { quantity_change: 9, reason_code: 'RETURN' });
  const order = await pending();
  return (
    await buyer.post<OrderBody>(`/api/v1/orders/${order.id}/items`, { product_id: second.id, quantity: 1 })
  ).body;
};
const adjustmentsPath = ({ id }: OrderBody) => `/api/v1/orders/${id}/adjustments`;
const FREIGHT = { adjustments: [{ kind: 'freight', amount: 5 }] };
const itemPath = (order: OrderBody) => `/api/v1/orders/${order.id}/items/${order.items[0]?.id}`;

export const ORDERS: Cases = {
  'GET /api/v1/orders': read(buyer, '/api/v1/orders'),
  'GET /api/v1/orders/summaries': read(buyer, '/api/v1/orders/summaries'),
  'GET /api/v1/orders/counts': read(buyer, '/api/v1/orders/counts'),
  'GET /api/v1/partners/{id}/totals': read(
    buyer,
    `/api/v1/partners/${wholesaler.id}/totals`,
    `/api/v1/partners/${ABSENT_ID}/totals`,
  ),
  'GET /api/v1/partners/totals': read(buyer, `/api/v1/partners/totals?side=buying&ids=${wholesaler.id}`),
  'GET /api/v1/orders/{id}': readOf(buyer, (await pending()).id),
  'GET /api/v1/orders/{id}/history': readOf(buyer, (await pending()).id),
  'GET /api/v1/orders/{id}/certificates': readOf(buyer, (await pending()).id),
  'GET /api/v1/orders/{id}/comments': readOf(buyer, (await pending()).id),
  'POST /api/v1/orders/{id}/comments': {
    may: MANAGERS,
    client: seller,
    address: `${ABSENT.order}/comments`,
    cases: {
      201: async () => seller.post(`/api/v1/orders/${(await pending()).id}/comments`, { body: 'Hello' }),
      404: () => seller.post(`${ABSENT.order}/comments`, { body: 'Hello' }),
    },
  },
  'PATCH /api/v1/orders/{id}': {
    may: MANAGERS,
    client: buyer,
    address: ABSENT.order,
    cases: {
      200: async () => buyer.patch(`/api/v1/orders/${(await pending()).id}`, { po_number: 'PO-1' }),
      403: async () => seller.patch(`/api/v1/orders/${(await pending()).id}`, { po_number: 'PO-1' }),
      404: () => buyer.patch(ABSENT.order, { po_number: 'PO-1' }),
      409: async () =>
        buyer.patch(`/api/v1/orders/${(await placeOrderIn(trade, 'shipped')).id}`, { po_number: 'PO-1' }),
    },
  },
  'POST /api/v1/orders/{id}/dispute': {
    may: ['o', 'o', 'o'],
    client: buyer,
    address: `${ABSENT.order}/dispute`,
    cases: {
      200: async () => {
        const { id } = await pending();
        await stage.sql`update orders set disputable_until = now() + interval '1 day' where id = ${id}`;
        return buyer.post(`/api/v1/orders/${id}/dispute`, { disputed: true });
      },
      403: async () => seller.post(`/api/v1/orders/${(await pending()).id}/dispute`, { disputed: true }),
      404: () => buyer.post(`${ABSENT.order}/dispute`, { disputed: true }),
      409: async () => buyer.post(`/api/v1/orders/${(await pending()).id}/dispute`, { disputed: true }),
    },
  },
  'POST /api/v1/orders': {
    may: MANAGERS,
    client: buyer,
    address: '/api/v1/orders',
    cases: {
      201: () => buyer.post('/api/v1/orders', { wholesaler_id: wholesaler.id, items: [line] }),
      403: () => buyer.post('/api/v1/orders', { retailer_id: wholesaler.id, items: [line] }),
      404: () => buyer.post('/api/v1/orders', { wholesaler_id: ABSENT_ID, items: [line] }),
      409: () => {
        const items = [{ ...line, quantity: 100_000 }];
        return buyer.post('/api/v1/orders', { wholesaler_id: wholesaler.id, items });
      },
    },
  },
  'POST /api/v1/orders/quote': {
    may: MANAGERS,
    client: buyer,
    address: '/api/v1/orders/quote',
    cases: {
      200: () => buyer.post('/api/v1/orders/quote', { wholesaler_id: wholesaler.id, items: [line] }),
      404: () => buyer.post('/api/v1/orders/quote', { wholesaler_id: ABSENT_ID, items: [line] }),
    },
  },
  'PATCH /api/v1/orders/{id}/status': {
    may: MANAGERS,
    client: seller,
    address: `${ABSENT.order}/status`,
    cases: {
      200: async () => seller.patch(`/api/v1/orders/${(await pending()).id}/status`, { status: 'accepted' }),
      403: async () => buyer.patch(`/api/v1/orders/${(await pending()).id}/status`, { status: 'accepted' }),
      404: () => seller.patch(`${ABSENT.order}/status`, { status: 'accepted' }),
      409: async () => seller.patch(`/api/v1/orders/${(await pending()).id}/status`, { status: 'shipped' }),
    },
  },
  'POST /api/v1/orders/{id}/cancel': {
    may: MANAGERS,
    client: seller,
    address: `${ABSENT.order}/cancel`,
    cases: {
      200: async () => buyer.post(`/api/v1/orders/${(await pending()).id}/cancel`),
      404: () => buyer.post(`${ABSENT.order}/cancel`),
      409: async () => buyer.post(`/api/v1/orders/${(await placeOrderIn(trade, 'shipped')).id}/cancel`),
    },
  },
  'POST /api/v1/orders/{id}/items': {
    may: MANAGERS,
    client: buyer,
    address: `${ABSENT.order}/items`,
    cases: {
      201: async () => buyer.post(`/api/v1/orders/${(await pending()).id}/items`, line),
      403: async () => seller.post(`/api/v1/orders/${(await pending()).id}/items`, line),
      404: () => buyer.post(`${ABSENT.order}/items`, line),
      409: async () => buyer.post(`/api/v1/orders/${(await placeOrderIn(trade, 'accepted')).id}/items`, line),
    },
  },
  'PATCH /api/v1/orders/{id}/items/{item_id}': {
    may: MANAGERS,
    client: buyer,
    address: `${ABSENT.order}/items/${ABSENT_ID}`,
    cases: {
      200: async () => buyer.patch(itemPath(await pending()), { quantity: 2 }),
      403: async () => seller.patch(itemPath(await pending()), { quantity: 2 }),
      404: () => buyer.patch(`${ABSENT.order}/items/${ABSENT_ID}`, { quantity: 2 }),
      409: async () => buyer.patch(itemPath(await pending()), { quantity: 100_000 }),
    },
  },
  'PUT /api/v1/orders/{id}/adjustments': {
    may: MANAGERS,
    client: seller,
    address: `${ABSENT.order}/adjustments`,
    cases: {
      200: async () => seller.put(adjustmentsPath(await pending()), FREIGHT),
      403: async () => buyer.put(adjustmentsPath(await pending()), FREIGHT),
      404: () => seller.put(`${ABSENT.order}/adjustments`, FREIGHT),
      409: async () => seller.put(adjustmentsPath(await placeOrderIn(trade, 'shipped')), FREIGHT),
    },
  },
  'DELETE /api/v1/orders/{id}/items/{item_id}': {
    may: MANAGERS,
    client: buyer,
    address: `${ABSENT.order}/items/${ABSENT_ID}`,
    cases: {
      200: async () => buyer.delete(itemPath(await twoLines())),
      404: () => buyer.delete(`${ABSENT.order}/items/${ABSENT_ID}`),
      409: async () => buyer.delete(itemPath(await pending())),
    },
  },
};

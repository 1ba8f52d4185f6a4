import { createServer, request as sendRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { ordersGet, ordersList } from '../../clients/typescript/src/generated/index';
import { Tallyleaf } from '../../clients/typescript/src/tallyleaf';
import { type OrderBody, openTrade } from '../factories/trade';
import { openStage } from '../setup/stage';

const stage = await openStage();
const trade = await openTrade(stage, { prices: [1250] });
const token = async () => trade.buyer.tokens?.access_token ?? '';

/** Passes requests on; the first responses to writes are read to their end and the connection is cut instead. */
const keys: unknown[] = [];
let cuts = 2;
const proxy = createServer((request, response) => {
  const { method, headers, url } = request;
  if (method === 'POST') keys.push(headers['idempotency-key']);
  const onward = sendRequest(new URL(url ?? '/', stage.server.url), { method, headers }, (answer) => {
    if (method !== 'POST' || cuts === 0) {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
      return;
    }
    cuts -= 1;
    answer.resume().on('end', () => response.destroy());
  });
  request.pipe(onward);
});
await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
afterAll(() => proxy.close().closeAllConnections());
const baseUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
const tallyleaf = new Tallyleaf({ baseUrl, auth: token, wait: async () => undefined });

test('orders once though the connection is cut after the write, twice', async () => {
  const placed = await tallyleaf.request<OrderBody>('POST', '/api/v1/orders', {
    wholesaler_id: trade.wholesaler.id,
    items: [{ product_id: trade.product.id, quantity: 2 }],
  });
  expect(keys).toHaveLength(3);
  expect(new Set(keys).size).toBe(1);
  const orders: string[] = [];
  for await (const { id } of tallyleaf.iterate<OrderBody>('/api/v1/orders', { limit: 1 })) orders.push(id);
  expect(orders).toEqual([placed.id]);
});

test('reads changes, events, a CSV and an error of the real server', async () => {
  const first = await tallyleaf.changes<OrderBody>('/api/v1/orders');
  expect(first.rows).toHaveLength(1);
  expect((await tallyleaf.changes<OrderBody>('/api/v1/orders', first.as_of)).as_of).toBeTypeOf('string');
  const types: string[] = [];
  for await (const event of tallyleaf.events()) types.push(event.type);
  expect(types).toContain('order.created');
  expect(Buffer.from(await tallyleaf.download('/api/v1/orders', 'text/csv')).toString()).toContain(
    first.rows[0]?.id,
  );
  await expect(tallyleaf.request('GET', `/api/v1/orders/${trade.product.id}`)).rejects.toMatchObject({
    status: 404,
    code: 'NOT_FOUND',
    request_id: expect.any(String),
  });
});

test('calls a generated operation, whose failure is a TallyleafError', async () => {
  const client = tallyleaf.operations;
  const { data } = await ordersList({ client, query: { limit: 5 } });
  expect(data.data).toHaveLength(1);
  await expect(ordersGet({ client, path: { id: trade.product.id } })).rejects.toMatchObject({
    status: 404,
    code: 'NOT_FOUND',
  });
});

import { afterEach, expect, test, vi } from 'vitest';
import { importList } from '@/components/business/imports/list';
import { deliveriesList } from '@/components/business/webhooks/deliveries-list';
import { endpointsList } from '@/components/business/webhooks/list';
import { productsList } from '@/components/catalog/products/list';
import { ordersList } from '@/components/orders/list';
import { inventoryList } from '@/components/stock/inventory/list';
import { snapshotList } from '@/components/stock/inventory/snapshot-list';
import { syncsList, unmatchedList } from '@/components/stock/pos/syncs/list';

const ID = '01940000-0000-7000-8000-000000000001';
const parse = (search: string) => Promise.resolve(Object.fromEntries(new URLSearchParams(search)));

afterEach(() => vi.useRealTimers());

test.each([
  ['retailer', 'wholesaler_id'],
  ['wholesaler', 'retailer_id'],
] as const)('a %s filters orders by the other business', async (side, field) => {
  const state = await ordersList.load(parse(`party=${ID}`));
  const of = side === 'retailer' ? 'buying' : 'selling';
  expect(ordersList.request(state, side)).toEqual({
    page: 1,
    limit: 50,
    sort: '-created_at',
    side: of,
    [field]: ID,
  });
});

test('drops the end of a date range that precedes its start', async () => {
  const state = await ordersList.load(parse('from=2026-03-09&to=2026-03-01'));
  expect(ordersList.request(state, 'retailer')).toMatchObject({ start_date: '2026-03-09' });
  expect(ordersList.request(state, 'retailer')).not.toHaveProperty('end_date');
});

test.each(['2026-02-30', '26-01-01', 'yesterday', '0999-01-01'])('ignores %s as a date', async (date) => {
  const state = await ordersList.load(parse(`from=${date}`));
  expect(ordersList.request(state, 'retailer')).not.toHaveProperty('start_date');
});

test('sends an inactive filter as false, not as absent', async () => {
  const state = await productsList.load(parse('active=false&brand=%20Little%20Owl%00'));
  expect(productsList.request(state, ID)).toMatchObject({
    active: false,
    brand: 'Little Owl',
    entity_id: ID,
  });
});

test('caps the page and the search at what the server accepts', async () => {
  const state = await inventoryList.load(parse(`page=999999999&q=${'x'.repeat(300)}`));
  const { page, search } = inventoryList.request(state);
  expect([page, search?.length]).toEqual([1_000_000, 100]);
});

test('ignores low_stock=false and ids that are none', async () => {
  const state = await inventoryList.load(parse('low_stock=false&location_id=1'));
  expect(inventoryList.request(state)).toEqual({ page: 1, limit: 50, sort: 'product_name' });
});

test('shows yesterday in the business timezone when a snapshot names no day', async () => {
  vi.useFakeTimers({ now: new Date('2026-03-02T05:00:00Z') });
  const state = await snapshotList.load(parse(''));
  expect(snapshotList.request(state, 'America/Los_Angeles')).toEqual({
    page: 1,
    limit: 50,
    date: '2026-02-28',
  });
});

test('sends no search or sort to lists that have none', async () => {
  const state = await unmatchedList.load(parse('unmatched_page=2&unmatched_q=x&page=5'));
  expect(unmatchedList.request(state, ID)).toEqual({ page: 2, limit: 20, location_id: ID });
  const endpoints = await endpointsList.load(parse('q=x&active=true'));
  expect(endpointsList.request(endpoints)).toEqual({ page: 1, limit: 10, sort: 'created_at', active: true });
});

test('asks for the rows of what the list belongs to', async () => {
  const deliveries = await deliveriesList.load(parse('status=failed'));
  expect(deliveriesList.request(deliveries, ID)).toMatchObject({ id: ID, status: 'failed' });
  const lines = await importList.load(parse(`import=${ID}&step=preview&lines=problems`));
  expect(importList.request(lines, ID)).toEqual({ page: 1, limit: 50, id: ID, problem: true });
});

test.each([
  ['status=pending', true],
  ['status=delivered', false],
  ['', false],
  ['status=pending&q=haze', false],
  [`status=pending&party=${ID}`, false],
])('%s is a queue: %s', async (search, queue) => {
  expect(ordersList.isQueue(await ordersList.load(parse(search)))).toBe(queue);
});

test('writes only what differs from the default into a link', () => {
  expect(syncsList.query({ page: 1, sort: '-created_at', status: 'failed' })).toBe('?status=failed');
  expect(unmatchedList.query({ page: 3 })).toBe('?unmatched_page=3');
});

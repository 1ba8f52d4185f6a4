// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { CartPage } from '@/components/orders/cart/cart-page';
import { showPage } from '../../../setup/browser-page';

const push = vi.hoisted(() => vi.fn());
vi.mock('next/navigation', async (original) => ({
  ...(await original<object>()),
  useRouter: () => ({ push, prefetch: () => {} }),
}));
afterEach(() => {
  cleanup();
  push.mockReset();
});

const line = (variant: string, location_id: string | null, quantity: number) => ({
  ...{ product_id: `p${variant}`, variant_id: variant, product_name: 'Blue Dream', variant_name: '3.5 g' },
  ...{ sku: `SKU-${variant}`, location_id, quantity, amount: quantity, unit: null, step: null },
  ...{ unit_price: 10, price_ladder: [{ min_amount: 1, unit_price: 10, source: 'wholesale' }] },
  ...{ case_size: 1, case_size_amount: 1 },
});
const cart = (id: string, name: string, lines: object[]) => ({
  ...{ supplier_id: id, supplier_name: name, version: `v-${id}`, lines, delivery_date: null },
  ...{ delivery_window: null, receiving_location_id: null, notes: null, po_number: null },
});
const STORES = [
  { id: 'm', name: 'Mission' },
  { id: 'o', name: 'Oakland' },
] as never;

function serve(results: (call: number) => object[]) {
  const carts = [
    cart('s', 'Redwood', [line('a', null, 4), line('a', 'o', 2)]),
    cart('t', 'Sierra', [line('b', null, 1)]),
  ];
  let [calls, left] = [0, carts as object[]];
  return (path: string, input: unknown) => {
    if (path === 'carts.list') return { data: left };
    if (path === 'orders.quote') {
      const { items } = input as { items: { variant_id: string; quantity: number }[] };
      const total = items.reduce((sum, { quantity }) => sum + quantity * 10, 0);
      return {
        ...{ subtotal: total, discount_total: 0, freight_total: 0, tax_lines: [], total, problems: [] },
        ...{ next_delivery_dates: [], exposure: null, limit: null },
        lines: items.map((item) => ({
          ...{ ...line(item.variant_id, null, item.quantity), available_quantity: 100 },
          ...{ category: 'flower', image: null, expires_before_delivery: 0 },
        })),
      };
    }
    if (path === 'carts.checkout') {
      const response = { results: results(++calls) };
      left = carts.slice(1);
      return response;
    }
    return { data: [] };
  };
}

const show = (results: (call: number) => object[]) =>
  showPage(<CartPage locations={STORES} />, serve(results), {
    permissions: ['create:orders', 'read:inventory'],
  });

test('one press orders all carts, each supplier and store, and opens the purchases', async () => {
  const { user, calls } = show(() => [
    { supplier_id: 's', location_id: 'm', order: { total: 40 } },
    { supplier_id: 's', location_id: 'o', order: { total: 20 } },
    { supplier_id: 't', location_id: 'm', order: { total: 10 } },
  ]);
  await screen.findByRole('region', { name: 'Cart for Redwood, Oakland' });
  await user.click(await screen.findByRole('button', { name: 'Place 3 orders · $70.00' }));
  await vi.waitFor(() => expect(push).toHaveBeenCalledWith('/purchases'));
  expect(calls.filter(({ path }) => path === 'carts.checkout').map(({ input }) => input)).toEqual([
    {
      carts: [
        { supplier_id: 's', version: 'v-s' },
        { supplier_id: 't', version: 'v-t' },
      ],
    },
  ]);
});

test('an order that fails stays in the cart with its reason', async () => {
  const { user } = show(() => [
    { supplier_id: 's', location_id: 'm', order: { total: 40 } },
    { supplier_id: 's', location_id: 'o', order: { total: 20 } },
    {
      ...{ supplier_id: 't', location_id: 'm' },
      error: {
        code: 'CONFLICT',
        message: 'Sierra put your account on hold.',
        details: { reason: 'on_hold' },
      },
    },
  ]);
  await user.click(await screen.findByRole('button', { name: 'Place 3 orders · $70.00' }));
  const section = await screen.findByRole('region', { name: 'Cart for Sierra' });
  await within(section).findByText('Sierra put your account on hold.');
  expect(push).not.toHaveBeenCalled();
});

test('a line is given to another store', async () => {
  const { user, calls } = show(() => []);
  const mission = within(await screen.findByRole('region', { name: 'Cart for Sierra, Mission' }));
  await user.selectOptions(mission.getByRole('combobox', { name: 'Store of Blue Dream SKU-b' }), 'Oakland');
  await vi.waitFor(() =>
    expect(calls.find(({ path }) => path === 'carts.change')?.input).toEqual({
      supplier_id: 't',
      lines: [
        { variant_id: 'b', add: -1 },
        { variant_id: 'b', add: 1, location_id: 'o' },
      ],
    }),
  );
});

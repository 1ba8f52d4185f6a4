// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { OrderActions } from '@/components/orders/order-actions';
import { ShipDialog } from '@/components/orders/ship-dialog';
import { sideRulesOf } from '@/components/orders/side-rules';
import type { Order } from '@/components/orders/types';
import { pageOf, showPage } from '../../../setup/browser-page';
import { navigation } from '../../../setup/navigation';

const pushed: string[] = [];
navigation.push = (href) => pushed.push(href);
afterEach(() => {
  cleanup();
});

const item = { product_id: 'p', variant_id: 'v', product_name: 'Blue Dream', sku: 'BD', unit_price: 10 };
const ORDER = {
  id: 'o',
  status: 'delivered',
  wholesaler: { id: 's', name: 'Golden Coast' },
  receiving_location_id: 'berkeley',
  items: [{ ...item, quantity: 3 }],
} as unknown as Order;
/** The server's cart with what is there, and the changes that it gets. */
async function orderAgain(there: object | null = null) {
  const rules = sideRulesOf('retailer');
  const empty = { supplier_id: 's', supplier_name: 'Golden Coast', version: 'v', lines: [] };
  const { user, calls } = showPage(
    <OrderActions order={ORDER} rules={rules} history={[]} onRefused={() => {}} />,
    (path) => {
      if (path === 'orders.receipts') return pageOf([]);
      return path === 'carts.list' ? pageOf(there ? [{ ...empty, ...there }] : []) : { ...empty, ...there };
    },
    { permissions: ['create:orders'] },
  );
  await vi.waitFor(() => expect(calls).toContainEqual(expect.objectContaining({ path: 'carts.list' })));
  await user.click(screen.getByRole('button', { name: 'Order again' }));
  const changes = () => calls.filter(({ path }) => path === 'carts.change').map(({ input }) => input);
  await vi.waitFor(() => expect(changes()).toHaveLength(1));
  return changes()[0];
}

test('orders again to the location that the order went to', async () => {
  expect(await orderAgain()).toEqual({
    supplier_id: 's',
    lines: [{ variant_id: 'v', add: 3 }],
    receiving_location_id: 'berkeley',
  });
  expect(pushed).toEqual(['/cart']);
});

test('adds to what is in the cart, and leaves the location that was chosen for it', async () => {
  const line = { ...item, variant_name: 'x', quantity: 12 };
  const change = await orderAgain({ lines: [line], receiving_location_id: 'oakland' });
  expect(change).toEqual({ supplier_id: 's', lines: [{ variant_id: 'v', add: 3 }] });
});

test.each([
  ['by its seller alone', 'wholesaler', false, true],
  ['not by its buyer', 'retailer', false, false],
  ['by its buyer while its seller is suspended', 'retailer', true, true],
] as const)('an order in preparation can be canceled %s', (_who, side, besideSuspended, expected) => {
  const order = { ...ORDER, status: 'preparing' } as Order;
  const rules = sideRulesOf(side, besideSuspended);
  showPage(<OrderActions order={order} rules={rules} history={[]} onRefused={() => {}} />, () => pageOf([]), {
    permissions: ['cancel:orders'],
  });
  expect(screen.queryByRole('button', { name: 'Cancel order' }) !== null).toBe(expected);
});

test('reads the departure of a shipment in the timezone of the business', async () => {
  const order = { ...ORDER, retailer: { name: 'Harbor' } } as Order;
  const { user, calls } = showPage(<ShipDialog order={order} onClose={() => {}} />, (path) =>
    path === 'orders.manifest' ? { receiver: { premises: [] } } : pageOf([]),
  );
  const departure = screen.getByLabelText(/^Departure/);
  expect(screen.getByText('Time in America/Los Angeles. Now when empty.')).toBeTruthy();
  fireEvent.change(departure, { target: { value: '2026-11-20T09:30' } });
  await user.click(screen.getByRole('button', { name: 'Mark shipped' }));
  await vi.waitFor(() =>
    expect(calls).toContainEqual({
      path: 'orders.updateStatus',
      input: { id: 'o', status: 'shipped', departs_at: '2026-11-20T17:30:00.000Z' },
    }),
  );
});

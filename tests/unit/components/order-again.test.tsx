// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { cartOf, parseCart } from '@/components/cart/cart';
import { OrderActions } from '@/components/orders/order-actions';
import { sideRulesOf } from '@/components/orders/side-rules';
import type { Order } from '@/components/orders/types';
import { showPage } from '../../setup/browser-page';

const pushed: string[] = [];
vi.mock('next/navigation', () => ({ useRouter: () => ({ push: (href: string) => pushed.push(href) }) }));
afterEach(() => {
  cleanup();
  localStorage.clear();
  window.dispatchEvent(new Event('cart-changed'));
});

const item = { product_id: 'p', variant_id: 'v', product_name: 'Blue Dream', sku: 'BD', unit_price: 10 };
const ORDER = {
  id: 'o',
  status: 'delivered',
  wholesaler: { id: 's', name: 'Golden Coast' },
  receiving_location_id: 'berkeley',
  items: [{ ...item, quantity: 3 }],
} as unknown as Order;
const KEY = 'cart:e:sam@shop.example';
const cart = () => cartOf(parseCart(localStorage.getItem(KEY)), 's');

async function orderAgain() {
  const rules = sideRulesOf('retailer');
  if (!rules) throw new Error('a retailer orders');
  const { user } = showPage(<OrderActions order={ORDER} rules={rules} onRefused={() => {}} />, () => ({}), {
    permissions: ['create:orders'],
  });
  await user.click(screen.getByRole('button', { name: 'Order again' }));
}

test('orders again to the location that the order went to', async () => {
  await orderAgain();
  expect(cart()).toMatchObject({ location_id: 'berkeley', lines: [{ variant_id: 'v', quantity: 3 }] });
  expect(pushed).toEqual(['/cart']);
});

test('leaves the location that was chosen for what is in the cart', async () => {
  const supplier = { id: 's', name: 'Golden Coast' };
  const line = { ...item, variant_id: 'w', variant_name: null, quantity: 1 };
  const delivery = { delivery_date: null, window_from: '', window_to: '', notes: '', po_number: '' };
  const chosen = { supplier, lines: [line], ...delivery, location_id: 'oakland' };
  localStorage.setItem(KEY, JSON.stringify({ version: 1, suppliers: [chosen] }));
  await orderAgain();
  expect(cart()).toMatchObject({ location_id: 'oakland', lines: [{ variant_id: 'w' }, { variant_id: 'v' }] });
});

// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { CustomerCard } from '@/components/orders/customer-card';
import { marginOf } from '@/components/orders/margin';
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
  expect(screen.getByText('PT. Now when empty.')).toBeTruthy();
  fireEvent.change(departure, { target: { value: '2026-11-20T09:30' } });
  await user.click(screen.getByRole('button', { name: 'Mark shipped' }));
  await vi.waitFor(() =>
    expect(calls).toContainEqual({
      path: 'orders.updateStatus',
      input: { id: 'o', status: 'shipped', departs_at: '2026-11-20T17:30:00.000Z' },
    }),
  );
});

const SOLD = {
  ...ORDER,
  retailer: { id: 'c', name: 'Corner' },
  invoice: { id: 'i', number: 'INV-0000001' },
} as unknown as Order;
const INVOICE = {
  ...{ id: 'i', number: 'INV-0000001', discount_total: 0, buyer: { id: 'c', name: 'Corner' } },
  lines: [
    {
      ...{ item_id: 'x', product_name: 'Blue Dream', variant_name: '3.5 g', sku: 'BD' },
      ...{ quantity: 12, amount: 12, unit: null, unit_price: 9.99 },
    },
  ],
};

test('a delivered sale keeps its acts: a credit takes three, with its amount as it is typed', async () => {
  const { user, calls } = showPage(
    <OrderActions order={SOLD} rules={sideRulesOf('wholesaler')} history={[]} onRefused={() => {}} />,
    (path) => {
      if (path === 'invoices.get') return INVOICE;
      if (path === 'invoices.quoteCredit')
        return { subtotal: 9.99, discount_total: 0, tax: 0.82, total: 10.81, settles: 10.81, unapplied: 0 };
      if (path === 'invoices.issueCredit') return { number: 'CRN-0000001', total: 10.81 };
      return pageOf([]);
    },
    { permissions: ['create:credits', 'create:payments', 'create:orders', 'read:customers'] },
  );
  expect(screen.getByRole('link', { name: 'Record payment' }).getAttribute('href')).toBe(
    '/payments/new?customer=c&invoices=i',
  );
  expect(screen.getByRole('link', { name: 'Duplicate' }).getAttribute('href')).toBe(
    '/orders/new?customer=c&copy=o',
  );
  await user.click(screen.getByRole('button', { name: 'Credit' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Credit INV-0000001' }));
  await user.type(dialog.getByLabelText('Credit of Blue Dream BD'), '1');
  expect(await dialog.findByText('Credit $10.81')).toBeTruthy();
  // Nothing is preset: a reason has to be chosen.
  await user.click(dialog.getByRole('button', { name: 'Issue credit' }));
  expect(dialog.getByText('Choose a reason')).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Damaged' }));
  await user.selectOptions(dialog.getByLabelText('Goods'), 'were destroyed');
  await user.click(dialog.getByRole('button', { name: 'Issue credit' }));
  await waitFor(() =>
    expect(calls.find(({ path }) => path === 'invoices.issueCredit')?.input).toEqual({
      ...{ id: 'i', lines: [{ item_id: 'x', quantity: 11 }] },
      reason: 'Damaged. Goods were destroyed.',
    }),
  );
});

test('shows the seller its customer: how to reach it, what it may still owe, and what the order earned', async () => {
  const line = { quantity: 10, step: null, total: 200, discount_share: 20, unit_cost: 12 };
  showPage(
    <CustomerCard order={{ ...SOLD, items: [line] } as unknown as Order} />,
    (path) =>
      path === 'customers.get'
        ? {
            ...{ id: 'c', status: 'unclaimed', license_number: 'C10-1', price_list_id: null },
            ...{ balance: 250, exposure: 700, credit_limit: 1000 },
            address: { street: '', city: '', state: 'CA', zip: '' },
            contact: { email: 'shop@corner.example', phone: '555-0100' },
          }
        : pageOf([]),
    { permissions: ['read:customers'] },
  );
  expect((await screen.findByRole('link', { name: '555-0100' })).getAttribute('href')).toBe('tel:555-0100');
  for (const text of ['$300.00 of $1,000.00', 'C10-1', 'Wholesale', '$60.00 (33%)', '$250.00'])
    expect(screen.getByText(text)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Add the address before it ships' })).toBeTruthy();
  expect(marginOf({ items: [{ ...line, unit_cost: undefined }] })).toBeNull();
});

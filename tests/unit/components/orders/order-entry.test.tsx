// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { byMatch, lineOf, rowsOf, splitAmount, withMore } from '@/components/orders/order-entry/entry';
import { OrderEntryPage } from '@/components/orders/order-entry/entry-page';
import { startOf } from '@/components/orders/order-entry/entry-start';
import { CUSTOMER, callsOf, DRAFT, lines, OFFERS, offer, show, sku } from '../../../factories/order-entry';
import { pageOf, showPage } from '../../../setup/browser-page';
import { navigation } from '../../../setup/navigation';

vi.setConfig({ testTimeout: 60_000 });
const push = vi.fn();
navigation.pathname = '/orders/new';
navigation.push = push;
afterEach(() => {
  cleanup();
  push.mockClear();
});

test('adds to the line that has the item, up to what a line takes', () => {
  const line = lineOf(offer('A'), 5);
  expect(withMore([], line)).toEqual([line]);
  expect(withMore([line, lineOf(offer('B'), 1)], line).map(({ quantity }) => quantity)).toEqual([10, 1]);
  expect(withMore([lineOf(offer('A'), 999_999)], line)[0]?.quantity).toBe(1_000_000);
});

test('lists the SKU that was typed first', () => {
  expect(byMatch(OFFERS, ' bd-3.5 ').map(({ sku }) => sku)).toEqual(['BD-3.5', 'BD-3.5-X']);
  expect(byMatch(OFFERS, 'bd').map(({ sku }) => sku)).toEqual(['BD-3.5-X', 'BD-3.5']);
});

test.each([
  ['BD-3.5\t6\nGG-1\t2\textra\n\n', ['BD-3.5 x6', 'GG-1 x2']],
  ['BD-3.5 x6\r\nGG-1', ['BD-3.5 x6', 'GG-1']],
  ['BD-3.5 x6, GG-1 x2; OG x1', ['BD-3.5 x6', 'GG-1 x2', 'OG x1']],
  ['Gummies, sour 100 mg x6', []],
  ['BD-3.5 x6', []],
])('takes the lines of %j, and leaves one line alone', (text, rows) => {
  expect(rowsOf(text)).toEqual(rows);
});

test.each([
  ['BD-3.5 x6', 'BD-3.5', 6],
  ['blue dream 3.5g ×12 ', 'blue dream 3.5g', 12],
  ['BD-3.5 * 9999999', 'BD-3.5', 1_000_000],
  ['BD-3.5 x0', 'BD-3.5 x0', null],
  ['Flux6', 'Flux6', null],
  ['x6', 'x6', null],
])('reads an amount at the end of %j', (text, search, amount) => {
  expect(splitAmount(text)).toEqual({ search, amount });
});

test('takes SKU, Enter, amount, Enter, faster than the results come, and places with Ctrl+Enter', async () => {
  const { user, calls } = show();
  await user.type(sku(), 'BD-3.5{Enter}');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Amount')));
  expect(screen.getByText(/last paid \$19\.00/)).toBeTruthy();
  await user.keyboard('5{Enter}');
  expect(document.activeElement).toBe(sku());
  expect(sku()).toHaveProperty('value', '');
  expect(screen.getByLabelText('Amount')).toHaveProperty('value', '');
  expect(await screen.findByText('$100.00')).toBeTruthy();
  expect(await screen.findByText('$108.25')).toBeTruthy();
  await user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(push).toHaveBeenCalledWith('/orders/o'));
  expect(calls.find(({ path }) => path === 'orders.create')?.input).toEqual({
    ...{ retailer_id: 'c', accept: true, shortage: 'reject', receiving_location_id: 'l' },
    ...{ delivery_date: null, delivery_window: null, notes: null, po_number: null },
    items: [{ product_id: 'p-BD-3.5', variant_id: 'v-BD-3.5', quantity: 5 }],
  });
});

test('adds a line with one Enter when the amount is typed with the SKU', async () => {
  const { user, calls } = show();
  await user.type(sku(), 'BD-3.5 x6');
  expect(screen.getByLabelText('Amount')).toHaveProperty('value', '6');
  await user.keyboard('{Enter}');
  const amount = await screen.findByRole('textbox', { name: 'Amount of BD-3.5 BD-3.5' });
  expect(amount).toHaveProperty('value', '6');
  expect(document.activeElement).toBe(sku());
  expect(sku()).toHaveProperty('value', '');
  expect(screen.getByLabelText('Amount')).toHaveProperty('value', '');
  const searches = calls.flatMap(({ path, input }) =>
    path === 'market.catalogue' ? (input as { search: string }).search : [],
  );
  expect(searches.at(-1)).toBe('BD-3.5');
});

test('takes an amount of its own field in place of the one after the SKU', async () => {
  const { user } = show();
  await user.type(sku(), 'BD-3.5 x6');
  await user.clear(screen.getByLabelText('Amount'));
  await user.type(screen.getByLabelText('Amount'), '8');
  expect(screen.getByLabelText('Amount')).toHaveProperty('value', '8');
  expect(sku()).toHaveProperty('value', 'BD-3.5');
});

test('says what a line is short of, and sets it to what there is', async () => {
  const { user } = show();
  await user.type(sku(), 'BD-3.5{Enter}');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Amount')));
  await user.keyboard('31{Enter}');
  await user.click(await screen.findByRole('button', { name: /^Set to 30/ }));
  expect(within(lines()).queryByText('Only 30 available')).toBeNull();
});

test('offers no repetition to a customer without an order', async () => {
  show(CUSTOMER, []);
  await screen.findByRole('combobox', { name: 'SKU or product' });
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Repeat last order' })).toBeNull());
});

test('repeats the last order at the prices of today, without what is no longer sold', async () => {
  const { user } = show(CUSTOMER, [{ id: 'last', order_number: 'ORD-0' }]);
  await user.click(await screen.findByRole('button', { name: 'Repeat last order' }));
  await waitFor(() => expect(within(lines()).getAllByRole('row')).toHaveLength(2));
  expect(within(lines()).getByRole('textbox', { name: 'Amount of BD-3.5 BD-3.5' })).toHaveProperty(
    'value',
    '7',
  );
});

test('finds the customer by name and Enter, and places nothing without a line', async () => {
  const { user, calls } = show(null);
  await user.type(screen.getByRole('combobox', { name: 'Customer' }), 'corner{Enter}');
  expect(await screen.findByText('Corner Dispensary')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Place order' }));
  expect(screen.getByRole('alert').textContent).toBe('Add at least one item first.');
  expect(calls.some(({ path }) => path === 'orders.create')).toBe(false);
});

test('offers the backorder of what is short in its row, and says what of the order is missing', async () => {
  const { user, calls } = show();
  await user.type(sku(), 'BD-3.5{Enter}');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Amount')));
  await user.keyboard('42{Enter}');
  await user.click(await within(lines()).findByRole('button', { name: /^Backorder 12/ }));
  expect(await within(lines()).findByText('30 now, 12 on backorder')).toBeTruthy();
  expect(screen.getByLabelText('If stock is short')).toHaveProperty('value', 'backorder');
  await user.click(screen.getByRole('button', { name: 'Place order' }));
  await waitFor(() => expect(push).toHaveBeenCalledWith('/orders/o'));
  expect(callsOf(calls, 'orders.create')[0]?.input).toMatchObject({ shortage: 'backorder' });
});

test('places with Ctrl+Enter what is still being typed', async () => {
  const { user, calls } = show(CUSTOMER, [], { start: startOf({ ...DRAFT, status: 'withdrawn' }, OFFERS) });
  await user.type(screen.getByLabelText('PO number'), 'PO-7');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(callsOf(calls, 'orders.create')).toHaveLength(1));
  expect(callsOf(calls, 'orders.create')[0]?.input).toMatchObject({ po_number: 'PO-7' });
});

test('enters a price, a discount and less than the minimum, and places what it quoted', async () => {
  const minimum = { index: null, code: 'CONFLICT', reason: 'minimum_order', message: 'From $500.00 on.' };
  const { user, calls } = show(CUSTOMER, [], { problems: [minimum] });
  await user.type(sku(), 'BD-3.5 x6{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Change price of BD-3.5 BD-3.5, now $20.00' }));
  await user.clear(await screen.findByLabelText('Unit price'));
  await user.type(screen.getByLabelText('Unit price'), '18.5');
  await user.clear(screen.getByLabelText('Discount'));
  await user.type(screen.getByLabelText('Discount'), '10');
  await user.click(screen.getByRole('button', { name: 'Save price' }));
  expect(within(lines()).getByText('Manual price')).toBeTruthy();
  expect(within(lines()).getByText('10% off')).toBeTruthy();
  // 6 × 18.50 less a tenth.
  expect(within(lines()).getByText('$99.90')).toBeTruthy();
  expect(await screen.findByText('From $500.00 on.')).toBeTruthy();
  await user.click(screen.getByRole('checkbox', { name: 'Sell below the minimum order' }));
  await waitFor(() => expect(screen.queryByText('From $500.00 on.')).toBeNull());
  const items = [
    { product_id: 'p-BD-3.5', variant_id: 'v-BD-3.5', quantity: 6, unit_price: 18.5, discount_bps: 1000 },
  ];
  const asked = { items, override: ['minimum'] };
  await waitFor(() =>
    expect(calls.findLast(({ path }) => path === 'orders.quote')?.input).toMatchObject(asked),
  );
  await user.click(screen.getByRole('button', { name: 'Place order' }));
  await waitFor(() => expect(push).toHaveBeenCalledWith('/orders/o'));
  expect(calls.find(({ path }) => path === 'orders.create')?.input).toMatchObject(asked);
});

test('takes amounts by weight in whole steps, and says so between two', async () => {
  const bulk = offer('BULK', { unit: 'lb', step: 0.01, available_quantity: 5000 });
  const { user, calls } = show(CUSTOMER, [], { offers: [bulk] });
  await user.type(sku(), 'BULK x12.345{Enter}');
  expect(await screen.findByText('Sold in steps of 0.01 lb')).toBeTruthy();
  await user.clear(screen.getByLabelText('Amount'));
  await user.type(screen.getByLabelText('Amount'), '12.34{Enter}');
  const row = within(lines());
  expect(await row.findByText('$246.80')).toBeTruthy();
  const amount = row.getByRole('textbox', { name: 'Amount of BULK BULK' });
  await user.clear(amount);
  await user.type(amount, '2.505');
  expect(row.getByRole('alert').textContent).toBe('Sold in steps of 0.01 lb');
  await user.tab();
  expect(amount).toHaveProperty('value', '2.5');
  await user.click(screen.getByRole('button', { name: 'Place order' }));
  await waitFor(() => expect(push).toHaveBeenCalledWith('/orders/o'));
  expect(calls.find(({ path }) => path === 'orders.create')?.input).toMatchObject({
    items: [{ variant_id: 'v-BULK', quantity: 250 }],
  });
});

test('adds a customer that is not found with its name and license, and goes on with the lines', async () => {
  const { user, calls } = showPage(
    <OrderEntryPage first={null} />,
    (path) => {
      if (path === 'customers.list' || path === 'orders.summaries') return pageOf([]);
      if (path === 'customers.create') return { ...CUSTOMER, id: 'n', name: 'Harbor Smoke' };
      return null;
    },
    { permissions: ['create:orders', 'update:orders', 'create:customers'] },
  );
  await user.type(screen.getByRole('combobox', { name: 'Customer' }), 'Harbor Smoke{Enter}');
  const dialog = await screen.findByRole('dialog', { name: 'Add customer' });
  expect(within(dialog).getByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'Harbor Smoke');
  const license = within(dialog).getByRole('textbox', { name: 'License number' });
  await waitFor(() => expect(document.activeElement).toBe(license));
  await user.keyboard('C10-77');
  await user.click(within(dialog).getByRole('button', { name: 'Add customer' }));
  await waitFor(() => expect(document.activeElement).toBe(sku()));
  expect(calls.find(({ path }) => path === 'customers.create')?.input).toEqual({
    ...{ type: 'retailer', name: 'Harbor Smoke', license_number: 'C10-77' },
  });
  expect(screen.getByRole('link', { name: 'Harbor Smoke' })).toBeTruthy();
});

test('offers no new customer to a member who may not add one', async () => {
  const { user } = showPage(<OrderEntryPage first={null} />, () => pageOf([]), {
    permissions: ['create:orders'],
  });
  await user.type(screen.getByRole('combobox', { name: 'Customer' }), 'Harbor');
  expect(await screen.findByText('No results')).toBeTruthy();
  expect(screen.queryByText(/as a new customer/)).toBeNull();
});

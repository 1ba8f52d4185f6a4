// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Draft } from '@/components/orders/drafts/types';
import { byMatch, lineOf, splitAmount, withMore } from '@/components/orders/order-entry/entry';
import { OrderEntryPage } from '@/components/orders/order-entry/entry-page';
import { type EntryStart, startOf } from '@/components/orders/order-entry/entry-start';
import type { Offer } from '@/components/orders/types';
import type { Customer } from '@/components/partners/customers/types';
import { moveDay, todayIn } from '@/components/ui/format';
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

const CUSTOMER = {
  ...{ id: 'c', name: 'Corner Dispensary', nickname: null, license_number: 'C10-1', status: 'unclaimed' },
  address: { street: '12 Market Street', city: 'Oakland', state: 'CA', zip: '94607' },
  locations: [{ id: 'l', name: 'Market Street', active: true }],
} as Customer;

const offer = (sku: string, fields: Partial<Offer> = {}): Offer => ({
  ...{ product_id: `p-${sku}`, variant_id: `v-${sku}`, product_name: sku, variant_name: '3.5 g', sku },
  ...{
    brand: null,
    category: 'flower',
    subcategory: null,
    image: null,
    unit: null,
    step: null,
    available_amount: 0,
    thc_percentage: null,
  },
  ...{
    price_ladder: [{ min_amount: 1, unit_price: 20, source: 'wholesale' }],
    case_size: 1,
    case_size_amount: 1,
  },
  ...{ wholesale_price: 20, available_quantity: 30, certificate: null, own_quantity: 30 },
  ...{ last_price: 19, last_ordered_at: '2026-01-02T15:04:05.000Z' },
  ...fields,
});
const OFFERS = [offer('BD-3.5-X'), offer('BD-3.5')];

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
  ['BD-3.5 x6', 'BD-3.5', 6],
  ['blue dream 3.5g ×12 ', 'blue dream 3.5g', 12],
  ['BD-3.5 * 9999999', 'BD-3.5', 1_000_000],
  ['BD-3.5 x0', 'BD-3.5 x0', null],
  ['Flux6', 'Flux6', null],
  ['x6', 'x6', null],
])('reads an amount at the end of %j', (text, search, amount) => {
  expect(splitAmount(text)).toEqual({ search, amount });
});

function show(
  first: Customer | null = CUSTOMER,
  orders: readonly object[] = [],
  {
    start,
    rejects,
    problems = [],
    offers = OFFERS,
  }: { start?: EntryStart; rejects?: string; problems?: readonly object[]; offers?: readonly Offer[] } = {},
) {
  const answer = (path: string, input: unknown) => {
    if (path === 'customers.list') return pageOf([CUSTOMER]);
    if (path === 'market.catalogue') {
      const { variant_ids } = input as { variant_ids?: string };
      return pageOf(variant_ids ? offers.filter((one) => variant_ids.includes(one.variant_id)) : offers);
    }
    if (path === 'orders.summaries') return pageOf(orders);
    if (path === 'orders.get')
      return {
        items: [
          { variant_id: 'v-BD-3.5', quantity: 7 },
          { variant_id: 'gone', quantity: 1 },
        ],
      };
    if (path === 'orders.create' || path === 'drafts.order')
      return { id: 'o', order_number: 'ORD-1', items: [{ quantity: 5 }] };
    if (path.startsWith('drafts.')) {
      if (path === rejects) throw new Error('No.');
      return { id: 'd' };
    }
    const { items, override = [] } = input as {
      items: { variant_id: string; quantity: number }[];
      override?: readonly string[];
    };
    const lines = items.map((item) => ({ ...item, unit_price: 20, available_quantity: 30, total: 20 }));
    const tax_lines = [{ rule_id: null, name: 'Tax', base: 100, rate: 8.25, amount: 8.25 }];
    return {
      lines,
      problems: override.length > 0 ? [] : problems,
      subtotal: 100,
      tax_lines,
      tax: 8.25,
      total: 108.25,
      next_delivery_dates: [],
    };
  };
  return showPage(<OrderEntryPage first={first} start={start} />, answer, {
    permissions: ['create:orders', 'update:orders'],
  });
}
const sku = () => screen.getByRole('combobox', { name: 'SKU or product' });
const lines = () => screen.getByRole('table', { name: 'Lines of the order' });

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

const DRAFT = {
  ...{ id: 'd', status: 'draft', valid_until: '2099-01-31', shortage: 'reject', accept: true },
  ...{ delivery_date: null, delivery_window: 'after lunch', notes: 'Ring twice', po_number: null },
  ...{ receiving_location_id: 'l', retailer: { id: 'c' }, wholesaler: { id: 'e' } },
  items: [
    { product_id: 'p-BD-3.5', variant_id: 'v-BD-3.5', product_name: 'BD-3.5', sku: 'BD-3.5' },
    { product_id: 'p-gone', variant_id: 'v-gone', product_name: 'Gone', sku: 'GONE' },
  ].map((item) => ({ ...item, quantity: 5, unit_price: 18, total: 90 })),
} as Draft;
const callsOf = (calls: readonly { path: string; input: unknown }[], name: string) =>
  calls.filter(({ path }) => path.startsWith(name));

test('opens a draft at its own prices, with what is no longer sold', () => {
  const start = startOf(DRAFT, OFFERS);
  expect(start.lines.map((line) => [line.sku, line.unit_price, line.last_price])).toEqual([
    ['BD-3.5', 18, 19],
    ['GONE', 18, null],
  ]);
  expect(start).toMatchObject({ draftId: 'd', validUntil: '2099-01-31' });
  expect(startOf({ ...DRAFT, status: 'withdrawn' }, OFFERS)).toMatchObject({
    draftId: null,
    validUntil: null,
  });
});

test('saves of a draft only what changed, so that what the form does not show stays', async () => {
  const { user, calls } = show(CUSTOMER, [], { start: startOf(DRAFT, OFFERS) });
  await user.click(screen.getByRole('button', { name: 'Remove Gone GONE' }));
  await user.click(screen.getByRole('button', { name: 'Save draft' }));
  await waitFor(() => expect(push).toHaveBeenCalledWith('/drafts/d'));
  expect(callsOf(calls, 'drafts.')).toEqual([
    {
      path: 'drafts.update',
      input: { id: 'd', items: [{ product_id: 'p-BD-3.5', variant_id: 'v-BD-3.5', quantity: 5 }] },
    },
  ]);
});

test('places a draft as it was changed, and a new entry that was never saved without a draft', async () => {
  const { user, calls } = show(CUSTOMER, [], { start: startOf(DRAFT, OFFERS) });
  await user.click(screen.getByRole('button', { name: 'Place order' }));
  await waitFor(() => expect(push).toHaveBeenCalledWith('/orders/o'));
  expect(callsOf(calls, 'drafts.')).toEqual([{ path: 'drafts.order', input: { id: 'd' } }]);
  expect(callsOf(calls, 'orders.create')).toEqual([]);
});

test('writes one draft however often sending it fails', async () => {
  const { user, calls } = show(CUSTOMER, [], { rejects: 'drafts.send' });
  await user.type(sku(), 'BD-3.5{Enter}');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Amount')));
  await user.keyboard('5{Enter}');
  await user.click(screen.getByRole('button', { name: 'Send as quote' }));
  const send = await screen.findByRole('button', { name: 'Send quote' });
  await user.click(send);
  await waitFor(() => expect(callsOf(calls, 'drafts.send')).toHaveLength(1));
  await user.click(send);
  await waitFor(() => expect(callsOf(calls, 'drafts.send')).toHaveLength(2));
  expect(callsOf(calls, 'drafts.create')).toHaveLength(1);
  expect(push).not.toHaveBeenCalled();
});

test('sends what was entered as a quote, valid until the chosen day', async () => {
  const { user, calls } = show();
  await user.type(sku(), 'BD-3.5{Enter}');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Amount')));
  await user.keyboard('5{Enter}');
  await user.click(screen.getByRole('button', { name: 'Send as quote' }));
  const day = moveDay(todayIn('America/Los_Angeles'), 30);
  fireEvent.change(await screen.findByLabelText('Valid until'), { target: { value: day } });
  await user.click(screen.getByRole('button', { name: 'Send quote' }));
  await waitFor(() => expect(push).toHaveBeenCalledWith('/drafts/d'));
  expect(callsOf(calls, 'drafts.')).toMatchObject([
    { path: 'drafts.create', input: { retailer_id: 'c', valid_until: day } },
    { path: 'drafts.send', input: { id: 'd' } },
  ]);
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

/** Whether closing the tab asks first. */
const asksToLeave = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

test('asks before a draft with any unsaved change is left, and not before', async () => {
  const { user } = show(CUSTOMER, [], { start: startOf(DRAFT, OFFERS) });
  expect(asksToLeave()).toBe(false);
  await user.type(screen.getByLabelText('Notes'), '!');
  expect(asksToLeave()).toBe(true);
  cleanup();
  const { user: again } = show(CUSTOMER, [], { start: startOf(DRAFT, OFFERS) });
  for (const name of ['Remove BD-3.5 BD-3.5', 'Remove Gone GONE'])
    await again.click(screen.getByRole('button', { name }));
  expect(asksToLeave()).toBe(true);
});

test('leaves a new order without lines and a copy without changes at once', async () => {
  const { user } = show();
  await user.click(screen.getByRole('checkbox', { name: 'Accept immediately' }));
  expect(asksToLeave()).toBe(false);
  cleanup();
  show(CUSTOMER, [], { start: startOf({ ...DRAFT, status: 'withdrawn' }, OFFERS) });
  expect(asksToLeave()).toBe(false);
});

test('sends no quote while the order is placed', async () => {
  const { user } = show(CUSTOMER, [], { start: startOf(DRAFT, OFFERS) });
  await user.click(screen.getByRole('button', { name: 'Place order' }));
  await waitFor(() => expect(push).toHaveBeenCalledWith('/orders/o'));
  expect(screen.getByRole('button', { name: 'Send as quote' })).toHaveProperty('disabled', true);
});

test.each([
  ['places no order once its quote is sent', undefined, 0],
  ['places the order after sending its quote failed', 'drafts.send', 1],
] as const)('%s', async (_, rejects, orders) => {
  const start = startOf({ ...DRAFT, valid_until: null }, OFFERS);
  const { user, calls } = show(CUSTOMER, [], { start, rejects });
  const place = screen.getByRole('button', { name: 'Place order' });
  await user.click(screen.getByRole('button', { name: 'Send as quote' }));
  await user.click(await screen.findByRole('button', { name: 'Send quote' }));
  await waitFor(() => expect(callsOf(calls, 'drafts.send')).toHaveLength(1));
  await waitFor(() => expect(rejects ? screen.getByRole('alert') : push.mock.lastCall).toBeTruthy());
  // The dialog covers the button; a request that was under way doesn't care.
  fireEvent.click(place);
  await waitFor(() => expect(callsOf(calls, 'drafts.order')).toHaveLength(orders));
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

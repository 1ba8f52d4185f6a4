// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { CartPrice } from '@/components/catalog/market/cart-price';
import { CartQuantity } from '@/components/catalog/market/cart-quantity';
import type { Offer } from '@/components/orders/types';
import { pageOf, showPage } from '../../../setup/browser-page';

const failures: string[] = [];
vi.mock('@/components/ui/base/toast', () => ({
  showFailure: (message: string, description: string) => failures.push(`${message}. ${description}`),
}));

const SUPPLIER = { id: 's', name: 'Redwood' };
const LADDER = [
  { min_amount: 1, unit_price: 10, source: 'list' },
  { min_amount: 24, unit_price: 8, source: 'list' },
];
const offerOf = (variant_id: string, available_quantity: number, case_size = 1) =>
  ({
    product_id: 'p',
    product_name: 'Blue Dream',
    variant_id,
    variant_name: variant_id,
    sku: variant_id,
    wholesale_price: 10,
    price_ladder: LADDER,
    case_size,
    available_quantity,
  }) as Offer;

/** The server's units by variant. */
let stored: Map<string, number>;
const storedCart = () => ({
  ...{ supplier_id: SUPPLIER.id, supplier_name: SUPPLIER.name, version: 'v', created_at: '', updated_at: '' },
  ...{
    delivery_date: null,
    delivery_window: null,
    receiving_location_id: null,
    notes: null,
    po_number: null,
  },
  lines: [...stored].map(([variant_id, quantity]) => ({
    ...{ product_id: 'p', product_name: 'Blue Dream', variant_name: variant_id, sku: variant_id },
    ...{ variant_id, quantity, unit_price: 10, price_ladder: LADDER, case_size: 1 },
  })),
});

function answer(path: string, input: unknown) {
  if (path === 'carts.list') return pageOf(stored.size > 0 ? [storedCart()] : []);
  const { lines } = input as { lines: Array<{ variant_id: string; add: number }> };
  for (const { variant_id, add } of lines) {
    const units = (stored.get(variant_id) ?? 0) + add;
    if (units > 0) stored.set(variant_id, units);
    else stored.delete(variant_id);
  }
  return storedCart();
}

async function show(offers: readonly Offer[], units: ReadonlyArray<[string, number]> = []) {
  stored = new Map(units);
  const { calls } = showPage(
    offers.map((offer) => <CartQuantity key={offer.variant_id} offer={offer} supplier={SUPPLIER} />),
    answer,
    { permissions: ['create:orders'] },
  );
  await vi.waitFor(() => expect(calls).toContainEqual(expect.objectContaining({ path: 'carts.list' })));
}
const fieldOf = (variant: string) =>
  screen.getByRole<HTMLInputElement>('textbox', { name: `Quantity of Blue Dream ${variant}` });
const inCart = () => [...stored];
/** Once the server has it. */
const expectInCart = (units: ReadonlyArray<[string, number]>) =>
  vi.waitFor(() => expect(inCart()).toEqual(units));

afterEach(() => {
  cleanup();
  failures.length = 0;
});

test('is empty until a quantity is typed, which is in the cart at once and at most what is available', async () => {
  await show([offerOf('A', 20)]);
  expect(fieldOf('A').value).toBe('');
  await expectInCart([]);
  fireEvent.change(fieldOf('A'), { target: { value: '12' } });
  await expectInCart([['A', 12]]);
  fireEvent.change(fieldOf('A'), { target: { value: '500' } });
  fireEvent.blur(fieldOf('A'));
  expect(fieldOf('A').value).toBe('20');
  await expectInCart([['A', 20]]);
});

test('takes the item out of the cart when the emptied field is left, or at 0', async () => {
  await show([offerOf('A', 20)]);
  fireEvent.change(fieldOf('A'), { target: { value: '3' } });
  fireEvent.change(fieldOf('A'), { target: { value: '' } });
  await expectInCart([['A', 3]]);
  fireEvent.blur(fieldOf('A'));
  await expectInCart([]);
  fireEvent.change(fieldOf('A'), { target: { value: '1' } });
  fireEvent.click(screen.getByRole('button', { name: 'Decrease quantity of Blue Dream A' }));
  await expectInCart([]);
});

test('offers no field for what is out of stock', async () => {
  await show([offerOf('A', 0)]);
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.getByText('Unavailable')).toBeTruthy();
});

test('says that more was typed than is available, and nothing when it is not', async () => {
  await show([offerOf('A', 20)]);
  fireEvent.change(fieldOf('A'), { target: { value: '20' } });
  fireEvent.blur(fieldOf('A'));
  expect(failures).toEqual([]);
  fireEvent.change(fieldOf('A'), { target: { value: '1,500' } });
  fireEvent.blur(fieldOf('A'));
  expect(failures).toEqual(['Only 20 available. The quantity of Blue Dream A is now 20.']);
});

test('shows what another device has put in, and lowers it by what is taken out', async () => {
  await show([offerOf('A', 20)], [['A', 12]]);
  await vi.waitFor(() => expect(fieldOf('A').value).toBe('12'));
  // Another device adds meanwhile: both changes count.
  stored.set('A', 15);
  fireEvent.click(screen.getByRole('button', { name: 'Decrease quantity of Blue Dream A' }));
  expect(fieldOf('A').value).toBe('11');
  await expectInCart([['A', 14]]);
  await vi.waitFor(() => expect(fieldOf('A').value).toBe('14'));
});

test('goes by whole cases, and up to one when a part of one was typed', async () => {
  await show([offerOf('A', 40, 12)]);
  fireEvent.click(screen.getByRole('button', { name: 'Increase quantity of Blue Dream A' }));
  await expectInCart([['A', 12]]);
  fireEvent.change(fieldOf('A'), { target: { value: '13' } });
  fireEvent.blur(fieldOf('A'));
  expect(fieldOf('A').value).toBe('24');
  await expectInCart([['A', 24]]);
  fireEvent.change(fieldOf('A'), { target: { value: '40' } });
  fireEvent.blur(fieldOf('A'));
  await expectInCart([['A', 36]]);
  fireEvent.click(screen.getByRole('button', { name: 'Decrease quantity of Blue Dream A' }));
  await expectInCart([['A', 24]]);
});

test('says what more would cost', async () => {
  const offer = offerOf('A', 100, 12);
  await show([offer]);
  cleanup();
  showPage(
    <>
      <CartPrice offer={offer} supplier={SUPPLIER} />
      <CartQuantity offer={offer} supplier={SUPPLIER} />
    </>,
    answer,
    { permissions: ['create:orders'] },
  );
  expect(screen.getByText('in cases of 12')).toBeTruthy();
  expect(screen.getByText('24+ for $8.00')).toBeTruthy();
  fireEvent.change(fieldOf('A'), { target: { value: '12' } });
  expect(await screen.findByText('12 more for $8.00')).toBeTruthy();
  fireEvent.change(fieldOf('A'), { target: { value: '24' } });
  await expectInCart([['A', 24]]);
  expect(screen.getByText('$8.00')).toBeTruthy();
  expect(screen.queryByText(/for \$8/)).toBeNull();
});

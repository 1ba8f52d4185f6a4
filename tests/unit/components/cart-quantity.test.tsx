// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { parseCart } from '@/components/cart/cart';
import { CartQuantity } from '@/components/market/cart-quantity';
import type { Offer } from '@/components/orders/types';
import { ViewerProvider } from '@/components/providers/viewer';

const failures: string[] = [];
vi.mock('@/components/ui/toast', () => ({
  showFailure: (message: string, description: string) => failures.push(`${message}. ${description}`),
}));

const SUPPLIER = { id: 's', name: 'Redwood' };
const offerOf = (variant_id: string, available_quantity: number) =>
  ({
    product_id: 'p',
    product_name: 'Blue Dream',
    variant_id,
    variant_name: variant_id,
    sku: variant_id,
    wholesale_price: 10,
    available_quantity,
  }) as Offer;

function show(offers: readonly Offer[]) {
  const viewer = {
    user: { name: 'Sam', email: 'sam@shop.example', role: 'owner' },
    entity: { id: 'e', name: 'Shop', type: 'retailer', timezone: 'America/Los_Angeles' },
    permissions: [],
  };
  render(
    <ViewerProvider value={viewer as never}>
      {offers.map((offer) => (
        <CartQuantity key={offer.variant_id} offer={offer} supplier={SUPPLIER} />
      ))}
    </ViewerProvider>,
  );
}
const fieldOf = (variant: string) =>
  screen.getByRole<HTMLInputElement>('textbox', { name: `Quantity of Blue Dream ${variant}` });
const inCart = () =>
  parseCart(localStorage.getItem('cart:e:sam@shop.example')).suppliers.flatMap(({ lines }) =>
    lines.map(({ variant_id, quantity }) => [variant_id, quantity]),
  );

afterEach(() => {
  cleanup();
  failures.length = 0;
  localStorage.clear();
  window.dispatchEvent(new Event('cart-changed'));
});

test('is empty until a quantity is typed, which is in the cart at once and at most what is available', () => {
  show([offerOf('A', 20)]);
  expect(fieldOf('A').value).toBe('');
  expect(inCart()).toEqual([]);
  fireEvent.change(fieldOf('A'), { target: { value: '12' } });
  expect(inCart()).toEqual([['A', 12]]);
  fireEvent.change(fieldOf('A'), { target: { value: '500' } });
  fireEvent.blur(fieldOf('A'));
  expect(fieldOf('A').value).toBe('20');
  expect(inCart()).toEqual([['A', 20]]);
});

test('takes the item out of the cart when the emptied field is left, or at 0', () => {
  show([offerOf('A', 20)]);
  fireEvent.change(fieldOf('A'), { target: { value: '3' } });
  fireEvent.change(fieldOf('A'), { target: { value: '' } });
  expect(inCart()).toEqual([['A', 3]]);
  fireEvent.blur(fieldOf('A'));
  expect(inCart()).toEqual([]);
  fireEvent.change(fieldOf('A'), { target: { value: '1' } });
  fireEvent.click(screen.getByRole('button', { name: 'Decrease quantity of Blue Dream A' }));
  expect(inCart()).toEqual([]);
});

test('offers no field for what is out of stock', () => {
  show([offerOf('A', 0)]);
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.getByText('Unavailable')).toBeTruthy();
});

test('says that more was typed than is available, and nothing when it is not', () => {
  show([offerOf('A', 20)]);
  fireEvent.change(fieldOf('A'), { target: { value: '20' } });
  fireEvent.blur(fieldOf('A'));
  expect(failures).toEqual([]);
  fireEvent.change(fieldOf('A'), { target: { value: '1,500' } });
  fireEvent.blur(fieldOf('A'));
  expect(failures).toEqual(['Only 20 available. The quantity of Blue Dream A is now 20.']);
});

import { expect, it } from 'vitest';
import type { SupplierCart } from '../../../components/orders/cart/cart';
import { withChange } from '../../../components/orders/cart/change';
import { groupsOf } from '../../../components/orders/cart/groups';

const line = (variant_id: string, location_id: string | null) => ({
  ...{ product_id: 'p', variant_id, product_name: 'x', variant_name: null, sku: 'x' },
  ...{ unit_price: 1, quantity: 2, location_id },
});
const cart = (lines: ReturnType<typeof line>[], location_id: string | null = null): SupplierCart => ({
  ...{ supplier: { id: 's', name: 'Redwood' }, lines, delivery_date: null, window_from: '', window_to: '' },
  ...{ location_id, notes: '', po_number: '' },
});
const PLACES = ['m', 'o'].map((id) => ({ id, name: id }));
const shown = (one: SupplierCart) =>
  groupsOf([one], PLACES).map(({ store, cart: { lines } }) => [store?.id, lines.map((l) => l.variant_id)]);

it('groups lines by their store, those without one by the cart’s, else the first', () => {
  expect(shown(cart([line('a', null), line('b', 'o'), line('c', 'm')]))).toEqual([
    ['m', ['a', 'c']],
    ['o', ['b']],
  ]);
  expect(shown(cart([line('a', null)], 'o'))).toEqual([['o', ['a']]]);
  expect(shown(cart([line('a', 'gone')]))).toEqual([['m', ['a']]]);
});

it('keeps one line for each variant and store', () => {
  const before = { version: 1 as const, suppliers: [cart([line('a', null), line('a', 'o')])] };
  const after = withChange(before, {
    supplier: { id: 's', name: 'Redwood' },
    lines: new Map([['a o', { add: 3, line: null }]]),
    delivery: {},
  });
  expect(after.suppliers[0]?.lines.map(({ quantity }) => quantity)).toEqual([2, 5]);
});

import { expect, it } from 'vitest';
import { type Cart, EMPTY_CART, parseCart } from '../../../components/orders/cart/cart';
import { asksShortage, problemOf } from '../../../components/orders/cart/checks';

const LINE = {
  product_id: 'p',
  variant_id: 'v',
  product_name: 'Blue Dream',
  variant_name: null,
  sku: 'BD-1',
  unit_price: 17.5,
  quantity: 3,
};
const SUPPLIER = {
  supplier: { id: 's', name: 'Redwood' },
  lines: [LINE],
  delivery_date: null,
  window_from: '',
  window_to: '',
  location_id: null,
  notes: '',
  po_number: '',
};
const CART: Cart = { version: 1, suppliers: [SUPPLIER] };
const withLine = (change: object) => ({
  ...CART,
  suppliers: [{ ...SUPPLIER, lines: [{ ...LINE, ...change }] }],
});
const withSupplier = (change: object) => ({ ...CART, suppliers: [{ ...SUPPLIER, ...change }] });

it('reads a cart stored before it had PO numbers', () => {
  const { po_number: _, ...before } = SUPPLIER;
  expect(parseCart(JSON.stringify({ ...CART, suppliers: [before] }))).toEqual(CART);
});

it('reads a stored cart back unchanged', () => {
  expect(parseCart(JSON.stringify(CART))).toEqual(CART);
  expect(parseCart(JSON.stringify({ version: 1, suppliers: [] }))).toEqual(EMPTY_CART);
});

it.each([
  null,
  '',
  '{',
  'null',
  '[]',
  '"cart"',
  JSON.stringify({ ...CART, version: 2 }),
  JSON.stringify({ version: 1 }),
  JSON.stringify({ version: 1, suppliers: {} }),
  JSON.stringify({ version: 1, suppliers: [null] }),
  ...[
    { supplier: { id: 's' } },
    { supplier: null },
    { lines: [] },
    { lines: undefined },
    { window_from: null },
    { notes: 5 },
    { delivery_date: 5 },
    { location_id: undefined },
  ].map((change) => JSON.stringify(withSupplier(change))),
  ...[
    { sku: null },
    { variant_name: 1 },
    { unit_price: '1' },
    { quantity: 0 },
    { quantity: 1.5 },
    { quantity: 1_000_001 },
    { quantity: '3' },
  ].map((change) => JSON.stringify(withLine(change))),
])('treats %s as an empty cart', (text) => {
  expect(parseCart(text)).toEqual(EMPTY_CART);
});

it('asks what to do with a shortage where a line is short, and as long as something else than rejecting is chosen', () => {
  const quoted = (available_quantity: number) => new Map([['v', { unit_price: 17.5, available_quantity }]]);
  expect(asksShortage([LINE], null, 'reject')).toBe(false);
  expect(asksShortage([LINE], quoted(3), 'reject')).toBe(false);
  expect(asksShortage([LINE], quoted(2), 'reject')).toBe(true);
  for (const shortage of ['backorder', 'partial'] as const) {
    expect(asksShortage([LINE], quoted(3), shortage)).toBe(true);
    expect(asksShortage([], null, shortage)).toBe(true);
  }
});

it('joins the problems of an order that are about none of its lines', () => {
  const problem = (index: number | null, message: string) => ({
    ...{ index, message, code: 'CONFLICT' as const, reason: null },
  });
  expect(problemOf(null)).toBeUndefined();
  expect(problemOf({ problems: [problem(0, 'Of a line.')] })).toBe('');
  expect(problemOf({ problems: [problem(null, 'One.'), problem(0, 'Line.'), problem(null, 'Two.')] })).toBe(
    'One. Two.',
  );
});

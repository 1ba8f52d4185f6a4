import { expect, test } from 'vitest';
import { linesOf, receiptLines, rejectedOf, scan, withCount } from '../../components/orders/receive-lines';

const lines = linesOf([
  {
    id: 'a',
    product_id: 'p',
    product_name: 'Blue Dream',
    sku: 'BD-3.5',
    shipped_quantity: 10,
    lots: [
      { batch_id: 'B-1', package_tag: 'TAG-1', expires_on: null, quantity: 6 },
      { batch_id: 'B-2', package_tag: null, expires_on: null, quantity: 4 },
    ],
  },
  { id: 'b', product_id: 'q', product_name: 'Gelato', sku: 'GE-1', shipped_quantity: 3, lots: [] },
]);
const [first] = lines as [(typeof lines)[number]];

test('accepts everything that was shipped unless a line says otherwise', () => {
  expect(receiptLines(lines)).toEqual([
    { item_id: 'a', accepted: 10, damaged: 0, rejected: 0 },
    { item_id: 'b', accepted: 3, damaged: 0, rejected: 0 },
  ]);
});

test('adds accepted, damaged and rejected up to what was shipped, whatever is typed', () => {
  for (const accepted of [-5, 0, 4, 10, 99, Number.NaN]) {
    for (const damaged of [-1, 0, 3, 50]) {
      const line = withCount(withCount(first, { damaged }), { accepted: accepted || 0 });
      expect(line.accepted + line.damaged + rejectedOf(line)).toBe(10);
      expect(Math.min(line.accepted, line.damaged, rejectedOf(line))).toBeGreaterThanOrEqual(0);
    }
  }
});

test('states a reason for units that are rejected, and for no others', () => {
  const [short, damaged] = receiptLines([
    withCount(first, { accepted: 8 }),
    withCount({ ...first, item_id: 'b' }, { damaged: 2, accepted: 8 }),
  ]);
  expect(short).toMatchObject({ accepted: 8, rejected: 2, reason_code: 'short' });
  expect(damaged).toEqual({ item_id: 'b', accepted: 8, damaged: 2, rejected: 0 });
});

test('starts at zero with the first scan and counts a unit by SKU or batch, a package by its tag', () => {
  let counted = scan(lines, ' tag-1 ', true);
  expect(counted).toMatchObject({ known: true, text: 'BD-3.5: 6 of 10' });
  counted = scan(counted.lines, 'b-2', false);
  counted = scan(counted.lines, 'ge-1', false);
  expect(counted.lines.map(({ accepted }) => accepted)).toEqual([7, 1]);
});

test('leaves the count alone for a code that is not in the shipment, and beyond what was shipped', () => {
  expect(scan(lines, 'OTHER', true)).toMatchObject({
    known: false,
    lines,
    text: 'OTHER is not in this shipment',
  });
  const full = scan(lines, 'GE-1', false);
  expect(full).toMatchObject({ known: false, text: 'GE-1: no more than 3 were shipped' });
  expect(full.lines).toEqual(lines);
});

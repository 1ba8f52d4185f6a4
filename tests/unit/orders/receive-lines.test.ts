import { expect, test } from 'vitest';
import {
  asReceived,
  lotsOf,
  receiptLines,
  scan,
  shortOf,
  withCount,
} from '../../../components/orders/receive-lines';

const lots = lotsOf([
  {
    id: 'a',
    product_id: 'p',
    product_name: 'Blue Dream',
    sku: 'BD-3.5',
    shipped_quantity: 10,
    lots: [
      { lot_id: 'one', batch_id: 'B-1', package_tag: 'TAG-1', expires_on: null, quantity: 6 },
      { lot_id: 'two', batch_id: 'B-2', package_tag: null, expires_on: null, quantity: 3 },
    ],
  },
  { id: 'b', product_id: 'q', product_name: 'Gelato', sku: 'GE-1', shipped_quantity: 3, lots: [] },
]);
const [first, second, loose] = lots as [(typeof lots)[number], (typeof lots)[number], (typeof lots)[number]];

const NONE = { damaged: 0, rejected: 0, short: 0 };

test('counts each lot of a line, and its units without one', () => {
  expect(lots.map(({ item_id, lot, shipped }) => [item_id, lot?.lot_id, shipped])).toEqual([
    ['a', 'one', 6],
    ['a', 'two', 3],
    ['a', undefined, 1],
    ['b', undefined, 3],
  ]);
});

test('accepts everything that was shipped unless a line says otherwise', () => {
  expect(receiptLines(lots)).toEqual([
    {
      item_id: 'a',
      accepted: 10,
      ...NONE,
      lots: [
        { lot_id: 'one', accepted: 6, ...NONE },
        { lot_id: 'two', accepted: 3, ...NONE },
      ],
    },
    { item_id: 'b', accepted: 3, ...NONE },
  ]);
});

test('adds accepted, damaged, rejected and short up to what was shipped, whatever is typed', () => {
  for (const accepted of [-5, 0, 4, 6, 99, Number.NaN]) {
    for (const damaged of [-1, 0, 3, 50]) {
      for (const rejected of [0, 2, 9]) {
        const lot = withCount(withCount(withCount(first, { damaged }), { rejected }), {
          accepted: accepted || 0,
        });
        expect(lot.accepted + lot.damaged + lot.rejected + shortOf(lot)).toBe(6);
        expect(Math.min(lot.accepted, lot.damaged, lot.rejected, shortOf(lot))).toBeGreaterThanOrEqual(0);
      }
    }
  }
});

test('keeps what was typed last: other units that go back give way, then accepted ones', () => {
  expect(withCount(first, { rejected: 2 })).toMatchObject({ accepted: 4, rejected: 2, damaged: 0 });
  const damaged = withCount(withCount(first, { rejected: 5 }), { damaged: 3 });
  expect(damaged).toMatchObject({ accepted: 0, rejected: 3, damaged: 3 });
});

test('opens a correction with what the receipt says of each lot, and states it the same', () => {
  const counted = [
    withCount({ ...first, reason: 'expired' }, { rejected: 2 }),
    withCount(second, { accepted: 1 }),
    withCount({ ...loose, reason: 'damaged' }, { damaged: 1 }),
    lots[3] as (typeof lots)[number],
  ];
  const lines = receiptLines(counted).map((line) => ({ ...line, lots: line.lots ?? [] }));
  const received = asReceived(lots, { lines } as never);
  expect(received.map(({ accepted, damaged, rejected }) => [accepted, damaged, rejected])).toEqual([
    [4, 0, 2],
    [1, 0, 0],
    [0, 1, 0],
    [3, 0, 0],
  ]);
  expect(receiptLines(received)).toEqual(receiptLines(counted));
});

test('states differences by lot with the reason of each, and their sums by line', () => {
  const counted = [
    withCount({ ...first, reason: 'temperature' }, { rejected: 2 }),
    withCount(second, { damaged: 1, accepted: 1 }),
    loose,
  ];
  expect(receiptLines(counted)).toEqual([
    {
      item_id: 'a',
      accepted: 6,
      damaged: 1,
      rejected: 2,
      short: 1,
      reason_code: 'wrong_item',
      lots: [
        { lot_id: 'one', accepted: 4, damaged: 0, rejected: 2, short: 0, reason_code: 'temperature' },
        { lot_id: 'two', accepted: 1, damaged: 1, rejected: 0, short: 1 },
      ],
    },
  ]);
});

test('starts at zero with the first scan and counts a unit by SKU or batch, a package by its tag', () => {
  let counted = scan(lots, ' tag-1 ', true);
  expect(counted).toMatchObject({ known: true, text: 'BD-3.5: 6 of 10' });
  counted = scan(counted.lots, 'b-2', false);
  counted = scan(counted.lots, 'ge-1', false);
  expect(counted.lots.map(({ accepted }) => accepted)).toEqual([6, 1, 0, 1]);
});

test('fills the lots of a line one by one by its SKU', () => {
  let counted = scan(lots, 'BD-3.5', true);
  for (let unit = 1; unit < 8; unit++) counted = scan(counted.lots, 'BD-3.5', false);
  expect(counted).toMatchObject({ known: true, text: 'BD-3.5: 8 of 10' });
  expect(counted.lots.map(({ accepted }) => accepted)).toEqual([6, 2, 0, 0]);
});

test('leaves the count alone for a code that is not in the shipment, and beyond what was shipped', () => {
  expect(scan(lots, 'OTHER', true)).toMatchObject({
    known: false,
    lots,
    text: 'OTHER is not in this shipment',
  });
  const full = scan(lots, 'GE-1', false);
  expect(full).toMatchObject({ known: false, text: 'GE-1: no more than 3 were shipped' });
  expect(full.lots).toEqual(lots);
});

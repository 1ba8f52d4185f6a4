import { describe, expect, it } from 'vitest';
import { creditedLines, discountOf, remainingOf } from '@/components/money/invoices/credit-draft';
import { fillOldest, matching, restOf, sumOf, ticksOf } from '@/components/money/payments/allocation';

const INVOICES = [
  { id: 'c', number: 'INV-0000003', due_on: '2026-11-20', balance: 100.1, pending_credit: 0 },
  { id: 'b', number: 'INV-0000002', due_on: '2026-11-10', balance: 500, pending_credit: 0 },
  { id: 'a', number: 'INV-0000001', due_on: '2026-11-01', balance: 300, pending_credit: 0 },
];

describe('what a payment settles', () => {
  it('applies by a tick the balance less the credit that is on its way', () => {
    const credited = INVOICES.map((one) => (one.id === 'b' ? { ...one, pending_credit: 20.05 } : one));
    const whole = { id: 'd', number: 'INV-4', due_on: '2026-11-20', balance: 100.1, pending_credit: 100.1 };
    const parts = ticksOf([...credited, whole]);
    expect([...parts]).toEqual([
      ['c', 100.1],
      ['b', 479.95],
      ['a', 300],
    ]);
    expect(sumOf(parts)).toBe(880.05);
  });

  it('finds open invoices by part of a number or by a balance as it is written', () => {
    const ids = (text: string) => matching(INVOICES, text).map(({ id }) => id);
    expect(ids('0002')).toEqual(['b']);
    expect(ids('$100.1')).toEqual(['c']);
    expect(ids('500')).toEqual(['b']);
    expect(ids('x')).toEqual([]);
  });

  it('settles the oldest due date first, to the cent', () => {
    expect([...fillOldest(600, INVOICES)]).toEqual([
      ['a', 300],
      ['b', 300],
    ]);
    expect(restOf(600, fillOldest(600, INVOICES))).toBe(0);
  });

  it('keeps a rest unapplied, exact where floats are not', () => {
    const parts = fillOldest(900.3, INVOICES);
    expect(parts.get('c')).toBe(100.1);
    expect(restOf(900.3, parts)).toBe(0.2);
    expect(
      restOf(
        0.3,
        new Map([
          ['a', 0.1],
          ['b', 0.2],
        ]),
      ),
    ).toBe(0);
  });

  it('breaks a tie of due dates by number, and applies nothing of nothing', () => {
    const tied = INVOICES.map((one) => ({ ...one, due_on: '2026-11-01' }));
    expect([...fillOldest(1, tied).keys()]).toEqual(['a']);
    expect(fillOldest(0, INVOICES).size).toBe(0);
  });

  it('says how far it goes beyond the payment', () => {
    expect(restOf(100, new Map([['a', 100.01]]))).toBe(-0.01);
  });
});

describe('what a credit takes off', () => {
  const lines = [
    { item_id: 'x', quantity: 10, unit_price: 20 },
    { item_id: 'y', quantity: 5, unit_price: 8 },
  ];

  it('leaves what earlier notes took off', () => {
    const left = remainingOf(lines, [{ lines: [{ item_id: 'x', quantity: 4, new_unit_price: 15 }] }]);
    expect(left.map((line) => line.left)).toEqual([6, 5]);
    // Nor at the price that one of them lowered.
    expect(left.map((line) => line.unit_price)).toEqual([15, 8]);
    expect(
      creditedLines(
        left,
        new Map([
          ['x', 2],
          ['y', 0],
        ]),
      ),
    ).toEqual([{ item_id: 'x', quantity: 4 }]);
  });

  it('names lines whose price falls, and none whose price stays or rises', () => {
    const left = remainingOf(lines, []);
    const prices = new Map([
      ['x', 17.5],
      ['y', 8],
    ]);
    expect(creditedLines(left, new Map(), prices)).toEqual([{ item_id: 'x', unit_price: 17.5 }]);
    expect(creditedLines(left, new Map([['x', 1]]), prices)).toEqual([
      { item_id: 'x', quantity: 9, unit_price: 17.5 },
    ]);
    expect(creditedLines(left, new Map(), new Map([['x', null]]))).toEqual([]);
  });

  it('knows the discount after notes by which it fell or rose, to the cent', () => {
    expect(discountOf({ discount_total: 24 }, [{ discount_total: 8 }, { discount_total: -0.1 }])).toBe(16.1);
    expect(discountOf({ discount_total: 0 }, [])).toBe(0);
  });
});

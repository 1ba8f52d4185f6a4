import { describe, expect, test } from 'vitest';
import { type CountedStock, planCount } from '../../../../server/features/pos/lists/plan-count';

type Lots = Record<string, [quantity: number, reserved?: number, blocked?: 'held']>;

function stockOf(spare: number, lots: Lots = {}, restReserved = 0): CountedStock {
  const all = Object.entries(lots);
  const sum = (at: 0 | 1) => all.reduce((total, [, lot]) => total + (lot[at] ?? 0), 0);
  return {
    quantity: spare + restReserved + sum(0),
    reserved: restReserved + sum(1),
    spare,
    lots: new Map(all.map(([id, [quantity, reserved = 0]]) => [id, { quantity, reserved }])),
    available: all.map(([id, [quantity, reserved = 0, blocked = null]]) => ({
      inventory_item_id: 'item',
      variant_id: 'variant',
      lot_id: id,
      batch: id,
      batch_id: id,
      package_tag: null,
      available: quantity - reserved,
      blocked,
      expires_on: null,
    })),
  };
}
function plan(quantity: number, stock: CountedStock, named: Record<string, number> = {}) {
  const lots = Object.entries(named).map(([lotId, units]) => ({ lotId, quantity: units }));
  const made = planCount({ itemId: 'item', label: null, quantity, unitCostCents: null, lots }, stock);
  const moves = made.moves.map(({ lotId, delta }) => [lotId ?? 'rest', delta]);
  return { moves: Object.fromEntries(moves), short: [made.shortLots, made.shortRest] };
}
const FITS = [false, false];

describe('a row whose packages name lots', () => {
  test('sets each lot to its packages and the rest to the other packages', () => {
    expect(plan(50, stockOf(40), { A: 12, B: 30 })).toEqual({
      moves: { A: 12, B: 30, rest: -32 },
      short: FITS,
    });
    expect(plan(50, stockOf(8, { A: [10], B: [30] }), { A: 12, B: 30 })).toEqual({
      moves: { A: 2 },
      short: FITS,
    });
    expect(plan(8, stockOf(8, { A: [10] }), { A: 0 })).toEqual({ moves: { A: -10 }, short: FITS });
  });

  test('takes a smaller rest from units without a lot, then from lots never named, those on hold last', () => {
    const stock = stockOf(5, { HELD: [4, 0, 'held'], A: [10], OTHER: [6] });
    expect(plan(19, stock, { A: 10 })).toEqual({ moves: { rest: -5, OTHER: -1 }, short: FITS });
    expect(plan(12, stock, { A: 10 })).toEqual({ moves: { rest: -5, OTHER: -6, HELD: -2 }, short: FITS });
  });

  test('keeps a lot, or the rest, below what is reserved of it', () => {
    const stock = stockOf(5, { A: [10, 6], B: [10] }, 3);
    expect(plan(16, stock, { A: 5, B: 4 })).toEqual({ moves: { B: -6, rest: -1 }, short: [true, false] });
    expect(plan(12, stock, { A: 6, B: 4 })).toEqual({ moves: { A: -4, B: -6 }, short: [false, true] });
  });
});

test('a row whose packages name no lot changes as a whole', () => {
  expect(plan(25, stockOf(10, { A: [10] }))).toEqual({ moves: { rest: 5 }, short: FITS });
  expect(plan(7, stockOf(10, { A: [10] }))).toEqual({ moves: { rest: -10, A: -3 }, short: FITS });
  expect(plan(3, stockOf(10, { A: [10, 4] }))).toEqual({ moves: {}, short: [false, true] });
});

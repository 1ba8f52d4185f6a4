import { expect, test } from 'vitest';
import { unsellableUnits, withBalance } from '@/components/stock/inventory/level';
import type { StockLevel } from '@/components/stock/inventory/types';

const balance = (id: string, quantity: number, reserved: number) => ({
  inventory_id: id,
  quantity,
  reserved,
  available: quantity - reserved,
});
/** 14 in the vault, 21 on the floor of which 1 is reserved, 5 in quarantine. */
const level = {
  rooms: {
    vault: balance('v', 14, 0),
    sales_floor: balance('f', 21, 1),
    quarantine: balance('q', 5, 0),
    secret_menu: { ...balance('s', 0, 0), inventory_id: null },
  },
  sellable_quantity: 34,
  low_stock_threshold: 5,
  reorder_point: null,
  par: null,
  average_cost: 1,
} as unknown as StockLevel;

test('counts units of a level that are there and cannot be sold, apart from quarantine and reservations', () => {
  expect(unsellableUnits(level)).toBe(0);
  expect(unsellableUnits({ ...level, sellable_quantity: 0 })).toBe(34);
  expect(unsellableUnits({ ...level, sellable_quantity: 30 })).toBe(4);
});

test('keeps the count of units that cannot be sold after an adjustment', () => {
  const held = { ...level, sellable_quantity: 30 };
  expect(unsellableUnits(withBalance(held, 'v', { quantity: 11, reserved_quantity: 0 }))).toBe(4);
});

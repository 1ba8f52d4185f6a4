import { toCsv } from '@/components/home/reports/csv';
import { saveFile } from '@/components/ui/base/save-file';
import { BYTE_ORDER_MARK } from '@/server/kernel/csv-text';
import { amountIn } from '@/server/kernel/weights';
import { ROOM } from './labels';
import { LEVEL_ROOMS } from './level';
import type { StockLevel } from './types';

const HEADS = [
  'Product',
  'Variant',
  'SKU',
  'Category',
  'Location',
  ...LEVEL_ROOMS.map((room) => ROOM[room]),
  'Reserved',
  'Available',
  'Unit',
  'Cost',
  'Value',
  'First expiration',
];

/** The selected rows as CSV (RFC 4180), as the list shows them. */
export function levelsAsCsv(levels: readonly StockLevel[]): string {
  const rows = levels.map((level) => [
    level.product.name,
    level.variant.name,
    level.variant.sku,
    level.product.category,
    level.location.name,
    ...LEVEL_ROOMS.map((room) => amountIn(level.rooms[room].quantity, level.step)),
    amountIn(level.reserved_quantity, level.step),
    amountIn(level.sellable_quantity, level.step),
    level.unit,
    level.average_cost,
    level.value,
    level.expires_on,
  ]);
  return toCsv([HEADS, ...rows]);
}

/** Hands the selected rows to the user as a file. */
export function downloadLevels(levels: readonly StockLevel[]): void {
  saveFile(new Blob([BYTE_ORDER_MARK, levelsAsCsv(levels)], { type: 'text/csv' }), 'inventory.csv');
}

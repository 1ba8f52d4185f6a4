import { saveFile } from '@/components/ui/save-file';
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

/** A text that a spreadsheet would run as a formula begins with an apostrophe instead. */
const safe = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);
const cell = (value: string | number | null) =>
  typeof value === 'number' ? String(value) : `"${safe(value ?? '').replaceAll('"', '""')}"`;

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
  return [HEADS, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

/** Hands the selected rows to the user as a file. */
export function downloadLevels(levels: readonly StockLevel[]): void {
  saveFile(new Blob([levelsAsCsv(levels)], { type: 'text/csv' }), 'inventory.csv');
}

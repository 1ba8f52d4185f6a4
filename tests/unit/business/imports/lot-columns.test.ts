import { describe, expect, test } from 'vitest';
import { CellReader } from '../../../../server/features/imports/lines/cell-reader';
import { suggestMapping } from '../../../../server/features/imports/lines/columns';
import { readLot } from '../../../../server/features/imports/stock/read';

const fieldOf = (column: string) =>
  suggestMapping('count', ['SKU', 'Counted', column]).find((one) => one.column === column)?.field;

test('recognizes columns of batches, tags and expirations by their usual names', () => {
  for (const name of ['Batch', 'batch number', 'Lot Number', 'LOT']) expect(fieldOf(name)).toBe('batch_id');
  for (const name of ['Metrc Tag', 'UID', 'Package', 'package_tag'])
    expect(fieldOf(name)).toBe('package_tag');
  for (const name of ['Expiration', 'Exp. Date', 'Best By', 'expires on'])
    expect(fieldOf(name)).toBe('expires_on');
  expect(fieldOf('Lot ID')).toBe('lot_id');
});

describe('dates', () => {
  const read = (expires_on: string) => {
    const reader = new CellReader({ values: { expires_on } });
    return reader.date('expires_on') ?? reader.errors[0]?.code;
  };
  test('reads YYYY-MM-DD and M/D/YYYY', () => {
    expect(read('2026-11-30')).toBe('2026-11-30');
    expect(read('11/30/2026')).toBe('2026-11-30');
    expect(read('1/2/2026')).toBe('2026-01-02');
  });
  test('reads years of two digits, times behind and names of months', () => {
    expect(read('11/30/26')).toBe('2026-11-30');
    expect(read('2026-11-30T14:05:00Z')).toBe('2026-11-30');
    expect(read('11/30/2026 2:05 PM')).toBe('2026-11-30');
    expect(read('Nov 30, 2026')).toBe('2026-11-30');
    expect(read('30-Nov-26')).toBe('2026-11-30');
  });
  test('rejects other forms and days that do not exist', () => {
    for (const cell of ['30.11.2026', '2/29/2026', '13/1/2026', '2026-02-30', 'soon', '11-30-2026']) {
      expect(read(cell)).toBe('invalid_format');
    }
  });
});

test('a line without a batch, tag or lot id is of the units without a lot', () => {
  const read = (values: Record<string, string>) => {
    const reader = new CellReader({ values });
    return readLot(reader, { line: 2, values, fault: null });
  };
  expect(read({ sku: 'A', expires_on: '2026-11-30' })).toBeNull();
  expect(read({ batch_id: 'B-1', expires_on: '1/2/2026' })).toEqual({
    lotId: null,
    batchId: 'B-1',
    packageTag: null,
    expiresOn: '2026-01-02',
  });
});

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import {
  type DutchieEntry,
  type DutchieList,
  readDutchieList,
} from '../../../../server/features/pos/responses/dutchie-list';

const folder = mkdtempSync(join(tmpdir(), 'dutchie-list-'));
afterAll(() => rmSync(folder, { recursive: true }));

const SETTINGS: DutchieList = {
  ...{ after: null, only: null, room: 'sales_floor', countAllocated: true },
  rooms: [['2', 'vault']],
};
const entry = (inventoryId: unknown, given: object = {}) => ({
  ...{ inventoryId, productId: 7, sku: 'A', productName: 'A "quoted" {name} \\ é', quantityAvailable: 3 },
  ...{ batchName: 'B1', packageId: 'TAG', unitCost: 1.239, lastModifiedDateUtc: '2026-02-01T00:00:00' },
  ...given,
});

function read(text: string, settings: Partial<DutchieList> = {}) {
  const files = { from: join(folder, 'from'), to: join(folder, 'to') };
  writeFileSync(files.from, text);
  const list = readDutchieList(files, { ...SETTINGS, ...settings });
  if (!list) return null;
  const bytes = readFileSync(files.to);
  const pages = list.pages.map(
    ({ offset, length }) => JSON.parse(bytes.toString('utf8', offset, offset + length)) as DutchieEntry[],
  );
  return { ...list, entries: pages.flat(), sizes: pages.map((page) => page.length) };
}

test('hands out pages of 500 in the order of ids', () => {
  const ids = Array.from({ length: 1_201 }, (_, index) => ((index * 7) % 1_201) + 1);
  const list = read(JSON.stringify(ids.map((id) => entry(id))));
  expect(list?.sizes).toEqual([500, 500, 201]);
  expect(list?.entries.map(({ items }) => Number(items[0]?.packageId))).toEqual(
    ids.toSorted((a, b) => a - b),
  );
  const rest = read(JSON.stringify(ids.map((id) => entry(id))), { after: '1000' });
  expect(rest?.entries[0]?.items[0]?.packageId).toBe('1001');
});

test('reads an entry in both casings, with its rooms, lot and cost', () => {
  const roomQuantities = [
    { roomId: 1, room: 'Front', quantityAvailable: 2 },
    { roomId: 2, quantityAvailable: 4 },
    { RoomId: 9, QuantityAvailable: 1 },
  ];
  const list = read(JSON.stringify([entry(5, { roomQuantities, allocatedQuantity: 3 })]));
  expect(list?.entries[0]?.items).toMatchObject([
    {
      ...{ externalId: '7', sku: 'A', packageId: '5', room: 'sales_floor', quantity: 6, unitCostCents: 124 },
      lot: { batchId: 'B1', packageTag: 'TAG', expiresOn: null },
      name: 'A "quoted" {name} \\ é',
    },
    { room: 'vault', quantity: 4 },
  ]);
  const without = read(JSON.stringify([entry(5, { allocatedQuantity: 3 })]), { countAllocated: false });
  expect(without?.entries[0]?.items).toMatchObject([{ quantity: 3 }]);
});

test('takes named and newer packages of a list of changes, and says which are missing', () => {
  const entries = [entry(1), entry(2), entry(3, { lastModifiedDateUtc: '2026-03-01T00:00:00' })];
  const since = Date.parse('2026-02-15T00:00:00Z');
  const list = read(JSON.stringify(entries), { only: { ids: ['2', '8'], since } });
  expect(list?.entries.map(({ items }) => items[0]?.packageId)).toEqual(['2', '3']);
  expect(list?.missing).toEqual(['8']);
});

test.each([
  ['a part of an array', JSON.stringify([entry(1), entry(2)]).slice(0, -20)],
  ['an array without its end', `[${JSON.stringify(entry(1))}`],
  ['a page of HTML', '<html>{"a":1}</html>'],
  ['nothing', ''],
  ['text between', `[${JSON.stringify(entry(1))} x]`],
])('is no list: %s', (_what, text) => {
  expect(read(text)).toBeNull();
});

test('rejects an entry without an id and one that is too large', () => {
  expect(() => read(JSON.stringify([entry(null)]))).toThrow('inventory id');
  expect(() => read(JSON.stringify([entry(1, { text: 'x'.repeat(300_000) })]))).toThrow('too large');
});

test('reads entries that lie across chunks', () => {
  const entries = Array.from({ length: 40 }, (_, index) => entry(index + 1, { note: 'é'.repeat(20_000) }));
  expect(read(JSON.stringify(entries, null, 2))?.total).toBe(40);
});

test('reports what has no name or count as a fault', () => {
  const list = read(
    JSON.stringify([entry(1, { productId: null, sku: '' }), entry(2, { quantityAvailable: 'x' })]),
  );
  expect(list?.entries.map(({ faults }) => faults.length)).toEqual([1, 1]);
});

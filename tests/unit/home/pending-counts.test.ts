import { expect, test } from 'vitest';
import { type Pending, pendingOf, unsentText, withPending } from '@/components/stock/counts/pending';
import type { CountLine } from '@/components/stock/counts/types';

const line = (inventory_id: string, counted: number | null) =>
  ({ inventory_id, sku: `SKU-${inventory_id}`, counted, difference: 1 }) as CountLine;
const failed = (one: Pending) => ({ ...one, problem: 'Unknown' });

test('shows lines as they will be once what is unsent is recorded, without a difference', () => {
  const lines = withPending(
    [line('a', 3), line('b', null), line('c', 5), line('d', 7)],
    [
      pendingOf({ inventory_id: 'a', counted: 10 }),
      pendingOf({ sku: 'SKU-a', add: 2 }),
      pendingOf({ sku: 'SKU-b', add: 1 }),
      pendingOf({ inventory_id: 'c', clear: true }),
      failed(pendingOf({ sku: 'SKU-d', add: 1 })),
    ],
  );
  expect(lines.map(({ counted, difference }) => [counted, difference])).toEqual([
    [12, null],
    [1, null],
    [null, null],
    [7, 1],
  ]);
});

test('gives each entry a UUID of its own, and counts what is unsent', () => {
  const entries = Array.from({ length: 50 }, () => pendingOf({ sku: 'x', add: 1 }));
  expect(new Set(entries.map(({ entry }) => entry.entry_id)).size).toBe(50);
  for (const { entry } of entries) {
    expect(entry.entry_id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  }
  expect(unsentText(entries)).toBe('50 unsent');
  expect(unsentText([failed(pendingOf({ sku: 'x', add: 1 }))])).toBe('');
});

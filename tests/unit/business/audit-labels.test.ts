import { expect, test } from 'vitest';
import { fieldText, valueText } from '@/components/business/audit/change-text';
import { changedValues } from '@/components/business/audit/changed-values';
import { actionLabel, areaLabel } from '@/components/business/audit/labels';
import { AUDIT_ACTIONS } from '../../../server/kernel/audit-actions';

test('gives every area that the audit log records a label of its own', () => {
  const areas = [...new Set(Object.keys(AUDIT_ACTIONS).map((action) => action.split('.')[0] ?? ''))];
  const labels = areas.map(areaLabel);
  expect(labels).toEqual([...new Set(labels)]);
});

test('names every action in words, each its own', () => {
  const labels = Object.keys(AUDIT_ACTIONS).map(actionLabel);
  for (const label of labels) expect(label).toMatch(/^[A-Z][\w -]+$/);
  expect(labels).toEqual([...new Set(labels)]);
});

test('lists the fields that differ by their paths, and none that stayed', () => {
  const before = { name: 'Harbor', settings: { auto_sync: true, low_stock_threshold: 5 }, tags: ['a'] };
  const after = { name: 'Harbor', settings: { auto_sync: false, low_stock_threshold: 5 }, tags: ['a', 'b'] };
  expect(changedValues(before, after)).toEqual([
    { path: 'settings.auto_sync', before: true, after: false },
    { path: 'tags', before: ['a'], after: ['a', 'b'] },
  ]);
});

test('lists the fields of the lines that changed by the number of the line', () => {
  const line = (quantity: number) => ({ sku: 'BD-35', quantity });
  expect(changedValues({ items: [line(2), line(5)] }, { items: [line(2), line(4)] })).toEqual([
    { path: 'items.2.quantity', before: 5, after: 4 },
  ]);
});

test('lists every field of an object that was created or deleted', () => {
  expect(changedValues(null, { name: 'Harbor', address: {} })).toEqual([
    { path: 'name', before: undefined, after: 'Harbor' },
    { path: 'address', before: undefined, after: {} },
  ]);
  expect(changedValues({ name: 'Harbor' }, null)).toEqual([
    { path: 'name', before: 'Harbor', after: undefined },
  ]);
  expect(changedValues(null, null)).toEqual([]);
});

test('says prices as money and paths in words', () => {
  expect([
    valueText(18, 'retail_price'),
    valueText(18, 'quantity'),
    valueText(null),
    valueText(true),
    valueText(12_500, 'credit_limit'),
    valueText('2026-11-27', 'due_on'),
  ]).toEqual(['$18.00', '18', '—', 'Yes', '$12,500.00', 'Nov 27, 2026']);
  expect(fieldText('items.2.unit_price')).toBe('Items › 2 › Unit price');
  expect(valueText(1200, 'BD-3.5 from 1')).toBe('$1,200.00');
  expect(fieldText('BD-3.5 from 1')).toBe('BD-3.5 from 1');
});

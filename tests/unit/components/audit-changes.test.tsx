// @vitest-environment happy-dom
import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Changes } from '@/components/audit/changes';

type Entry = Parameters<typeof Changes>[0]['entry'];
const textOf = (entry: Entry) => render(<Changes entry={entry} />).container.textContent;

test('says what a change set, what it added, and nothing of fields that were and are empty', () => {
  const entry = { before: { quantity: 30 }, after: { quantity: 24, notes: null, reason_code: 'SALE' } };
  expect(textOf(entry)).toBe('Quantity 30 →  to 24Reason code Sale');
});

test('says of an object that was created what tells the most, and how much more there is', () => {
  const after = { id: 'x', tax: 1, status: 'pending', total: 719.55 };
  expect(textOf({ before: null, after })).toBe('Total $719.55Status Pendingand 2 more fields');
  expect(textOf({ before: null, after: { id: 'x' } })).toBe('1 field');
});

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

test('says the amount of a payment as money, and of goods their quantity alone', () => {
  const payment = { amount: 500, method: 'check', status: 'recorded', unapplied: 0 };
  expect(textOf({ before: null, after: payment })).toBe('Amount $500.00Method Checkand 2 more fields');
  const goods = { amount: 12.34, quantity: 1234, unit: 'lb' };
  expect(textOf({ before: null, after: goods })).toBe('Quantity 1,234and 2 more fields');
});

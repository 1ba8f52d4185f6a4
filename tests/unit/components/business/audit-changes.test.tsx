// @vitest-environment happy-dom
import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Changes } from '@/components/business/audit/changes';

type Entry = Parameters<typeof Changes>[0]['entry'];
const textOf = (entry: Omit<Entry, 'names'>, names: Entry['names'] = {}) =>
  render(<Changes entry={{ ...entry, names }} />).container.textContent;

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

test('says names for ids, in a list as well, and spells canceled as the rest of the dashboard does', () => {
  const [gold, paul] = ['0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b50', '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b51'];
  const names = { [gold]: 'Gold partners', [paul]: 'Paul Reyes' };
  const entry = { before: { price_list_id: null, tags: [] }, after: { price_list_id: gold, tags: [paul] } };
  expect(textOf(entry, names)).toBe('Price list ID — →  to Gold partnersTags — →  to Paul Reyes');
  expect(textOf({ before: { status: 'pending' }, after: { status: 'cancelled' } })).toBe(
    'Status Pending →  to Canceled',
  );
});

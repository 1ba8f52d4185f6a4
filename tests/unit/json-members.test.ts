import { describe, expect, test } from 'vitest';
import { withoutMembers, withoutNamed } from '../../server/operation/json-members';

const names = new Set(['balance', 'items.unit_cost']);
const order = (balance: unknown, cost: unknown, note = 'x') =>
  JSON.stringify({ id: 1, balance, items: [{ sku: 'a', unit_cost: cost, balance: 2 }, { sku: 'b' }], note });

describe('an object without some of its members', () => {
  test.each([
    ['numbers', 5, 7],
    ['null and a list', null, [1, [2, { balance: 3 }]]],
    ['an object with brackets in texts', { a: '}]",\\' }, { unit_cost: '{' }],
    ['texts that end with a backslash', 'a\\', '"\\"'],
  ])('is the same for other values of theirs: %s', (_, balance, cost) => {
    expect(withoutMembers(order(balance, cost), names)).toBe(withoutMembers(order(0, 0), names));
  });

  test.each([
    ['a member of another name', order(0, 0, 'y')],
    ['the same name deeper', order(0, 0).replace('"balance":2', '"balance":3')],
    ['a text like a member', order(0, 0, '"balance":1')],
    ['an entry less', order(0, 0).replace(',{"sku":"b"}', '')],
  ])('differs by %s', (_, other) => {
    expect(withoutMembers(other, names)).not.toBe(withoutMembers(order(0, 0), names));
  });

  test('is the same by names alone, where each is that of one member', () => {
    const text = (balance: unknown, cost: unknown) =>
      JSON.stringify({ balance, items: [{ unit_cost: cost }, { unit_cost: cost }], note: '"balance":1' });
    const rest = withoutNamed(text(1, null), ['balance', 'unit_cost']);
    expect(rest).toBe(withoutNamed(text({ a: [','] }, '"}'), ['balance', 'unit_cost']));
    expect(rest).toContain('note');
  });

  test('is null where white space stands between tokens, and not for white space in a text', () => {
    expect(withoutMembers('{"a": 1}', names)).toBeNull();
    expect(withoutMembers('{"a":"b , c : { d"}', names)).toBe('{"a":"b , c : { d"}');
  });

  test('reads a megabyte of quotation marks and backslashes in linear time', () => {
    const text = JSON.stringify({ balance: '"\\'.repeat(250_000), a: '\\'.repeat(250_000) });
    const from = performance.now();
    withoutMembers(text, names);
    expect(performance.now() - from).toBeLessThan(500);
  });
});

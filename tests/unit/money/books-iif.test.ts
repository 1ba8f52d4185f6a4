import { expect, test } from 'vitest';
import { IifNames, iifBytes, inLatin1 } from '../../../server/features/billing/books/iif';

test.each([
  ['Café Größe, 5 ½ oz', 'Café Größe, 5 ½ oz'],
  ['Cafe\u0301', 'Café'],
  ['Tom’s “Best” Buds – Green', 'Tom\'s "Best" Buds - Green'],
  ['Αθήνα', 'Athina'],
  ['Зелень', "Zelen'"],
  ['10 €', '10 EUR'],
])('writes %j as %j', (given, written) => {
  expect(inLatin1(given)).toBe(written);
  expect(iifBytes(inLatin1(given)).toString('latin1')).toBe(written);
});

test('names have at most 41 characters, and each is of one customer, the same in each file', () => {
  const long = 'Golden Coast Distribution of the Northern Counties';
  const [names, later] = [new IifNames(), new IifNames()];
  const one = names.of(`${long} 1`);
  const two = names.of(`${long} 2`);
  expect([one, two].every((name) => name.length <= 41)).toBe(true);
  expect(one).not.toBe(two);
  expect(names.of(`${long} 1`)).toBe(one);
  expect(later.of(`${long} 2`)).toBe(two);
  expect(names.of('Tom’s')).toBe("Tom's");
  expect(names.of("TOM'S").toLowerCase()).not.toBe("tom's");
});

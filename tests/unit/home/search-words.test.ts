import { expect, test } from 'vitest';
import { closeTo, patternsOf, queryOf, termsOf, wordsIn } from '../../../server/features/search/words';

const fits = (text: string, q: string) =>
  termsOf(q).terms.every((term) =>
    patternsOf(term).some((pattern) => wordsIn(text).includes(pattern.slice(1, -1))),
  );

test('words are letters, digits and points between digits', () => {
  expect(wordsIn("grandma's pre-roll, 3.5g (blue_dream). no.1 v2.")).toBe(
    ' grandmas preroll pre roll 3.5g 3.5 g blue dream no 1 v2 ',
  );
  expect(wordsIn('%_\\\'"|&!:*()<>-–')).toBe(' ');
});

test('a word finds by its beginning, one of two letters whole', () => {
  expect(fits('harbor shop', 'har')).toBe(true);
  expect(fits('harbor shop', 'arb')).toBe(false);
  expect(fits('harbor shop', 'ha')).toBe(false);
  expect(fits('og kush', 'og')).toBe(true);
  expect(fits('pre roll', 'pre-roll')).toBe(true);
  expect(fits('preroll', 'pre-roll')).toBe(true);
  expect(fits('pre-roll', 'roll pre')).toBe(true);
  expect(fits('roll pre', 'pre-roll')).toBe(false);
});

test('a query of the index has quoted words alone', () => {
  const owner = '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b01';
  const query = queryOf(owner, 'order', termsOf("ha' | pre-roll:* & x").terms);
  expect(query).toBe(
    "('2f6f1c0a9b01order ha') & ('2f6f1c0a9b01order preroll':* | '2f6f1c0a9b01order pre' & '2f6f1c0a9b01order roll':*) & ('2f6f1c0a9b01order x')",
  );
});

test('a close word is one letter wrong, missing, extra or swapped, with one of its halves intact', () => {
  const close = closeTo('harbor');
  const like = (word: string) =>
    close?.exact.includes(word) ||
    close?.patterns.some(
      (pattern) =>
        pattern.length === word.length &&
        [...pattern].every((letter, place) => letter === '_' || letter === word[place]),
    );
  for (const word of ['harbr', 'harbpr', 'hharbor', 'harbors', 'ahrbor', 'xarbor', 'harbo', 'arbor'])
    expect(like(word), word).toBe(true);
  for (const word of ['harxxr', 'hrbr', 'harborss', 'rahbor']) expect(like(word), word).toBe(false);
  const isIntact = (word: string) =>
    word.startsWith(close?.begin ?? '?') || word.endsWith([...(close?.end ?? '?')].reverse().join(''));
  for (const pattern of close?.patterns ?? []) expect(isIntact(pattern), pattern).toBe(true);
  expect(closeTo('kush')).toBeNull();
  expect(closeTo('12.50')).toBeNull();
});

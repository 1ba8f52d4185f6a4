import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { looseKey, numberKey } from '../../../server/kernel/batch-number';
import { openTestDatabase, type TestDatabase } from '../../setup/database';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const keysOf = async (typed: readonly string[]) => {
  const rows = await database.sql<{ same: string; loose: string }[]>`
    select batch_number_key(t) as same, batch_loose_key(t) as loose
    from jsonb_array_elements_text(${JSON.stringify(typed)}::text::jsonb) with ordinality as u (t, n) order by n`;
  return rows.map(({ same, loose }) => [same, loose]);
};
const ownKeys = (typed: readonly string[]) => typed.map((one) => [numberKey(one), looseKey(one)]);

const SPELLINGS = [
  ...['NB-1', 'nb 1', 'nb1', 'ＮＢ－１', 'N.B.#1', ' nb--1 ', 'nb_1'],
  ...['24-1-11', '24/1/11', '24 1 11', '24-11-1', '24111', '２４–１—１１'],
  ...[
    'Straße 5',
    'STRASSE 5',
    'İ-1',
    'i̇1',
    'ﬁ-2',
    'e\u0301-1',
    'é1',
    '٣-٤',
    '½',
    'Ⅳ',
    '---',
    '',
    '№ 7',
    '²3',
  ],
];

test('the database and the code compute the same keys', async () => {
  expect(await keysOf(SPELLINGS)).toEqual(ownKeys(SPELLINGS));
  const texts = fc.sample(
    fc.oneof(
      fc.string({ unit: fc.constantFrom(...'aZ09 -_/.#ß\u0301Ａ１٣'), maxLength: 30 }),
      fc.string({ unit: 'grapheme-ascii', maxLength: 20 }),
    ),
    { numRuns: 2_000, seed: 401 },
  );
  expect(await keysOf(texts)).toEqual(ownKeys(texts));
});

test('spellings of one batch have one key, and each separator between digits counts', () => {
  const keys = (typed: readonly string[]) => [...new Set(typed.map(numberKey))];
  expect(keys(['NB-1', 'nb 1', 'nb1', 'ＮＢ－１', 'N.B.#1', ' nb--1 '])).toEqual(['nb1']);
  expect(keys(['24-1-11', '24/1/11', '24 1 11'])).toEqual(['24-1-11']);
  expect(keys(['24-1-11', '24-11-1', '24111'])).toHaveLength(3);
  expect(new Set(['24-1-11', '24-11-1', '24111'].map(looseKey)).size).toBe(1);
});

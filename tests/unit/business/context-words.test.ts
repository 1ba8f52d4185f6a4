import { expect, test } from 'vitest';
import { isContextWord } from '../../../server/features/auth/sign-in/context-words';

const HOLDER = { email: 'maya@harborpine.example', name: 'Maya Alvarez-Ruiz', business: 'Harbor & Pine' };

test.each([
  ['Tallyleaf'],
  ['tallyleaf-2026!'],
  ['TALLY LEAF 1'],
  ['2026tallyleaf2026'],
  ['Harbor & Pine'],
  ['harborpine'],
  ['HarborPine1'],
  ['maya1234'],
  ['Ｍａｙａ１２３４'],
  ['alvarez ruiz'],
  ['AlvarezRuiz'],
  ['maya@harborpine.example'],
  ['mayaharborpineexample'],
])('%j is a context word and nothing else', (password) => {
  expect(isContextWord(password, HOLDER)).toBe(true);
});

test.each([
  ['demo-password-2026'],
  ['Tallyleaf-test-123'],
  ['my tallyleaf'],
  // Long ones may have digits beside a name.
  ['harborpine-2026!'],
  ['mayas harbor'],
  ['12345678'],
  ['        '],
])('%j is not', (password) => {
  expect(isContextWord(password, HOLDER)).toBe(false);
});

test('words of less than four characters don’t count', () => {
  const short = { email: 'ed@a.example', name: 'Ed', business: 'A1' };
  expect(isContextWord('ed123456', short)).toBe(false);
  expect(isContextWord('--------', { ...short, name: '-', business: '!' })).toBe(false);
});

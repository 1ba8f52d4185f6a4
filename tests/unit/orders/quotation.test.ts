import { describe, expect, test } from 'vitest';
import { plainName, plainText, subjectName } from '../../../server/kernel/quotation';

/** What mail programs make links of: schemes, mail addresses and names with a top-level domain. */
const LINK = /[a-z][a-z0-9+.-]*:\/\/|\bmailto:|\S@\S|[\p{L}\p{N}-]\.\p{L}{2}/iu;

describe('text of another business in a mail', () => {
  test.each([
    ['https://evil.example/pay', 'https[:]//evil[.]example/pay'],
    ['HTTP:\\\\evil.example', 'HTTP[:]\\\\evil[.]example'],
    ['see www.evil.co.uk now', 'see www[.]evil[.]co[.]uk now'],
    ['write to me@evil.example', 'write to me[at]evil[.]example'],
    ['mailto:me＠evil．example', 'mailto[:]me[at]evil[.]example'],
    ['http://10.0.0.1/a', 'http[:]//10.0.0.1/a'],
    ['пример.рф and evil。com', 'пример[.]рф and evil[.]com'],
    ['evil\u200b.com\u202e', 'evil[.]com'],
    ['ev\u00adil.com', 'evil[.]com'],
    ['ev\u200Dil.com', 'evil[.]com'],
    ['ع\u200D.com', 'ع[.]com'],
    ['🌿\u200D.com', '🌿.com'],
  ])('%j has no address that becomes a link', (text, expected) => {
    expect(plainText(text)).toBe(expected);
    expect(plainText(text)).not.toMatch(LINK);
  });

  test.each([
    'Use 3.5 g, e.g. half. Then call 555-0100.',
    'NB-2026.014: keep at 4 °C',
    'a: b; 24.11.1',
    'می\u200Cخواهم',
    'क्\u200Dष',
    '👩\u200D🌾 🏳️\u200D🌈',
  ])('%j stays as written', (text) => expect(plainText(text)).toBe(text));

  test('has 40 characters at most in a subject, and says "A business" where nothing is left', () => {
    expect(subjectName(' Fir\r\nBcc:  x@y.example ')).toBe('Fir Bcc: x[at]y[.]example');
    expect([...subjectName('🌿'.repeat(50))]).toHaveLength(40);
    for (const empty of [null, '', '\u202e\u200b']) expect(subjectName(empty)).toBe('A business');
  });

  test('is one line where it is a name', () => {
    expect(plainName('A\nBcc: x@y.example\t!')).toBe('A Bcc: x[at]y[.]example !');
  });

  test('takes time in proportion to its length', () => {
    const time = (length: number) => {
      const text = `${'a.'.repeat(length)}${'@:'.repeat(length)}`;
      const started = performance.now();
      for (let i = 0; i < 20; i++) plainText(text);
      return performance.now() - started;
    };
    time(1_000);
    expect(time(16_000) / time(4_000)).toBeLessThan(16);
  });
});

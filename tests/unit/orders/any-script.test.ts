import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { drawSheets } from '../../../server/features/orders/documents/draw';
import type { Sheet } from '../../../server/features/orders/documents/schema';
import { directed } from '../../../server/platform/pdf/direction';
import { linesOf } from '../../../server/platform/pdf/lines';
import { Typeface } from '../../../server/platform/pdf/typeface';
import { textOf } from '../../setup/pdf-text';

const INTER = readFileSync('server/platform/pdf/fonts/inter-400.ttf');
const face = () => new Typeface('regular', INTER, 400);
const glyphsOf = (of: Typeface, line: string) =>
  of.piecesOf(line).map(({ name, font, text }) => ({
    name: name.replace(/-400-normal$/, ''),
    ids: font.layout(text).glyphs.map(({ id }) => id),
  }));

const sheet: Sheet = {
  ...{ kind: 'packing-slip', title: 'Packing slip', number: 'ORD-1', logo_url: null, facts: [] },
  ...{ rows: [], categories: [], totals: [], notes: null, signatures: [] },
  parties: [],
  columns: [{ label: 'Product', align: 'left', width: 40 }],
};

test.each([
  ['Greek', 'Κρητική Φάρμα', 'noto-sans-greek'],
  ['Cyrillic', 'Зелёный сад', 'noto-sans-cyrillic'],
  ['Vietnamese', 'Phượng', 'noto-sans-vietnamese'],
  ['Arabic', 'مزرعة القنب', 'noto-sans-arabic-arabic'],
  ['Hebrew', 'חווה ירוקה', 'noto-sans-hebrew-hebrew'],
  ['Devanagari', 'हरा बागान', 'noto-sans-devanagari'],
  ['Chinese', '绿色农场', 'noto-sans-sc-'],
  ['traditional Chinese', '臺灣綠色農場', 'noto-sans-'],
  ['Japanese', 'みどり農園', 'noto-sans-jp-'],
  ['Korean', '초록 농장', 'noto-sans-kr-'],
  ['emoji', '🌿👍', 'noto-emoji-emoji'],
])('draws each letter of %s by a font that has it', async (_, name, font) => {
  const of = face();
  expect(of.drawable(name)).toBe(name.normalize('NFC'));
  const pieces = glyphsOf(of, name);
  expect(pieces.some((piece) => piece.name.startsWith(font))).toBe(true);
  for (const { ids } of pieces) for (const id of ids) expect(id).not.toBe(0);
  const [page = ''] = await textOf(await drawSheets([{ ...sheet, rows: [[name]] }]));
  // A reader extracts shaped letters by their forms, so lengths alone compare.
  expect(page.replaceAll(/\s/g, '').length).toBeGreaterThan(name.length);
});

test('joins letters of Arabic, and orders what reads from right to left', () => {
  const of = face();
  const [joined] = glyphsOf(of, 'سلام');
  const alone = [...'سلام'].map((letter) => glyphsOf(of, letter)[0]?.ids[0]);
  // Lam and alef make one glyph of the three words' letters, and none has the form that it has alone but the last.
  expect(joined?.ids.length).toBeLessThanOrEqual(4);
  expect(joined?.ids.at(-1)).not.toBe(alone[0]);
  const texts = (line: string) => of.piecesOf(line).map(({ text }) => text);
  expect(texts('abc שלום עולם def').map((text) => text.trim())).toEqual(['abc', 'עולם', '', 'שלום', 'def']);
  // In a paragraph that begins from right to left the number is left of it, and brackets face the other way.
  expect(texts('שלום (12)').join('')).toBe('(12) שלום');
});

test('keeps the direction of a paragraph on each of its lines', () => {
  const of = face();
  const paragraph = of.drawable('שלום abc def');
  const lines = directed(
    paragraph,
    linesOf(paragraph, 2_500, (text) => of.widthOf(text)),
  );
  expect(lines.length).toBeGreaterThan(1);
  const last = of.piecesOf(lines.at(-1) ?? '');
  expect(last.map(({ text }) => text).join('')).toBe('abc def'.slice(-(lines.at(-1)?.length ?? 1) + 1));
  expect(directed('abc שלום', ['abc'])).toEqual(['abc']);
});

test('places vowels of Devanagari before their consonant, and makes one sign of a sequence of emoji', () => {
  const of = face();
  const [word] = glyphsOf(of, 'हि');
  const [ha] = glyphsOf(of, 'ह');
  expect(word?.ids.at(-1)).toBe(ha?.ids[0]);
  for (const one of ['👨‍👩‍👧‍👦', '👍🏽', '🇺🇸']) expect(glyphsOf(of, one)[0]?.ids, one).toHaveLength(1);
});

test('draws a box for a sign that no font has, and for a name of which nothing is seen', () => {
  const of = face();
  expect(of.drawable('ไทย')).toBe('□□□');
  expect(of.drawable('\u0301\u200B')).toBe('□');
  for (const { ids } of glyphsOf(of, '□')) expect(ids).not.toContain(0);
  // Marks of strangers' joiners and controls neither hide nor turn a text.
  expect(of.drawable('\u202Egnp.exe\u202C')).toBe('gnp.exe');
});

const rowsOf = (count: number, textAt: (row: number) => string): Sheet => ({
  ...sheet,
  rows: Array.from({ length: count }, (_, row) => [textAt(row)]),
});

test('draws hundreds of lines of words to shape within ten seconds of CPU time, and shapes no more than its bound', async () => {
  const letters = 'अआइईउऊऋएऐओऔकखगघचछजझटठडढणतथदधनपफबभमयरलवशषसह';
  const word = (n: number) =>
    Array.from({ length: 12 }, (_, at) => letters[(n * 7 + at * (n % 11)) % letters.length]).join('्');
  const before = process.cpuUsage();
  const pdf = await drawSheets([
    rowsOf(400, (row) => Array.from({ length: 30 }, (_, n) => `${word(row * 30 + n)}${row}`).join(' ')),
  ]);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1_000_000).toBeLessThan(10);
  expect((await textOf(pdf)).length).toBeGreaterThan(1);
});

test('draws every letter of Chinese, Japanese and Korean in one document within eight seconds of CPU time', async () => {
  const han = Array.from({ length: 20_000 }, (_, at) => String.fromCodePoint(0x4e00 + at)).join('');
  const hangul = Array.from({ length: 11_000 }, (_, at) => String.fromCodePoint(0xac00 + at)).join('');
  const before = process.cpuUsage();
  await drawSheets([rowsOf(1, () => han + hangul)]);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1_000_000).toBeLessThan(8);
});

import { expect, test } from 'vitest';
import { drawSheets } from '../../../server/features/orders/documents/draw';
import type { Sheet } from '../../../server/features/orders/documents/schema';
import { barsOf, code128 } from '../../../server/kernel/code128';
import { IS_SHORT } from '../../setup/full';
import { textOf } from '../../setup/pdf-text';

const sheet: Sheet = {
  kind: 'packing-slip',
  title: 'Packing slip',
  number: 'ORD-1',
  logo_url: null,
  facts: [],
  parties: [{ role: 'Ship to', name: 'Harbor', lines: [] }],
  columns: [
    { label: 'Product', align: 'left', width: 40 },
    { label: 'Batch', align: 'left', width: 15 },
    { label: 'Units', align: 'right', width: 8 },
  ],
  rows: [],
  categories: [],
  totals: [{ label: 'Units', value: '4' }],
  notes: null,
  signatures: ['Packed by'],
};

const WORD = 'Pneumonoultramicroscopicsilicovolcanoconiosis';
/** Texts of so many characters, each its own, in one word. */
const words = (count: number, length: number, of = WORD) =>
  Array.from({ length: count }, (_, i) => `${i}${of}`.repeat(length).slice(0, length));

test.skipIf(IS_SHORT)('draws 200 lines of long words in less than 2 seconds of CPU time', async () => {
  const rows = words(200, 400).map((word) => [word, word.slice(0, 100), '1']);
  const before = process.cpuUsage();
  const pdf = await drawSheets([{ ...sheet, rows, notes: `${WORD}${'é'.repeat(2_000)}` }]);
  const { user, system } = process.cpuUsage(before);
  const text = (await textOf(pdf)).join('').replaceAll(/\s/g, '');
  for (const [first = ''] of rows) expect(text.includes(first.slice(0, 40)), first).toBe(true);
  expect((user + system) / 1_000_000).toBeLessThan(2);
});

test('draws any text: bidi controls, stacked marks, emoji, foreign scripts, one word of 100,000 characters', async () => {
  const texts = [
    '\u202Egnp.exe\u202C \u2066x\u2069',
    `Z${'\u0301'.repeat(500)}e\u0301`,
    '👩‍👩‍👧‍👦 🏳️‍🌈 مرحبا שלום 藍夢 हिन्दी ไทย \uFFFF \uD83D',
    '\t\u00AD\u200B\u2028line\rline\u0007',
    '',
  ];
  const rows = texts.map((text) => [text, text, '1']);
  const tall = ['Tall', 'x'.repeat(100_000), '1'];
  const pages = await textOf(
    await drawSheets([
      {
        ...sheet,
        rows: [...rows, tall, ['Last', '', '1']],
        parties: [{ role: 'Ship to', name: texts.join(' '), lines: words(300, 90) }],
        facts: [{ label: 'Driver', value: texts.join(' ') }],
        notes: texts.join('\n'),
      },
    ]),
  );
  const text = pages.join('').replaceAll(/\s/g, '');
  for (const part of ['gnp.exex', 'Źé', 'lineline', 'Last']) expect(text.includes(part), part).toBe(true);
  // A reader may write U+202B and U+202C itself, around what reads from right to left.
  expect(/[\u0300-\u036f\u202a\u202d\u202e\u2066-\u2069]/.test(text)).toBe(false);
  expect(text.split('x').length > 100_000).toBe(true);
  for (const page of pages) expect(page.includes(`of ${pages.length}`)).toBe(true);
});

test('draws package tags as Code 128 barcodes below their text', async () => {
  const columns = [
    { label: 'Package tag', align: 'left' as const, width: 35, barcode: true },
    ...sheet.columns,
  ];
  const tag = '1A4060300003E8D000000621';
  const plain = await drawSheets([{ ...sheet, columns, rows: [['É', 'Gelato', 'B', '1']] }]);
  const coded = await drawSheets([{ ...sheet, columns, rows: [[tag, 'Gelato', 'B', '1']] }]);
  expect((await textOf(coded)).join()).toContain(tag);
  expect(coded.length - plain.length).toBeGreaterThan(200);
  const modules = code128(tag) ?? '';
  expect(modules.startsWith('1101') && modules.endsWith('11')).toBe(true);
  expect(barsOf(modules).reduce((sum, { width }) => sum + width, 0)).toBe(modules.replaceAll('0', '').length);
  expect(code128('Ω')).toBeNull();
});

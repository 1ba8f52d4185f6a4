import { expect, test } from 'vitest';
import { readCertificateFile } from '../../../../server/features/lots/coa/reading';
import { NOTHING_EXTRACTED, readPages } from '../../../factories/certificate';
import { type Placed, pagesPdf, type TextPage } from '../../../factories/text-pdf';

/** A file takes a thread of its own: most of what pages say is read without one. */
const readFile = (...pages: TextPage[]) => readCertificateFile(new Uint8Array(pagesPdf(pages)));
const read = (...pages: (readonly Placed[])[]) =>
  readPages(
    ...pages.map((texts) =>
      texts
        .map(([x, y, text]) => ({ text, x, y: 792 - y, width: text.length * 5, size: 10 }))
        .sort((one, other) => one.y - other.y || one.x - other.x),
    ),
  );

interface Product {
  batch?: string;
  sample?: string;
  thc?: string;
  sampled?: string;
  result?: string;
}

/** The page of a product, with a line for each that is given. */
function pageOf({
  batch = 'JR-0417',
  sample = 'S-4711',
  thc = '22.40%',
  sampled = '04/17/2026',
  result = 'Pass',
}: Product = {}): Placed[] {
  return [
    [50, 760, 'Juniper Ridge Labs'],
    [300, 760, 'www.juniperridge.com'],
    [50, 740, `Batch #: ${batch}`],
    [300, 740, `Date Collected: ${sampled}`],
    [50, 720, `Sample ID: ${sample}`],
    [300, 720, 'Expiration Date: 04/17/2027'],
    [50, 700, `Total THC: ${thc}`],
    [300, 700, 'Total CBD: 0.11%'],
    [50, 680, `Overall Result: ${result}`],
  ];
}

const EXTRACTED = {
  lab: 'Juniper Ridge Labs',
  batch_id: 'JR-0417',
  sampled_on: '2026-04-17',
  thc_percentage: 22.4,
  cbd_percentage: 0.11,
  result: 'passed',
  expires_on: '2027-04-17',
};

test('reads pages that are turned, each in its own direction', async () => {
  const [head, figures] = [pageOf().slice(0, 6), pageOf().slice(6)];
  expect(
    await readFile({ texts: head, turn: 90 }, { texts: figures, turn: 180 }, { texts: head, turn: 270 }),
  ).toEqual(EXTRACTED);
  expect(await readFile({ texts: pageOf(), turn: 90 }, { texts: figures })).toEqual(EXTRACTED);
});

test('takes what differs between two products of a file for neither', () => {
  const [first, second] = [pageOf(), pageOf({ batch: 'JR-0418', sample: 'S-4712', thc: 'ND' })];
  expect(read(first, second)).toEqual({
    ...EXTRACTED,
    batch_id: null,
    thc_percentage: null,
  });
});

test('tells the products of a file without batches by their samples', () => {
  const [first, second] = [
    pageOf({ batch: '', sampled: '' }),
    pageOf({ batch: '', sample: 'S-4712', thc: 'ND', result: '' }),
  ];
  expect(read(first, second)).toMatchObject({
    lab: 'Juniper Ridge Labs',
    sampled_on: null,
    thc_percentage: null,
    cbd_percentage: 0.11,
    result: null,
  });
});

test('counts the pages without a number to the product before them', () => {
  const potency: Placed[] = [[50, 700, 'Total THC: 22.40%']];
  const failed: Placed[] = [[50, 700, 'Overall Result: Fail']];
  const head = pageOf().slice(0, 6);
  const other = pageOf({ batch: 'JR-0418', sample: 'S-4712' });
  expect(read(head, potency, other)).toMatchObject({
    thc_percentage: 22.4,
    cbd_percentage: null,
    result: null,
  });
  expect(read(head, potency, failed)).toEqual({
    ...EXTRACTED,
    cbd_percentage: null,
    result: 'failed',
  });
});

test('takes two samples of one batch for one product', () => {
  const samples = ['S-4711', 'S-4712'].map((sample) => pageOf({ sample }));
  expect(read(...samples)).toEqual(EXTRACTED);
});

/** Other words for the numbers of a page. */
const renamed = (texts: readonly Placed[]) =>
  texts.map(
    ([x, y, text]): Placed => [
      x,
      y,
      text.replace('Batch #', 'Client batch #').replace('Sample ID', 'Lab sample ID'),
    ],
  );
const numbered = (texts: readonly Placed[], numbering: string): Placed[] => [...texts, [500, 20, numbering]];

test.each([
  ['Page 1 of 1', 'Page 1 of 1'],
  ['PAGE 2 OF 2', ''],
  ['5/5', '1/3'],
])('tells products whose labels differ by the numbering of pages: %s, then %s', (first, second) => {
  const other = renamed(pageOf({ batch: 'JR-0418', sample: 'S-4712', thc: 'ND', sampled: '' }));
  expect(read(numbered(pageOf(), first), [], numbered(other, second))).toEqual({
    ...EXTRACTED,
    batch_id: null,
    sampled_on: null,
    thc_percentage: null,
  });
});

test('counts the pages behind the last one that name no other product to the product before them', () => {
  const note: Placed[] = [[50, 700, 'The results relate to the sample only.']];
  expect(read(numbered(pageOf(), 'Page 1 of 1'), note)).toEqual(EXTRACTED);
  expect(read(numbered(pageOf(), 'Page 1 of 1'), numbered(pageOf(), 'Page 1 of 1'))).toEqual(EXTRACTED);
});

test('reads no product from a page of two', () => {
  const beside = pageOf({ batch: '', sample: 'S-4712', thc: 'ND' }).map(
    ([x, y, text]): Placed => [x, y - 200, text],
  );
  expect(read([...pageOf({ batch: '' }), ...beside])).toEqual({
    ...NOTHING_EXTRACTED,
    lab: 'Juniper Ridge Labs',
  });
});

/** fi of a font that draws it and has no text for it. */
const FI = '\u0001';
const SENTENCES = [
  `This product has been tested by In${FI}nite Chemical Analysis, LLC using valid methods.`,
  `Not reproduced without the written approval of Juniper Scienti${FI}c.`,
  `Con${FI}dence Juniper Labs is accredited to ISO/IEC 17025.`,
  `It has been tested by ${FI}r Labs using valid methods.`,
];

test('reads no laboratory from a file whose font has a ligature without text', async () => {
  const texts: Placed[] = [
    [50, 760, `This product has been tested by In${FI}nite Chemical Analysis, LLC using valid methods.`],
    [50, 740, 'Juniper Ridge Labs'],
    [300, 740, 'www.juniperridge.com'],
  ];
  expect(await readFile({ texts })).toEqual(NOTHING_EXTRACTED);
});

test.each(SENTENCES)('reads no laboratory from a sentence with ligatures without text: %s', (sentence) => {
  const client: Placed[] = [
    [50, 700, 'Peak Labs'],
    [50, 680, 'www.peaklabs.com'],
  ];
  expect(read([[50, 760, sentence], ...client])).toEqual(NOTHING_EXTRACTED);
});

test.each(['Certicate of Analysis', 'Certi cate of Analysis', 'Cer cate of Analysis'])(
  'reads no laboratory but a listed one where letters are gone without a sign: %s',
  (title) => {
    const sentence = 'This product has been tested by Innite Chemical Labs using valid methods.';
    const texts: Placed[] = [
      [50, 760, title],
      [50, 740, sentence],
    ];
    expect(read(texts)).toEqual(NOTHING_EXTRACTED);
    expect(read([...texts, [50, 720, 'www.sclabs.com']])).toMatchObject({ lab: 'SC Labs' });
  },
);

test.each(['Juniper Analy cs', 'Juniper Tes ng', 'Juniper Scien fic'])(
  'reads no laboratory whose name has a gap: %s',
  (name) => {
    const texts: Placed[] = [[50, 760, `This product has been tested by ${name} using valid methods.`]];
    expect(read(texts)).toEqual(NOTHING_EXTRACTED);
  },
);

import { expect, test } from 'vitest';
import { pageOf, type Row, readLines, readPages, readRows } from '../../../factories/certificate';

/** A certificate's table: the sample's batch in a narrow column, so that its number wraps. */
const WRAPPED: Row[] = [
  [
    [50, 'Sample ID #'],
    [150, 'Batch'],
    [260, 'Matrix'],
  ],
  [],
  [
    [50, 'S-1'],
    [140, 'SCC-2110-'],
    [260, 'Flower'],
  ],
  [[145, '4-PR-D']],
];

test.each<[string, Row[]]>([
  ['in a column', WRAPPED],
  [
    'in a column, without a hyphen at the break',
    [[[150, 'Batch']], [], [[135, 'SCC2110']], [[140, '4-PR-D']]],
  ],
  [
    'in a column, joined with the cell beside it',
    [
      [
        [40, 'Sample'],
        [200, 'Batch'],
      ],
      [],
      [[40, 'Bulk Milk Chocolate Drops GGX-22-']],
      [[190, '4-PR-D']],
    ],
  ],
  [
    'beside its label',
    [
      [
        [50, 'Batch #'],
        [150, 'SCC-2110-'],
      ],
      [[150, '4-PR-D']],
      [
        [50, 'Matrix'],
        [150, 'Flower'],
      ],
    ],
  ],
  [
    'beside its label, in words',
    [
      [
        [50, 'Batch #'],
        [150, '0417 Blue'],
      ],
      [[150, 'Dream']],
    ],
  ],
  [
    'beside its label, and goes on below the label',
    [
      [
        [50, 'Batch #'],
        [150, 'SCC 2110'],
      ],
      [[50, '4-PR-D']],
    ],
  ],
  [
    'around the line of its label',
    [
      [[150, 'SCC-']],
      [
        [50, 'Batch #'],
        [150, '2110'],
      ],
      [[150, '4-PR-D']],
    ],
  ],
  ['in the cell of its label', [[[50, 'Batch #: SCC-2110-']], [[50, '4-PR-D']]]],
  ['in the cell of its label, without a hyphen', [[[50, 'Batch #: SCC2110']], [[50, '4-PR-D']]]],
  ['below its label', [[[50, 'BATCH ID']], [[50, 'SCC2110']], [[50, '4-PR-D']]]],
])('reads no batch number that wraps %s', (_, rows) => {
  expect(readLines(...rows).batch_id).toBeNull();
});

test('reads a batch number that wraps where it is printed whole elsewhere', () => {
  const [first] = [pageOf(WRAPPED, 12)];
  const second = pageOf([[[50, 'Table 1 - S-1 Blue Dream SCC-2110-4-PR-D Flower']]]);
  expect(readPages(first, second).batch_id).toBe('SCC-2110-4-PR-D');
  const longer = pageOf([[[50, 'SCC-2110-4-PR-D2 Flower']]]);
  expect(readPages(first, longer).batch_id).toBeNull();
});

test('reads a batch number that wraps on one page and is whole on another', () => {
  const whole = pageOf([[[50, 'Batch#: HS-T0829']], [[50, 'Size: 7 g']]], 12);
  const wrapped = pageOf([[[50, 'Batch# :HS-']], [[50, 'T0829']]], 12);
  expect(readPages(whole, wrapped).batch_id).toBe('HS-T0829');
});

test.each<[string, Row[], string]>([
  [
    'beside its label, in a list of labels',
    [
      [
        [50, 'Matrix'],
        [150, 'Pre-roll 0.5 g'],
      ],
      [
        [50, 'Batch #'],
        [150, 'JR-0417'],
      ],
      [
        [50, 'Order'],
        [150, 'ORD-0211'],
      ],
    ],
    'JR-0417',
  ],
  ['in a list of statements', [[[50, 'Batch#: 0417']], [[50, 'Strain: OG']], [[50, 'Lot 5']]], '0417'],
  ['before the next label in its cell', [[[50, 'Batch #: 0417-A Sample ID: 99']]], '0417-A'],
  ['below a heading of two lines', [[[50, 'Batch']], [[50, 'Number']], [], [[50, 'JR-0417']]], 'JR-0417'],
  ['of a lot', [[[50, 'Harvest/Lot ID: HL-22']], [[50, 'Matrix: Flower']]], 'HL-22'],
  ['of a batch or lot', [[[50, 'Batch/Lot #: HL-23']]], 'HL-23'],
])('reads a batch number whose cell is whole: %s', (_, rows, batch) => {
  expect(readLines(...rows).batch_id).toBe(batch);
});

test.each<[string, Row[]]>([
  [
    'beside and below the label',
    [
      [
        [50, 'Batch ID'],
        [150, 'A-1'],
      ],
      [[50, 'B-2']],
    ],
  ],
  ['of two rows', [[[50, 'Batch']], [], [[50, 'A-1']], [[50, 'B-2']]]],
  ['of two statements', [[[50, 'Batch #: A-1']], [[50, 'Batch #: B-2']]]],
  [
    'of a blank label with another label’s value below',
    [
      [
        [50, 'Batch #:'],
        [150, 'Lot: 5'],
      ],
      [[50, 'Sample ID: 4']],
    ],
  ],
])('reads no batch number where there are two candidates: %s', (_, rows) => {
  expect(readLines(...rows).batch_id).toBeNull();
});

test.each<[string, Row[]]>([
  ['of two digits', [[[50, 'Date Collected: 02/17/20']], [[50, '26']]]],
  ['after the day', [[[50, 'Date Collected: 17 February']], [[50, '2026']]]],
  ['of an ISO date', [[[50, 'Sampled: 2026-02-1']], [[50, '7']]]],
  [
    'in a column',
    [
      [
        [50, 'Date Collected'],
        [200, '2/1/'],
      ],
      [[200, '2026']],
    ],
  ],
])('reads no date that wraps in its year or day: %s', (_, rows) => {
  expect(readLines(...rows).sampled_on).toBeNull();
});

test.each<[string, Row[]]>([
  [
    'beside its label',
    [
      [
        [50, 'Total THC'],
        [200, '22.'],
      ],
      [[200, '57%']],
    ],
  ],
  [
    'on the label’s line only in part',
    [
      [[200, '22']],
      [
        [50, 'Total THC'],
        [200, '.5%'],
      ],
    ],
  ],
  [
    'after its first digits',
    [
      [[200, '2']],
      [
        [50, 'Total THC'],
        [200, '2.5%'],
      ],
    ],
  ],
  ['below its label', [[[50, 'Total THC']], [[50, '22.']], [[50, '57%']]]],
])('reads no figure that wraps: %s', (_, rows) => {
  expect(readLines(...rows).thc_percentage).toBeNull();
});

test('reads a figure whose label wraps', () => {
  const rows: Row[] = [
    [[50, 'TOTAL']],
    [
      [50, 'THC'],
      [200, '24.52 %'],
    ],
  ];
  expect(readLines(...rows).thc_percentage).toBe(24.52);
});

test('reads the date of collection beside other statements', () => {
  expect(readRows([[50, 'Collected: 09/09/2026; Received: 09/10/2026']]).sampled_on).toBe('2026-09-09');
  expect(readRows([[50, 'Collected by: 09/09/2026']]).sampled_on).toBeNull();
});

import { expect, test } from 'vitest';
import { mismatchesOf } from '../../../../server/features/lots/coa/mismatches';
import { readCertificate } from '../../../../server/features/lots/coa/read';
import { parseDate } from '../../../../server/features/lots/coa/read-dates';
import { NOTHING_EXTRACTED, type Row, readRows as read } from '../../../factories/certificate';

test.each<[string, Row[], string | null]>([
  ['in the cell of its label', [[[50, 'Batch#: 0417-JR; Batch Size: 5 lbs']]], '0417-JR'],
  [
    'beside its label',
    [
      [
        [50, 'Batch ID'],
        [150, 'JR0417-2'],
      ],
    ],
    'JR0417-2',
  ],
  ['below its label', [[[50, 'BATCH ID']], [[50, 'JR0417-3']]], 'JR0417-3'],
  ['letter by letter', [[[50, 'B A T C H N O : J R 0 4 1 7']]], 'JR0417'],
  [
    'not of a blank label beside another',
    [
      [
        [50, 'Batch Number:'],
        [300, 'Date Collected: 04/17/2026'],
      ],
      [[50, 'Sample ID: 4711']],
    ],
    null,
  ],
  [
    'not of a blank label, though an analytical batch has one',
    [
      [[50, 'Sample Batch #']],
      [
        [50, 'Date Analyzed: 5/1/2026'],
        [300, 'Batch #: BA-1'],
      ],
    ],
    null,
  ],
  [
    'not of a size, a date or a verdict',
    [
      [
        [50, 'Batch Size: 50 lbs'],
        [200, 'Batch Date: 2026-01-05'],
        [400, 'Batch: PASS'],
      ],
    ],
    null,
  ],
  ['not where two differ', [[[50, 'Batch #: A1']], [[50, 'Batch #: A2']]], null],
  ['with spaces', [[[50, 'Batch # 010526-JR12 R3.5']]], '010526-JR12 R3.5'],
  ...['508-555-0134', 'C8-0000099-LIC', '12 Main St', 'Sample ID 4711', '3.5 g'].map(
    (other): [string, Row[], null] => [
      `not from ${other} beside a blank label`,
      [
        [
          [50, 'Batch #'],
          [200, other],
        ],
      ],
      null,
    ],
  ),
])('reads a batch number %s', (_, rows, batch) => {
  expect(read(...rows).batch_id).toBe(batch);
});

test.each<[string, Row[], number | null]>([
  ['with its unit', [[[50, 'TOTAL THC: 21.69%']]], 21.69],
  [
    'with its unit in the label',
    [
      [
        [50, 'Total THC %'],
        [200, '18.2%'],
      ],
    ],
    18.2,
  ],
  [
    'below its label',
    [
      [
        [50, 'Total THC'],
        [200, 'Total CBD'],
      ],
      [
        [50, '78.3%'],
        [200, '0.2%'],
      ],
    ],
    78.3,
  ],
  [
    'of a row in percent and mg/g, in any order',
    [
      [
        [50, 'Total THC'],
        [200, '0.24'],
        [250, '225.7'],
        [300, '22.57'],
      ],
    ],
    22.57,
  ],
  [
    'not in mg/g alone',
    [
      [
        [50, 'Total THC'],
        [200, '225.7 mg/g'],
      ],
    ],
    null,
  ],
  [
    'not of a formula',
    [
      [
        [50, 'Total THC = THCA * 0.877 + THC'],
        [300, '27.1'],
      ],
    ],
    null,
  ],
  [
    'not of limits that are tenfold by chance',
    [
      [
        [50, 'Total THC'],
        [200, '0.02'],
        [250, '0.2'],
        [300, '22.57'],
      ],
    ],
    null,
  ],
  ['not of Δ8 or THCV', [[[50, 'Total Δ8-THC: 8%']], [[50, 'Total THCV: 0.1%']]], null],
  ['not where two differ', [[[50, 'Total THC: 21.6%']], [[50, 'Total THC: 24.1%']]], null],
])('reads total THC %s', (_, rows, thc) => {
  expect(read(...rows).thc_percentage).toBe(thc);
});

test.each<[string, Row[], string | null]>([
  [
    'as stated',
    [
      [
        [50, 'Overall Batch Result:'],
        [200, 'PASS'],
      ],
    ],
    'passed',
  ],
  [
    'as stated: failed',
    [
      [
        [50, 'Pesticides'],
        [200, 'FAIL'],
      ],
      [[50, 'Overall: Fail']],
    ],
    'failed',
  ],
  [
    'from tests of several groups that passed',
    [
      [
        [50, 'Metals: PASS'],
        [200, 'Microbes: PASS'],
        [400, 'Mycotoxins: PASS'],
      ],
    ],
    'passed',
  ],
  ['not from one test', [[[50, 'Metals: PASS']]], null],
  [
    'not from analytes of one group',
    ['Arsenic', 'Cadmium', 'Lead', 'Mercury'].map((metal) => [
      [50, metal],
      [200, 'PASS'],
    ]),
    null,
  ],
  ['not where a test contradicts it', [[[50, 'Overall: Pass']], [[50, 'Metals: Fail']]], null],
])('reads the result %s', (_, rows, result) => {
  expect(read(...rows).result).toBe(result);
});

test.each<[string, Row[], string | null]>([
  [
    'of the clause on reproduction',
    [
      [[50, 'Juniper Ridge Labs']],
      [[50, 'No part may be reproduced without written approval of Juniper']],
      [[50, 'Ridge Labs.']],
    ],
    'Juniper Ridge Labs',
  ],
  [
    'that has a website on the certificate',
    [[[50, 'Juniper Ridge Labs, LLC']], [[50, 'www.juniperridge.com']], [[50, 'Client: Peak Labs']]],
    'Juniper Ridge Labs',
  ],
  [
    'not of a client with a website',
    [[[50, 'Client']], [[50, 'Peak Labs']], [[50, 'hello@peaklabs.com']]],
    null,
  ],
  ['not of a letterhead alone, which may be the client', [[[50, 'Peak Labs']]], null],
  ['not of the maker of an instrument', [[[50, 'Extracts were run on a Vantage Scientific HPLC.']]], null],
  ['of its label', [[[50, 'Analyzed by: Juniper Industries']]], 'Juniper Industries'],
  ['not of a person', [[[50, 'Tested By: Ann Example']]], null],
  [
    'not where two are named',
    [
      [
        [50, 'Juniper Ridge Labs'],
        [300, 'Peak Labs'],
      ],
    ],
    null,
  ],
])('reads the laboratory %s', (_, rows, lab) => {
  expect(read(...rows).lab).toBe(lab);
});

test('reads an expiration date, but not of a license', () => {
  expect(read([[50, 'Expires: 09/15/2026']]).expires_on).toBe('2026-09-15');
  expect(
    read([
      [50, 'License C8-0001'],
      [300, 'Expires: 09/15/2026'],
    ]).expires_on,
  ).toBeNull();
  expect(read([[50, 'Exp: 09/15/2026 | ISO 17025 Accredited']]).expires_on).toBe('2026-09-15');
  expect(read([[50, 'Exp: 09/15/2026 ISO 17025 Accredited']]).expires_on).toBeNull();
  expect(read([[50, 'ISO 17025 Accredited | Exp: 09/15/2026']]).expires_on).toBeNull();
  expect(read([[50, 'License C8-0001']], [[50, 'Expires: 09/15/2026']]).expires_on).toBeNull();
  expect(
    read([
      [50, 'Reagent 062619.01'],
      [300, 'Exp: 09/15/2026'],
    ]).expires_on,
  ).toBeNull();
  expect(read([[50, 'Completed: 09/23/25Expires: 09/23/26']]).expires_on).toBe('2026-09-23');
});

test.each([
  ['2026-02-17', '2026-02-17'],
  ['2/17/26', '2026-02-17'],
  ['02/17/2026 15:06, 02/18/2026', '2026-02-17'],
  ['DEC14,2026', '2026-12-14'],
  ['9 January 2026', '2026-01-09'],
  ['17/02/2026', null],
  ['2/30/2026', null],
  ['23-26 February 2026', null],
  ['02/17/2026 - 02/19/2026', null],
  ['February 17, 2026 to March 2, 2026', null],
])('reads the date %s as %s', (text, date) => {
  expect(parseDate(text)).toBe(date);
});

test('reads nothing from a document without text or with one in fonts that no text can be read from', () => {
  const garbled = { text: "-$,'*0 378794", x: 50, y: 40, width: 70, size: 10 };
  for (const pages of [[], [[]], [[garbled]]]) {
    expect(readCertificate({ pages, complete: true })).toBeNull();
  }
  expect(read([[50, 'Certificate']])).toEqual(NOTHING_EXTRACTED);
});

test('finds no mismatch in what the certificate leaves open or writes otherwise', () => {
  const claims = {
    lab: 'SC Labs',
    batch_id: 'a 1',
    date: '2026-01-02',
    thc_percentage: 21.7,
    cbd_percentage: null,
  };
  expect(mismatchesOf(claims, NOTHING_EXTRACTED)).toEqual([]);
  const same = {
    ...NOTHING_EXTRACTED,
    lab: 'SC Laboratories, LLC',
    batch_id: 'A1',
    thc_percentage: 21.69,
    cbd_percentage: 3,
  };
  expect(mismatchesOf(claims, same)).toEqual([]);
});

test('reads no laboratory from a sentence with letters that have no text', () => {
  const whole = 'This product has been tested by Larch Chemical Analysis, LLC using valid methods.';
  expect(read([[50, whole]]).lab).toBe('Larch Chemical Analysis');
  // A font whose ligature fi has no text: Infinite.
  for (const name of ['In nite Chemical Analysis, LLC', 'In nite Chemical Analysis Labs'])
    for (const text of [
      `tested by ${name} using valid methods`,
      `${name} makes no claims`,
      `${name}, License C8-0000019-LIC`,
    ])
      expect(read([[50, text]]).lab, text).toBeNull();
});

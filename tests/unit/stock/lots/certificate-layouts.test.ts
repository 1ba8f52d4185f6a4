import { expect, test } from 'vitest';
import { type Row, readLines, readRows } from '../../../factories/certificate';

const EVERYTHING = {
  lab: 'Juniper Ridge Labs',
  batch_id: 'JR-0417',
  sampled_on: '2026-04-17',
  thc_percentage: 22.57,
  cbd_percentage: 0.11,
  result: 'passed',
  expires_on: '2027-04-20',
};

test('reads a header of statements with boxes of figures and verdicts below or above their names', () => {
  expect(
    readRows(
      [
        [40, 'Acme Farms'],
        [300, 'Sample: 2604JRL0001.0001'],
      ],
      [[300, 'Strain: Blue Dream']],
      [[300, 'Batch#: JR-0417; Batch Size: 10 lb']],
      [[300, 'Collected: 04/17/2026; Received: 04/18/2026']],
      [[300, 'Completed: 04/20/2026Expires: 04/20/2027']],
      [
        [40, 'Pass'],
        [200, 'Pass'],
        [360, 'Not Tested'],
      ],
      [
        [40, 'Pesticides'],
        [200, 'Microbials'],
        [360, 'Solvents'],
      ],
      [],
      [
        [40, '22.57%'],
        [200, '0.11%'],
      ],
      [
        [40, 'Total THC'],
        [200, 'Total CBD'],
      ],
      [],
      [
        [
          40,
          'This product has been tested by Juniper Ridge Labs, LLC using valid testing methodologies. Juniper',
        ],
      ],
      [[40, 'Ridge Labs, LLC makes no claims as to the efficacy of the product.']],
      [
        [40, 'Lab Director'],
        [360, 'www.confidentcannabis.com'],
      ],
    ),
  ).toEqual(EVERYTHING);
});

test('reads labels above their values, and a table with a heading of units', () => {
  expect(
    readRows(
      [[300, 'Overall Batch Result: PASS']],
      [
        [40, 'CERTIFICATE OF ANALYSIS'],
        [300, 'License: C8-0000099-LIC'],
      ],
      [
        [40, 'BATCH ID OR LOT NUMBER:'],
        [200, 'DATE COLLECTED'],
        [360, 'EXPIRATION DATE'],
      ],
      [
        [40, 'JR-0417'],
        [200, 'Apr 17, 2026'],
        [360, 'Apr 20, 2027'],
      ],
      [
        [40, 'Analyte'],
        [200, 'LOD (%)'],
        [260, 'LOQ (%)'],
        [320, 'Result (%)'],
        [400, 'Per unit (mg)'],
      ],
      [
        [40, 'THCa'],
        [200, '0.01'],
        [260, '0.02'],
        [320, '25.00'],
        [400, '875.0'],
      ],
      [
        [40, 'CBD'],
        [200, '0.01'],
        [260, '0.02'],
        [320, 'ND'],
        [400, 'ND'],
      ],
      [
        [40, 'Total Potential THC**'],
        [200, '0.01'],
        [260, '0.02'],
        [320, '22.57'],
        [400, '790.0'],
      ],
      [
        [40, 'Total CBD (CBDa * 0.877 + CBD)'],
        [200, '0.01'],
        [260, '0.02'],
        [320, '0.11'],
        [400, '3.9'],
      ],
      [[40, 'The report may not be reproduced without the written consent of Juniper Ridge Labs.']],
    ),
  ).toEqual(EVERYTHING);
});

test('reads a form of labels and values in tight rows', () => {
  expect(
    readLines(
      [
        [40, 'Laboratory:'],
        [140, 'Juniper Ridge Labs'],
        [320, 'Client Batch Size'],
        [440, '1000 Units'],
      ],
      [
        [40, 'Client Batch #'],
        [140, 'JR-0417'],
        [320, 'Sampling Date'],
        [440, '4/17/26'],
      ],
      [
        [40, 'Lab Batch #'],
        [140, 'LB-1'],
        [320, 'Best by'],
        [440, '2027-04-20'],
      ],
      [],
      [
        [40, 'Total d9-THC (%)'],
        [140, '22.57'],
      ],
      [
        [40, 'Total CBD (%)'],
        [140, '0.11'],
      ],
      [],
      [
        [40, 'Heavy Metals PASS'],
        [200, 'Mycotoxins P a s s'],
      ],
      [[40, 'P = Pass F = Fail']],
    ),
  ).toEqual(EVERYTHING);
});

test.each<[string, Row[], string | null]>([
  [
    'that is accredited by its own words',
    [[[50, 'Juniper Massachusetts is an Independent Testing Laboratory accredited to ISO/IEC 17025.']]],
    'Juniper Massachusetts',
  ],
  [
    'of common words, where its sentence ends',
    [[[50, 'Without written approval, from Assay Testing Labs. The results relate to the sample.']]],
    'Assay Testing Labs',
  ],
  ['of a copyright', [[[50, '© 2026 Juniper Labs all rights reserved.']]], 'Juniper Labs'],
  ['of its director', [[[50, 'Ann Example, Laboratory Director, Juniper Analytics']]], 'Juniper Analytics'],
  [
    'with a license of laboratories',
    [[[50, 'Juniper Scientific']], [[50, '1 Main Street, Carmel, CA']], [[50, 'Lic# C8-0000099-LIC']]],
    'Juniper Scientific',
  ],
  ['that is known by its website', [[[50, 'www.cannalysis.com']]], 'Cannalysis'],
  ['that is known by its name', [[[50, 'CannaSafe - LA']]], 'CannaSafe'],
  [
    'letter by letter',
    [[[50, 'L A B O R A T O R Y D I R E C T O R , J U N I P E R L A B S']]],
    'JUNIPER LABS',
  ],
  ['not of a known one that is the client', [[[50, 'Client: SC Labs www.sclabs.com']]], null],
  ['not of a director', [[[50, 'Ann Example Laboratory Director']], [[50, 'www.annexample.com']]], null],
  ['not of who submitted the sample', [[[50, 'The sample was submitted by Peak Labs.']]], null],
  ['not of an authority', [[[50, 'Approval of the Department of Cannabis Control.']]], null],
  ['not of a name that is cut off', [[[50, 'Not reproduced without the approval of Juniper']]], null],
  [
    'not of the report’s “Laboratory”',
    [[[50, 'Not reproduced without the approval of the Laboratory.']]],
    null,
  ],
  [
    'not where a sentence and a website name two',
    [[[50, 'www.cannalysis.com']], [[50, 'It has been tested by Juniper Labs using HPLC.']]],
    null,
  ],
])('reads the laboratory %s', (_, rows, lab) => {
  expect(readRows(...rows).lab).toBe(lab);
});

test.each<[string, Row[], number | null]>([
  ['before its label', [[[50, '22.57 % Total THC']]], 22.57],
  ['above its label, among others', [[[50, '17%, 170mg/g']], [[50, 'd9-THC max']]], 17],
  [
    'not of a column of limits',
    [
      [
        [50, 'Analyte'],
        [200, 'LOQ (%)'],
      ],
      [
        [50, 'Total THC'],
        [200, '0.05'],
      ],
    ],
    null,
  ],
  [
    'not where the heading and the row’s mg/g differ',
    [
      [
        [50, 'Analyte'],
        [200, '%'],
        [300, 'mg/g'],
        [400, 'dry'],
      ],
      [
        [50, 'Total THC'],
        [200, '20.1'],
        [300, '225.7'],
        [400, '22.57'],
      ],
    ],
    null,
  ],
  [
    'not of the next block',
    [
      [
        [50, 'Total THC'],
        [200, 'Total Terpenes'],
        [300, '2.1%'],
      ],
    ],
    null,
  ],
])('reads total THC %s', (_, rows, thc) => {
  expect(readRows(...rows).thc_percentage).toBe(thc);
});

test.each<[string, Row[], string | null]>([
  [
    'from rows of analytes',
    [
      [
        [50, 'Salmonella'],
        [200, 'ND'],
        [300, 'Pass'],
      ],
      [
        [50, 'Total Aflatoxins'],
        [200, '0.0'],
        [300, 'Pass'],
      ],
    ],
    'passed',
  ],
  [
    'of the row of the batch',
    [
      [
        [50, 'Batch'],
        [200, 'Pass'],
      ],
    ],
    'passed',
  ],
  [
    'not from tests that were only done',
    [
      [
        [50, 'Metals: Tested'],
        [200, 'Microbes: Complete'],
      ],
    ],
    null,
  ],
  [
    'not where one of its tests failed',
    [
      [
        [50, 'Metals: PASS'],
        [200, 'Microbes: PASS'],
        [400, 'Pesticides: FAIL'],
      ],
    ],
    null,
  ],
  [
    'not where one of the verdicts above the names of tests is a failure',
    [
      [
        [50, 'PASSED'],
        [200, 'FAILED'],
        [350, 'NOT TESTED'],
      ],
      [
        [50, 'Pesticides'],
        [200, 'Microbials'],
        [350, 'Solvents'],
      ],
      [
        [50, 'PASSED'],
        [200, 'PASSED'],
      ],
      [
        [50, 'Metals'],
        [200, 'Mycotoxins'],
      ],
    ],
    null,
  ],
  [
    'not where a test did not pass',
    [
      [
        [50, 'Metals: PASS'],
        [200, 'Microbes: PASS'],
        [400, 'DID NOT PASS'],
      ],
    ],
    null,
  ],
  [
    'beside the key to its verdicts',
    [
      [
        [50, 'Metals: PASS'],
        [200, 'Microbes: PASS'],
      ],
      [],
      [],
      [],
      [
        [300, 'Pass'],
        [360, 'Fail'],
      ],
    ],
    'passed',
  ],
  ['not where one word says pass and fail', [[[50, 'Result: Pass/Fail']], [[50, 'Status: N/A']]], null],
])('reads the result %s', (_, rows, result) => {
  expect(readRows(...rows).result).toBe(result);
});

test('reads a total whose unit has a column of its own, under a heading of results', () => {
  const rowsOf = (first: string, second: string): Row[] => [
    [
      [40, 'Analyte'],
      [140, first],
      [260, 'Units'],
      [320, second],
    ],
    [
      [40, 'THC-Total'],
      [140, '19.8'],
      [260, '%'],
      [320, '0.0912'],
    ],
  ];
  expect(readRows(...rowsOf('Result', 'LOQ')).thc_percentage).toBe(19.8);
  expect(readRows(...rowsOf('LOQ', 'Result')).thc_percentage).toBeNull();
});

test('reads the name of a laboratory from its own sentence, not from short lines above it', () => {
  const sentence: Row = [[40, 'Juniper Ridge is accredited to ISO/IEC 17025']];
  expect(readLines([[40, 'Potency']], [[40, 'Heavy Metals']], sentence).lab).toBe('Juniper Ridge');
  expect(
    readLines(
      [[40, 'The results relate to the items tested. This work of Juniper']],
      [[40, 'Ridge is accredited to ISO/IEC 17025']],
    ).lab,
  ).toBe('Juniper Ridge');
});

test('reads a date that begins with the year, with either separator', () => {
  expect(readRows([[40, 'Date Sampled: 2026/04/17']]).sampled_on).toBe('2026-04-17');
  expect(readRows([[40, 'Date Sampled: 2026-04-17']]).sampled_on).toBe('2026-04-17');
});

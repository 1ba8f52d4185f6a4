import { describe, expect, test } from 'vitest';
import { licenseWarnings } from '@/server/features/entities/license-formats';

const VALID: [state: string, number: string][] = [
  ['AK', '10500'],
  ['AZ', '00000321ESAB12345678'],
  ['AZ', '0000321ESABC12345678'],
  ['CA', 'C11-0001234-LIC'],
  ['CA', 'CCL21-0001234'],
  ['CA', 'A10-18-0000123-TEMP'],
  ['CA', 'TAL18-0001234'],
  ['CA', 'TML18-0001234'],
  ['CA', 'CDPH-T00000123'],
  ['CO', '402R-00123'],
  ['CO', '403-01660'],
  ['CO', '404R-00016'],
  ['MA', 'MC281234'],
  ['MA', 'PMD1234'],
  ['MA', 'PDO101234'],
  ['MA', 'MD1234'],
  ['MI', 'AU-R-000123'],
  ['MI', 'PC-000123'],
  ['NV', '12345678901234567890'],
  ['NV', 'RD123'],
  ['OR', '050 10012345ABC'],
  ['OR', '05010012345ABC'],
  ['WA', '412345'],
  ['WA', '81234'],
];

describe('license numbers by state', () => {
  test.each(VALID)('accepts %s %s, whatever its case', (state, number) => {
    expect(licenseWarnings(number, state)).toEqual([]);
    expect(licenseWarnings(` ${number.toLowerCase()} `, state.toLowerCase())).toEqual([]);
  });

  test.each([
    ['AK', '1050'],
    ['AZ', '00000321ESAB1234567'],
    ['CA', '12345'],
    ['CA', 'A10-18-0000123-TEM'],
    ['CO', '402R-123'],
    ['MA', '281234'],
    ['MI', 'AU-R-12'],
    ['NV', '1234567890'],
    ['OR', '050 1001234'],
    ['WA', '4123456'],
  ])('warns of %s %s with an example', (state, number) => {
    expect(licenseWarnings(number, state)).toEqual([
      {
        code: 'unexpected_format',
        message: expect.stringMatching(new RegExp(`^License numbers in ${state} .* look like`)),
      },
    ]);
  });

  test('has no opinion without a number and on states whose format is unknown', () => {
    expect(licenseWarnings(null, 'MI')).toEqual([]);
    expect(licenseWarnings('anything', 'NY')).toEqual([]);
    expect(licenseWarnings('anything', 'CT')).toEqual([]);
  });
});

import type { z } from 'zod';
import { postalState } from '../../kernel/states';
import type { LicenseWarnings } from './schema';

interface Format {
  pattern: RegExp;
  /** A made-up number of the format, for the message. */
  example: string;
}

/**
 * License numbers as state regulators publish them, by the state's postal code. Regulators change their formats, so a
 * number that doesn't fit is a warning, never an error. States that publish no numbers are absent.
 */
const FORMATS: Record<string, Format> = {
  AK: { pattern: /^\d{5}$/, example: '12345' },
  AZ: { pattern: /^(\d{8}[A-Z]{4}|\d{7}[A-Z]{5})\d{8}$/, example: '00000123ABCD00012345' },
  // The second half: temporary licenses, by the three agencies that issued them.
  CA: {
    pattern:
      /^((C\d{1,2}|CCL\d{2}|CEO\d{2}|CDPH|LCA)-\d{5,8}(-[A-Z]{3,4})?|[AM]\d{1,2}-\d{2}-\d{7}-TEMP|T[AM]L\d{2}-\d{7}|CDPH-T\d{8})$/,
    example: 'C10-0000412-LIC',
  },
  // Medical without, retail with an R.
  CO: { pattern: /^\d{3}[A-Z]{0,3}-?\d{5}$/, example: '402R-00123' },
  MA: { pattern: /^[A-Z]{2,3}\d{4}(\d{2})?$/, example: 'MR123456' },
  MI: { pattern: /^[A-Z]{1,2}-([A-Z]{1,2}-)*\d{6}$/, example: 'AU-R-012345' },
  NV: { pattern: /^([0-9A-Z]{20}|[A-Z]{1,3}\d{3,4})$/, example: '12345678901234567890' },
  OR: { pattern: /^\d{3} ?[0-9A-F]{11}$/, example: '050 10012345ABC' },
  WA: { pattern: /^\d{5,6}$/, example: '123456' },
};

/**
 * Compares a license number with the format of its state, ignoring case and surrounding space.
 * @param state postal code or name, such as `MI`
 * @returns no warnings without a number and for states whose format isn't known
 */
export function licenseWarnings(number: string | null, state: string): z.infer<typeof LicenseWarnings> {
  const code = postalState(state);
  const format = FORMATS[code];
  if (!format || !number || format.pattern.test(number.trim().toUpperCase())) return [];
  const message = `License numbers in ${code} usually look like ${format.example}. Check the number for typos.`;
  return [{ code: 'unexpected_format', message }];
}

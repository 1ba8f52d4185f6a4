import { POSTAL_CODES, postalState } from '../../../kernel/states';
import type { CellReader } from '../lines/cell-reader';
import type { MappedLine } from '../lines/line';

export interface Address {
  street: string | undefined;
  city: string | undefined;
  state: string | undefined;
  zip: string | undefined;
}

const COUNTRIES = new Set(['us', 'usa', 'u.s.a.', 'united states', 'united states of america']);
/** States and territories whose ZIP codes begin with 0, which spreadsheets take away. */
const WITH_ZERO = new Set(['CT', 'MA', 'ME', 'NH', 'NJ', 'PR', 'RI', 'VI', 'VT']);

/** The address of a line: by its parts, or taken apart where a column has all of it. */
export function addressOf(reader: CellReader, line: MappedLine): Address {
  if (line.values.full_address !== undefined) {
    const whole = reader.text('full_address', 500);
    // Its lines are lost in the text of one line.
    if (whole !== undefined) return takenApart(reader, line.values.full_address);
    return { street: undefined, city: undefined, state: undefined, zip: undefined };
  }
  const street = reader.required('street', 200);
  const city = reader.required('city', 100);
  const state = stateOf(reader.required('state', 100));
  return { street, city, state, zip: zipOf(reader, reader.required('zip', 20), state) };
}

/** The postal code of a state that is written out, else the text. */
function stateOf(given: string | undefined): string | undefined {
  if (given === undefined) return undefined;
  const code = postalState(given);
  return Object.values(POSTAL_CODES).includes(code) ? code : given;
}

/** A ZIP code; one that has lost its zero gets it back, with a note, in states whose codes have one. */
function zipOf(reader: CellReader, given: string | undefined, state: string | undefined): string | undefined {
  const [, digits, more = ''] = /^(\d{3,4})(-\d{4})?$/.exec(given ?? '') ?? [];
  if (digits === undefined) return given;
  if (state !== undefined && WITH_ZERO.has(postalState(state))) {
    const zip = `${digits.padStart(5, '0')}${more}`;
    reader.notes.push(`ZIP code “${given}” was read as ${zip}.`);
    return zip;
  }
  reader.fail('zip', 'invalid_format', 'must have five digits');
  return undefined;
}

/** `12 Oak St, Unit B, Oakland, CA 94607`, with line breaks or commas in between. */
function takenApart(reader: CellReader, whole: string): Address {
  const parts = whole
    .slice(0, 500)
    .split(/[\r\n,]/)
    .map((part) => part.replaceAll(/\s+/g, ' ').trim())
    .filter(Boolean);
  if (COUNTRIES.has(parts.at(-1)?.toLowerCase() ?? '')) parts.pop();
  const last = parts.pop()?.split(' ') ?? [];
  const zip = last.pop();
  const state = last.length > 0 ? last.join(' ') : parts.pop();
  const city = parts.pop();
  const street = parts.join(', ');
  if (zip !== undefined && /^\d{3,5}(?:-\d{4})?$/.test(zip) && state && city && street) {
    const known = stateOf(state);
    return { street, city, state: known, zip: zipOf(reader, zip, known) };
  }
  reader.fail(
    'full_address',
    'invalid_format',
    'must be street, city, state and ZIP code, such as 12 Oak St, Oakland, CA 94607',
  );
  return { street: undefined, city: undefined, state: undefined, zip: undefined };
}

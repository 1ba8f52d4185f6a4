/** A number as a file has it: its digits with a decimal point, both readings of a text that has two, or null for no number. */
export type NumberText = string | { readings: [string, string] } | null;

const DIGITS = /^\d+$/;

/**
 * Reads a number with separators. Commas group thousands; in a file whose numbers have decimal commas, a single separator before three
 * digits could be either.
 * @param text digits, separators and a sign, at most 40 characters
 */
export function numberText(text: string, decimalComma: boolean): NumberText {
  if (text.length > 40) return null;
  const sign = /^[+-]/.test(text) ? text.charAt(0) : '';
  const read = unsigned(text.slice(sign.length), decimalComma);
  const signed = (digits: string) => (sign === '-' ? `-${digits}` : digits);
  if (read === null) return null;
  if (typeof read === 'string') return signed(read);
  return { readings: [signed(read.readings[0]), signed(read.readings[1])] };
}

function unsigned(text: string, decimalComma: boolean): NumberText {
  const [comma, point] = [text.lastIndexOf(','), text.lastIndexOf('.')];
  if (comma < 0 && point < 0) return DIGITS.test(text) ? text : null;
  // Of two separators the last one is the decimal one.
  if (comma >= 0 && point >= 0) {
    const [group, decimal] = comma > point ? ['.', ','] : [',', '.'];
    return comma > point && !decimalComma ? null : joined(text, group, decimal);
  }
  const only = comma >= 0 ? ',' : '.';
  const parts = text.split(only);
  if (parts.length > 2) return only === ',' || decimalComma ? grouped(parts) : null;
  const [whole = '', rest = ''] = parts;
  if (!DIGITS.test(rest) || (whole !== '' && !DIGITS.test(whole))) return null;
  const asDecimal = `${whole || '0'}.${rest}`;
  const asGroup = grouped(parts);
  if (!decimalComma) return only === ',' ? asGroup : whole === '' ? null : asDecimal;
  return typeof asGroup === 'string' ? { readings: [asDecimal, asGroup] } : asDecimal;
}

function joined(text: string, group: string, decimal: string): string | null {
  const [whole = '', rest = '', more] = text.split(decimal);
  const digits = grouped(whole.split(group));
  return more === undefined && digits !== null && DIGITS.test(rest) ? `${digits}.${rest}` : null;
}

/** Groups of three digits, the first of up to three, which doesn't begin with 0. */
function grouped([first = '', ...others]: readonly string[]): string | null {
  const isGrouped = /^[1-9]\d{0,2}$/.test(first) && others.every((part) => /^\d{3}$/.test(part));
  return isGrouped ? `${first}${others.join('')}` : null;
}

import type { ImportField } from '../fields';
import type { Mapping } from '../schema';
import { type DayOrder, orderIn } from './days';
import { isWorkbook } from './signature';

/** How the program that wrote a file writes numbers and days, as the whole file shows it. */
export interface Habits {
  decimalComma: boolean;
  dayOrder: DayOrder;
  /** Fields with a number of more than fifteen digits that no spreadsheet has cut off. */
  uncut: ReadonlySet<ImportField>;
}

export const US_HABITS: Habits = { decimalComma: false, dayOrder: 'month_first', uncut: new Set() };

const DAYS = [
  'license_expiry',
  'expires_on',
  'issued_on',
  'due_on',
] as const satisfies readonly ImportField[];
const LONG = /^\d{16,40}$/;
const SEMICOLON = 59;

/** Whether a file has days or long numbers, which nothing else is read twice for. */
export const needsHabits = (contents: Uint8Array, mapping: Mapping): boolean =>
  isWorkbook(contents) ||
  mapping.some(({ field }) => (DAYS as readonly ImportField[]).includes(field)) ||
  /\d{16}/.test(Buffer.from(contents.buffer, contents.byteOffset, contents.length).toString('latin1'));

/** Collects them from line after line. */
export class HabitsOf {
  private readonly orders = new Set<'month_first' | 'day_first'>();
  private readonly uncut = new Set<ImportField>();

  see({ values }: { values: Partial<Record<ImportField, string>> }): void {
    for (const field of DAYS) {
      const order = values[field] === undefined ? null : orderIn(values[field].slice(0, 40));
      if (order) this.orders.add(order);
    }
    for (const [field, value] of Object.entries(values) as Array<[ImportField, string]>) {
      if (LONG.test(value) && !isCut(value)) this.uncut.add(field);
    }
  }

  /** @param delimiter the byte between two fields: with semicolons, commas are decimal ones */
  get(delimiter: number): Habits {
    const decimalComma = delimiter === SEMICOLON;
    const [order] = this.orders;
    const dayOrder =
      this.orders.size > 1
        ? 'mixed'
        : (order ?? (decimalComma ? ('unknown' as const) : ('month_first' as const)));
    return { decimalComma, dayOrder, uncut: this.uncut };
  }
}

/** Whether a number has nothing but zeros after its fifteenth digit, where spreadsheets end. */
const isCut = (digits: string) => /^0+$/.test(digits.slice(15));

/** Whether a spreadsheet has made another text of a long number: `8.50013E+11`, or zeros from the sixteenth digit on. */
export function isShortened(value: string, field: ImportField, { uncut }: Habits): boolean {
  if (/^\d(?:[.,]\d{1,15})?E\+\d{2,3}$/i.test(value)) return true;
  return LONG.test(value) && isCut(value) && !uncut.has(field);
}

/** What a spreadsheet shows where it can't compute or show a value. */
export const isSheetError = (value: string): boolean =>
  /^#(?:N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NULL!|NUM!|SPILL!|CALC!|NO VALUE|#{2,})/.test(value);

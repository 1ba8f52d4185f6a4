import { hasBidiControl, oneLineOf } from '../../../kernel/one-line';
import { isId } from '../../../kernel/params';
import type { ImportField } from '../fields';
import { type DayText, dayText } from '../file/days';
import { isSheetError, isShortened, US_HABITS } from '../file/habits';
import { numberText } from '../file/numbers';
import type { LineCode, LineError } from './codes';
import { fail, type MappedLine } from './line';

/** Fields that may have several lines, as in a body (decision 431). */
const SEVERAL_LINES: ReadonlySet<ImportField> = new Set<ImportField>(['notes', 'description']);
/** Of a cell that is a number or a day. */
const MAX_VALUE = 40;
/** What a laboratory writes of less than it can measure. */
const NOT_MEASURED =
  /^(?:[<≤] ?[\d.,]{1,12} ?(?:%|mg\/g)?|[<≤] ?(?:loq|lod)|n\.?d\.?|not detected|none detected|bdl|bql|blq)$/i;

/** Parses cells as texts, numbers, money, days or words; a failure is recorded as an error of its field. */
export class CellReader {
  readonly errors: LineError[] = [];
  /** What was read otherwise than it is written. */
  readonly notes: string[] = [];

  constructor(private readonly line: Pick<MappedLine, 'values' | 'habits'>) {}

  /** All notes as one; null without any. */
  get note(): string | null {
    return this.notes.length > 0 ? this.notes.join(' ') : null;
  }

  fail(field: ImportField | '', code: LineCode, message: string): void {
    fail(this.errors, field, code, message, field === '' ? undefined : this.line.values[field]);
  }

  text(field: ImportField, max: number): string | undefined {
    const given = this.line.values[field];
    if (given === undefined) return undefined;
    if (hasBidiControl(given)) {
      this.fail(field, 'invalid_text', 'must not contain characters that change the direction of text');
      return undefined;
    }
    if (isSheetError(given)) {
      this.fail(field, 'invalid_text', 'is an error of the spreadsheet; correct it there');
      return undefined;
    }
    const value = SEVERAL_LINES.has(field) ? given : oneLineOf(given);
    if (value === '') return undefined;
    if (!SEVERAL_LINES.has(field) && isShortened(value, field, this.habits)) {
      this.fail(field, 'shortened', SHORTENED);
      return undefined;
    }
    if (value.length <= max) return value;
    this.fail(field, 'too_long', `must be at most ${max} characters`);
    return undefined;
  }

  /** A uuid, in lower case. */
  id(field: ImportField): string | undefined {
    const value = this.line.values[field];
    if (value === undefined) return undefined;
    if (isId(value)) return value.toLowerCase();
    this.fail(field, 'invalid_format', 'must be a uuid');
    return undefined;
  }

  required(field: ImportField, max: number): string | undefined {
    if (this.line.values[field] === undefined) this.fail(field, 'required', 'is missing');
    return this.text(field, max);
  }

  whole(field: ImportField, min: number, max: number): number | undefined {
    const number = this.number(field, 'must be a whole number', Number.isInteger);
    return number === undefined ? undefined : this.within(field, number, min, max);
  }

  /** A decimal with at most four decimals, such as an amount of goods sold by weight. */
  decimal(field: ImportField, min: number, max: number): number | undefined {
    const isExact = (number: number) => Number(number.toFixed(4)) === number;
    const number = this.number(field, 'must be a number with at most four decimals', isExact);
    return number === undefined ? undefined : this.within(field, number, min, max);
  }

  /** Parses dollars to cents. */
  cents(field: ImportField, maxCents: number): number | undefined {
    const isExact = (dollars: number) => dollars >= 0 && Number(dollars.toFixed(2)) === dollars;
    const message = 'must be an amount in dollars with at most two decimals';
    const dollars = this.number(field, message, isExact, (value) => value.replace(/^\$ ?/, ''));
    if (dollars === undefined) return undefined;
    const cents = Math.round(dollars * 100);
    if (cents <= maxCents) return cents;
    this.fail(field, 'value_too_large', `must be at most ${maxCents / 100}`);
    return undefined;
  }

  /** A percentage; null, with a note, for what a laboratory couldn't measure. */
  percentage(field: ImportField): number | null | undefined {
    const value = this.line.values[field];
    if (value !== undefined && value.length <= MAX_VALUE && NOT_MEASURED.test(value)) {
      this.notes.push(`${field.toUpperCase()} “${value}” was read as not known.`);
      return null;
    }
    const isShare = (number: number) => number >= 0 && number <= 100;
    const message = 'must be a percentage of 0 to 100';
    const number = this.number(field, message, isShare, (text) => text.replace(/ ?%$/, ''));
    return number === undefined ? undefined : Math.round(number * 10_000) / 10_000;
  }

  /** Parses a day, also with a time, to YYYY-MM-DD. */
  date(field: ImportField): string | undefined {
    const value = this.line.values[field];
    if (value === undefined) return undefined;
    const read: DayText =
      value.length > MAX_VALUE ? { fault: 'invalid' } : dayText(value, this.habits.dayOrder);
    if ('day' in read) return read.day;
    if ('readings' in read) {
      const [one, other] = read.readings;
      this.fail(field, 'ambiguous', `reads two ways: ${one} or ${other}; write it like 2026-11-30`);
    } else if (read.fault === 'serial') {
      this.fail(
        field,
        'invalid_format',
        'is a day as a number; format the column as a date and save it again',
      );
    } else this.fail(field, 'invalid_format', 'must be a date such as 2026-11-30 or 11/30/2026');
    return undefined;
  }

  /** Parses an enum value, ignoring case and accepting blanks or dashes for underscores. */
  word<T extends string>(
    field: ImportField,
    words: readonly T[],
    others: Readonly<Record<string, T>> = {},
  ): T | undefined {
    const value = this.line.values[field];
    if (value === undefined) return undefined;
    const folded = value
      .slice(0, 100)
      .toLowerCase()
      .replaceAll(/[\s_-]+/g, '_');
    const found = words.find((word) => word.toLowerCase() === folded);
    if (found !== undefined) return found;
    if (Object.hasOwn(others, folded)) return others[folded];
    this.fail(field, 'unknown_value', `must be one of ${words.join(', ')}`);
    return undefined;
  }

  private get habits() {
    return this.line.habits ?? US_HABITS;
  }

  private number(
    field: ImportField,
    message: string,
    isFit: (number: number) => boolean,
    bare = (value: string) => value,
  ): number | undefined {
    const value = this.line.values[field];
    if (value === undefined) return undefined;
    const read = value.length > MAX_VALUE ? null : numberText(bare(value), this.habits.decimalComma);
    if (read !== null && typeof read === 'object') {
      const [one, other] = read.readings;
      this.fail(
        field,
        'ambiguous',
        `reads two ways: ${one} or ${other}; write it without thousands separators`,
      );
      return undefined;
    }
    const number = read === null ? Number.NaN : Number(read);
    if (Number.isSafeInteger(Math.trunc(number)) && isFit(number)) return number;
    if (isShortened(value, field, this.habits)) this.fail(field, 'shortened', SHORTENED);
    else this.fail(field, 'invalid_number', message);
    return undefined;
  }

  private within(field: ImportField, number: number, min: number, max: number): number | undefined {
    if (number >= min && number <= max) return number;
    if (number < min) this.fail(field, 'value_too_small', `must be at least ${min}`);
    else this.fail(field, 'value_too_large', `must be at most ${max}`);
    return undefined;
  }
}

const SHORTENED =
  "can't be read: Excel has shortened this number. Format the column as text and enter the number again";

import type { Actor } from '../../kernel/actor';
import { isCalendarDate } from '../../kernel/clock';
import type { AppError } from '../../kernel/errors';
import { hasBidiControl, oneLineOf } from '../../kernel/one-line';
import { isId } from '../../kernel/params';
import type { WriteContext } from '../../operation/context';
import type { ImportField } from './fields';
import type { LeasedImport } from './leased-import';
import { isLineCode, type LineCode, type LineError } from './line-codes';
import type { OpenLine } from './queries.sql';
import type { Outcome } from './schema';

/** Fields that may have several lines, as in a body (decision 431). */
const SEVERAL_LINES: ReadonlySet<ImportField> = new Set<ImportField>(['notes', 'description']);

export type Values = Record<string, string | number | null>;

/** A line of the file: its non-empty cells by field. */
export interface MappedLine {
  line: number;
  values: Partial<Record<ImportField, string>>;
  fault: string | null;
}

/** What a line would do. */
export interface CheckedLine {
  line: number;
  outcome: Outcome;
  sku: string | null;
  productName: string | null;
  customerName: string | null;
  location: string | null;
  roomType: string | null;
  before: Values | null;
  after: Values | null;
  note: string | null;
  errors: LineError[];
  /** Data for applying the line; null for a line with errors. */
  data: unknown;
  locationId?: string;
}

/** What a line did. */
export interface AppliedLine {
  line: number;
  outcome: Outcome;
  before: Values | null;
  after: Values | null;
  note: string | null;
  errors: LineError[];
}

/** How files of a kind are processed. */
export interface LineKind {
  /** Lines applied per transaction. */
  applyBatch: number;
  /** Returns a function that checks batch after batch of what `openReader` made of lines, and keeps state between them. */
  openCheck(ctx: CheckContext): (db: WriteContext['db'], lines: readonly unknown[]) => Promise<CheckedLine[]>;
  apply(ctx: WriteContext, leased: LeasedImport, lines: readonly OpenLine[]): Promise<AppliedLine[]>;
}

export interface CheckContext {
  actor: Actor;
  leased: LeasedImport;
}

export const emptyLine = (line: number): CheckedLine => ({
  line,
  outcome: 'error',
  sku: null,
  productName: null,
  customerName: null,
  location: null,
  roomType: null,
  before: null,
  after: null,
  note: null,
  errors: [],
  data: null,
});

/** Characters of a cell that its error shows. */
const SHOWN = 60;

/** A cell's text as an error shows it. */
export function cellText(text: string | undefined): string | undefined {
  return text !== undefined && text.length > SHOWN ? `${text.slice(0, SHOWN).toWellFormed()}…` : text;
}

/** Records an error of a line. @param field '' for the line as a whole @param value the cell's text */
export function fail(
  errors: LineError[],
  field: ImportField | '',
  code: LineCode,
  message: string,
  value?: string,
): void {
  errors.push({ field, code, message, value: cellText(value) });
}

/** Parses cells as numbers, money or enum values; a failure is recorded as an error of its field. */
export class CellReader {
  readonly errors: LineError[] = [];

  constructor(private readonly values: MappedLine['values']) {}

  fail(field: ImportField | '', code: LineCode, message: string): void {
    fail(this.errors, field, code, message, field === '' ? undefined : this.values[field]);
  }

  text(field: ImportField, max: number): string | undefined {
    const given = this.values[field];
    if (given === undefined) return undefined;
    if (hasBidiControl(given)) {
      this.fail(field, 'invalid_text', 'must not contain characters that change the direction of text');
      return undefined;
    }
    const value = SEVERAL_LINES.has(field) ? given : oneLineOf(given);
    if (value === '') return undefined;
    if (value.length <= max) return value;
    this.fail(field, 'too_long', `must be at most ${max} characters`);
    return undefined;
  }

  /** A uuid, in lower case. */
  id(field: ImportField): string | undefined {
    const value = this.values[field];
    if (value === undefined) return undefined;
    if (isId(value)) return value.toLowerCase();
    this.fail(field, 'invalid_format', 'must be a uuid');
    return undefined;
  }

  required(field: ImportField, max: number): string | undefined {
    if (this.values[field] === undefined) this.fail(field, 'required', 'is missing');
    return this.text(field, max);
  }

  whole(field: ImportField, min: number, max: number): number | undefined {
    const value = this.values[field];
    if (value === undefined) return undefined;
    const digits = /^([+-]?\d{1,12}|[+-]?\d{1,3}(?:,\d{3}){1,3})(?:\.0+)?$/.exec(value)?.[1];
    const number = digits === undefined ? Number.NaN : Number(digits.replaceAll(',', ''));
    if (Number.isNaN(number)) this.fail(field, 'invalid_number', 'must be a whole number');
    else if (number < min) this.fail(field, 'value_too_small', `must be at least ${min}`);
    else if (number > max) this.fail(field, 'value_too_large', `must be at most ${max}`);
    else return number;
    return undefined;
  }

  /** A decimal with at most four decimals, such as an amount of goods sold by weight. */
  decimal(field: ImportField, min: number, max: number): number | undefined {
    const value = this.values[field];
    if (value === undefined) return undefined;
    const digits = /^([+-]?(?:\d{1,12}|\d{1,3}(?:,\d{3}){1,3})(?:\.\d+)?)$/.exec(value)?.[1];
    const number = digits === undefined ? Number.NaN : Number(digits.replaceAll(',', ''));
    if (Number.isNaN(number) || Number(number.toFixed(4)) !== number) {
      this.fail(field, 'invalid_number', 'must be a number with at most four decimals');
    } else if (number < min) this.fail(field, 'value_too_small', `must be at least ${min}`);
    else if (number > max) this.fail(field, 'value_too_large', `must be at most ${max}`);
    else return number;
    return undefined;
  }

  /** Parses dollars to cents. */
  cents(field: ImportField, maxCents: number): number | undefined {
    const value = this.values[field];
    if (value === undefined) return undefined;
    const digits = /^\$? ?(\d{1,10}(?:\.\d{1,2})?|\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?)$/.exec(value)?.[1];
    const cents = digits === undefined ? Number.NaN : Math.round(Number(digits.replaceAll(',', '')) * 100);
    if (Number.isNaN(cents)) {
      this.fail(field, 'invalid_number', 'must be an amount in dollars with at most two decimals');
    } else if (cents > maxCents) this.fail(field, 'value_too_large', `must be at most ${maxCents / 100}`);
    else return cents;
    return undefined;
  }

  percentage(field: ImportField): number | undefined {
    const value = this.values[field];
    if (value === undefined) return undefined;
    const digits = /^(\d{1,3}(?:\.\d{1,6})?) ?%?$/.exec(value)?.[1];
    if (digits !== undefined && Number(digits) <= 100) return Math.round(Number(digits) * 10_000) / 10_000;
    this.fail(field, 'invalid_number', 'must be a percentage of 0 to 100');
    return undefined;
  }

  /** Parses YYYY-MM-DD or M/D/YYYY to YYYY-MM-DD. */
  date(field: ImportField): string | undefined {
    const value = this.values[field];
    if (value === undefined) return undefined;
    const [, month = '', day = '', year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(value) ?? [];
    const date = year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : value;
    if (isCalendarDate(date)) return date;
    this.fail(field, 'invalid_format', 'must be a date such as 2026-11-30 or 11/30/2026');
    return undefined;
  }

  /** Parses an enum value, ignoring case and accepting blanks or dashes for underscores. */
  word<T extends string>(field: ImportField, words: readonly T[]): T | undefined {
    const value = this.values[field];
    if (value === undefined) return undefined;
    const folded = value.toLowerCase().replaceAll(/[\s_-]+/g, '_');
    const found = words.find((word) => word.toLowerCase() === folded);
    if (found === undefined) this.fail(field, 'unknown_value', `must be one of ${words.join(', ')}`);
    return found;
  }
}

/** Tracks which line of a file was the first with a key. */
export class FirstLines {
  private readonly lines = new Map<string, number>();

  /** The earlier line with the key; undefined when this is the first. */
  earlier(key: string, line: number): number | undefined {
    const earlier = this.lines.get(key);
    if (earlier === undefined) this.lines.set(key, line);
    return earlier;
  }
}

/** Converts an AppError to the line's errors. */
export function lineErrorOf(error: AppError): LineError {
  const message = error.message.charAt(0).toLowerCase() + error.message.slice(1).replace(/\.$/, '');
  const code = error.code.toLowerCase();
  return { field: '', code: isLineCode(code) ? code : 'rejected', message: `was rejected: ${message}` };
}

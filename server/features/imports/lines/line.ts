import type { Actor } from '../../../kernel/actor';
import type { AppError } from '../../../kernel/errors';
import type { WriteContext } from '../../../operation/context';
import type { ImportField } from '../fields';
import type { Habits } from '../file/habits';
import type { OpenLine } from '../queries.sql';
import type { LeasedImport } from '../running/leased-import';
import type { Outcome } from '../schema';
import { isLineCode, type LineCode, type LineError } from './codes';

export type Values = Record<string, string | number | null>;

/** Where a line of a migration comes from. */
export interface LineSource {
  /** What the system calls it. */
  id: string;
  name?: string | undefined;
  notCarried: Array<{ field: string; value: string }>;
  /** Remarks, each with its code first. */
  notes: string[];
  /** It is over there. */
  closed?: boolean;
  /** It is only the parent of others. */
  isParent?: boolean;
}

/** A line of the file: its non-empty cells by field. */
export interface MappedLine {
  line: number;
  /** Of a migration. */
  source?: LineSource;
  /** Of an order with several lines: the first of them, which has all. */
  partOf?: number;
  /** What is wrong with cells beyond their own reading. */
  faults?: LineError[];
  values: Partial<Record<ImportField, string>>;
  fault: string | null;
  /** Of its file; those of the United States where nothing is known of it. */
  habits?: Habits;
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
  externalId?: string | null;
  notCarried?: LineSource['notCarried'];
  /** Values taken from the source, by field. */
  imported?: Values | null;
}

/** What a line did. */
export interface AppliedLine {
  line: number;
  outcome: Outcome;
  before: Values | null;
  after: Values | null;
  note: string | null;
  errors: LineError[];
  /** What the line became, or leads to. */
  objectId?: string | null;
}

/** Of one transaction that applies lines: no one waits longer for it (decision 918). */
export const MAX_BATCH_LINES = 200;
export const BATCH_MS = 2_000;

/** How files of a kind are processed. */
export interface LineKind {
  /** Returns a function that checks batch after batch of what `openReader` made of lines, and keeps state between them. */
  openCheck(ctx: CheckContext): (db: WriteContext['db'], lines: readonly unknown[]) => Promise<CheckedLine[]>;
  /** Which lines are applied next, where these aren't simply the first. */
  take?(db: WriteContext['db'], importId: string): Promise<OpenLine[]>;
  /** Applies the lines, or the first of them where they take too long. */
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

/** What a line is rejected for by its own code; its work is rolled back. */
export class LineRejected extends Error {
  constructor(readonly error: LineError) {
    super(error.message);
  }
}

/** Converts an AppError to the line's errors. */
export function lineErrorOf(error: AppError): LineError {
  const message = error.message.charAt(0).toLowerCase() + error.message.slice(1).replace(/\.$/, '');
  const code = error.code.toLowerCase();
  return { field: '', code: isLineCode(code) ? code : 'rejected', message: `was rejected: ${message}` };
}

/** Fails fields of a line that apply in every location, where who sent the file is limited to some (decision 904). */
export function failEverywhere(
  errors: LineError[],
  { locationLimit }: Pick<Actor, 'locationLimit'>,
  fields: readonly ImportField[],
): void {
  if (locationLimit === null) return;
  for (const field of fields) {
    fail(errors, field, 'forbidden', 'applies in every location: ask a member with access to all locations');
  }
}

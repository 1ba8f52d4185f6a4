import type { BankFormat, LineKind, StatementFault } from '../words';

/** How a line says that money moved; null where its code says nothing. */
export type LineMethod = 'cash' | 'check' | 'ach' | 'wire' | 'card' | 'other';

/** A line as its file has it. */
export interface RawLine {
  /** Line of the file, or which of its transactions. */
  position: number;
  /** YYYY-MM-DD. */
  day: string;
  /** Less than 0 for money out. */
  cents: number;
  text: string;
  reference: string | null;
  bankId: string | null;
  kind: LineKind;
  method: LineMethod | null;
}

export interface RawError {
  line: number;
  code: string;
  message: string;
}

/** What a file has. */
export interface RawStatement {
  lines: RawLine[];
  /** At most `MAX_ERRORS`; `counts.errors` has all. */
  errors: RawError[];
  counts: { lines: number; pending: number; other_currency: number; errors: number };
  /** Numbers of accounts that it names. */
  accounts: string[];
  /** Of each line the fingerprint by which an account has it once, and the words of its text without digits. */
  keys: string[];
  textKeys: Array<string | null>;
}

export interface RawColumn {
  name: string;
  samples: string[];
}

/** What is known of a file before it is read. */
export interface RawHead {
  format: BankFormat;
  columns: RawColumn[];
}

/** A file that can't be read, or a line. */
export class Unreadable extends Error {
  constructor(
    readonly code: StatementFault,
    message: string,
  ) {
    super(message);
  }
}

/** A line that can't be read; the others are. */
export class BadLine extends Error {}

export const MAX_LINES = 20_000;
export const MAX_ERRORS = 100;
/** Of elements within each other. */
export const MAX_DEPTH = 64;
const [TEXT, REFERENCE, BANK_ID] = [500, 100, 255];

/** Collects the lines of a file. */
export class Collector {
  readonly statement: RawStatement = {
    lines: [],
    errors: [],
    counts: { lines: 0, pending: 0, other_currency: 0, errors: 0 },
    accounts: [],
    keys: [],
    textKeys: [],
  };

  /** Reads one line; one that is bad is an error of its own. @throws Unreadable above `MAX_LINES` */
  line(position: number, read: () => RawLine | 'pending' | 'other_currency'): void {
    const { counts, errors, lines } = this.statement;
    counts.lines += 1;
    if (counts.lines > MAX_LINES) {
      throw new Unreadable('too_many_lines', `The file has more than ${MAX_LINES} lines. Split it.`);
    }
    try {
      const found = read();
      if (typeof found === 'string') counts[found] += 1;
      else lines.push(found);
    } catch (error) {
      if (!(error instanceof BadLine)) throw error;
      counts.errors += 1;
      if (errors.length < MAX_ERRORS)
        errors.push({ line: position, code: 'unreadable', message: error.message });
    }
  }

  account(number: string): void {
    const { accounts } = this.statement;
    if (number !== '' && !accounts.includes(number) && accounts.length < 50)
      accounts.push(number.slice(0, 64));
  }
}

interface Given {
  position: number;
  day: string;
  cents: number;
  texts: readonly string[];
  reference?: string | undefined;
  bankId?: string | undefined;
  isFee?: boolean;
  isReversal?: boolean;
  method?: LineMethod | null;
}

/** @throws BadLine for an amount of 0 */
export function rawLine({ position, day, cents, texts, reference, bankId, ...given }: Given): RawLine {
  if (cents === 0) throw new BadLine('The amount is 0.');
  const sign = cents < 0 ? 'debit' : 'credit';
  return {
    ...{ position, day, cents },
    text: plainText([...new Set(texts.map((one) => plainText(one, TEXT)))].filter(Boolean).join(' '), TEXT),
    reference: plainText(reference ?? '', REFERENCE) || null,
    bankId: plainText(bankId ?? '', BANK_ID) || null,
    kind: given.isReversal ? 'reversal' : given.isFee && cents < 0 ? 'fee' : sign,
    method: given.method ?? null,
  };
}

/** One line of text without control and direction characters. */
export function plainText(value: string, most: number): string {
  return value
    .slice(0, most * 4)
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, most)
    .toWellFormed();
}

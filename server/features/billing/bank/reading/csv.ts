import Papa from 'papaparse';
import { undefused } from '../../../../kernel/csv-text';
import type { BankMapping } from '../schema';
import {
  BadLine,
  Collector,
  type RawColumn,
  type RawLine,
  type RawStatement,
  rawLine,
  Unreadable,
} from './raw';
import { centsOf, dayOf, looksLikeDay } from './values';

const DELIMITERS = [',', ';', '\t', '|'];
/** Lines in which the header is looked for: banks write titles above it. */
const HEAD_LINES = 30;
const MAX_COLUMNS = 100;
const SAMPLES = 5;
/** Of a cell, before any pattern sees it. */
const MOST_CELL = 2_000;
const HEAD_CHARACTERS = 128 * 1024;
const FEE = /\b(?:service|maintenance|monthly|wire|bank|analysis|overdraft) (?:fee|charge)s?\b/i;

interface Table {
  names: string[];
  rows: string[][];
  /** Line of the first row. */
  from: number;
}

/** The columns of a CSV with some of their values. @throws Unreadable without any */
export function csvColumns(text: string): RawColumn[] {
  const { names, rows } = tableOf(text.slice(0, HEAD_CHARACTERS));
  return names.map((name, at) => ({
    name,
    samples: rows.slice(0, SAMPLES).map((row) => cellOf(row, at).slice(0, 100)),
  }));
}

/** Reads a CSV as its mapping says. @throws Unreadable for columns that it lacks */
export function readCsv(text: string, mapping: BankMapping): RawStatement {
  const { names, rows, from } = tableOf(text);
  const indexOf = (name: string): number => {
    const at = names.indexOf(name);
    if (at < 0) throw new Unreadable('invalid_file', 'The file lacks a column of its mapping.');
    return at;
  };
  const optional = (name: string | undefined) => (name === undefined ? undefined : indexOf(name));
  const columns: Columns = {
    date: indexOf(mapping.date),
    amount: optional(mapping.amount),
    credit: optional(mapping.credit),
    debit: optional(mapping.debit),
    text: mapping.text.map(indexOf),
    id: optional(mapping.id),
    reference: optional(mapping.reference),
  };
  const collector = new Collector();
  for (const [index, row] of rows.entries()) {
    if (row.every((cell) => cell.trim() === '')) continue;
    collector.line(from + index, () => lineOf(row, columns, mapping, from + index));
  }
  return collector.statement;
}

interface Columns {
  date: number;
  amount: number | undefined;
  credit: number | undefined;
  debit: number | undefined;
  text: number[];
  id: number | undefined;
  reference: number | undefined;
}

/** @throws BadLine */
function lineOf(row: readonly string[], columns: Columns, mapping: BankMapping, position: number): RawLine {
  const cell = (at: number | undefined) => (at === undefined ? '' : cellOf(row, at));
  const texts = columns.text.map((at) => cell(at));
  return rawLine({
    ...{ position, day: dayOf(cell(columns.date), mapping.date_format), texts },
    cents: amountIn(cell, columns, mapping),
    reference: cell(columns.reference),
    bankId: cell(columns.id),
    isFee: texts.some((text) => FEE.test(text.slice(0, 500))),
  });
}

function amountIn(
  cell: (at: number | undefined) => string,
  columns: Columns,
  { decimal }: BankMapping,
): number {
  if (columns.amount !== undefined) return centsOf(cell(columns.amount), decimal);
  const [credit, debit] = [cell(columns.credit), cell(columns.debit)].map((text) =>
    text.trim() === '' ? 0 : centsOf(text, decimal),
  );
  if (credit && debit) throw new BadLine('The line has an amount in both columns.');
  if (!credit && !debit) throw new BadLine('The amount is missing.');
  return credit || -Math.abs(debit ?? 0);
}

/** Splits a text into its header and rows. @throws Unreadable */
function tableOf(text: string): Table {
  const delimiter = delimiterOf(text);
  const { data } = Papa.parse<string[]>(text, { delimiter });
  const widths = data.slice(0, HEAD_LINES).map((row) => row.filter((cell) => cell.trim() !== '').length);
  const widest = Math.max(0, ...data.slice(0, HEAD_LINES).map(({ length }) => length));
  if (widest < 2) throw new Unreadable('invalid_file', 'The file has no columns of a statement.');
  if (widest > MAX_COLUMNS)
    throw new Unreadable('invalid_file', `The file has more than ${MAX_COLUMNS} columns.`);
  // Titles above the header have fewer cells than it.
  const most = Math.max(...widths);
  const at = widths.findIndex((width) => width >= Math.max(2, most - 2));
  const head = data[at] ?? [];
  // A day in it is a line: some banks write no header.
  const isHeader = !head.some((cell) => looksLikeDay(cell));
  const names = unique(
    Array.from({ length: widest }, (_, i) => (isHeader ? cellOf(head, i) : '') || `Column ${i + 1}`),
  );
  const first = isHeader ? at + 1 : at;
  return { names, rows: data.slice(first), from: first + 1 };
}

function delimiterOf(text: string): string {
  const head = text.slice(0, 8_192);
  const counts = DELIMITERS.map((one) => head.split(one).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ',';
}

const unique = (names: readonly string[]) => {
  const seen = new Map<string, number>();
  return names.map((name) => {
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return count === 1 ? name : `${name} (${count})`;
  });
};

/** A cell without what defuses formulas; of a long one the beginning. */
function cellOf(row: readonly string[], at: number): string {
  const cell = (row[at] ?? '').slice(0, MOST_CELL).trim();
  return undefused(/^="([^"]*)"$/.exec(cell)?.[1] ?? cell).trim();
}

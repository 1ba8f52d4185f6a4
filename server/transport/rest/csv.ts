import type { IncomingHttpHeaders } from 'node:http';
import type { z } from 'zod';
import { BYTE_ORDER_MARK, csvCell } from '../../kernel/csv-text';
import type { Operation } from '../../operation/init';

export type Row = Record<string, unknown>;

/** A column of CSV, and the field of a row that it has. */
export interface CsvColumn {
  name: string;
  path: string;
}

/** Lists the columns of a list response, optional fields included; null for any other response. */
export function csvColumns({
  output,
  columns,
  csvFields,
}: Pick<Operation, 'output' | 'columns' | 'csvFields'>): readonly CsvColumn[] | null {
  const named = columns ?? columnsOfList(output);
  if (!named) return null;
  const own = named.map((name) => ({ name, path: name }));
  return [...own, ...Object.entries(csvFields).map(([name, path]) => ({ name, path }))];
}

function columnsOfList(output: Operation['output']): string[] | null {
  const shape = (output as Partial<z.ZodObject>).shape;
  if (!shape?.data || !shape.pagination) return null;
  const item = (shape.data as z.ZodArray<z.ZodObject>).element;
  return columnsOf(item.shape, '');
}

function columnsOf(shape: z.ZodObject['shape'], prefix: string): string[] {
  return Object.entries(shape).flatMap(([key, schema]) => {
    const nested = (schema as Partial<z.ZodObject>).shape;
    return nested ? columnsOf(nested, `${prefix}${key}.`) : [`${prefix}${key}`];
  });
}

/**
 * Returns true when an Accept header prefers CSV to JSON (RFC 9110, 12.5.1): by quality, then by the more specific
 * range. The default is JSON.
 */
export function prefersCsv(accept = ''): boolean {
  const qualities = new Map(accept.toLowerCase().split(',').map(readRange));
  const csv = qualities.get('text/csv') ?? 0;
  const json = qualities.get('application/json');
  if (json !== undefined) return csv > json;
  return csv > 0 && csv >= (qualities.get('application/*') ?? qualities.get('*/*') ?? 0);
}

function readRange(range: string): [string, number] {
  const [type = '', ...parameters] = range.split(';').map((part) => part.trim());
  const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
  return [type, Number(quality) || 0];
}

/** Leaves out columns of which the first rows have no value at all: fields that only some requests ask for. */
export function presentColumns(columns: readonly CsvColumn[], rows: readonly Row[]): readonly CsvColumn[] {
  if (rows.length === 0) return columns;
  return columns.filter(({ path }) => rows.some((row) => (path.split('.')[0] ?? path) in row));
}

/** @param marked whether it begins with a byte order mark (decision 911) */
export function csvHeader(columns: readonly CsvColumn[], marked: boolean): string {
  return `${marked ? BYTE_ORDER_MARK : ''}${columns.map(({ name }) => name).join(',')}\r\n`;
}

/**
 * Whether a file of CSV begins with a byte order mark: what a browser opens does, since it goes to a spreadsheet, and a program gets
 * one where it asks for it.
 */
export const isMarked = (headers: IncomingHttpHeaders, asked: unknown): boolean =>
  typeof asked === 'boolean' ? asked : headers.authorization === undefined;

/** Formats rows as lines of CSV (RFC 4180). */
export function csvLines(columns: readonly CsvColumn[], rows: readonly Row[]): string {
  return rows
    .map((row) => `${columns.map(({ path }) => csvCell(valueAt(row, path))).join(',')}\r\n`)
    .join('');
}

function valueAt(row: Row, column: string): unknown {
  return column.split('.').reduce<unknown>((value, key) => (value as Row | null | undefined)?.[key], row);
}
